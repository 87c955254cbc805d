// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/math/least_squares.h>
#include <sinew/math/rank_revealing.h>
#include <sinew/studies/invert.h>
#include <sinew/system/constrain.h>
#include <sinew/system/constraints.h>
#include <sinew/system/dynamics.h>
#include <sinew/system/jacobians.h>
#include <sinew/system/relax.h>
#include <sinew/system/work.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

/// Works on one frame after another.
class Inverter {
public:
    Inverter(const System& system, const State& setup, const InversionOptions& options)
        : system_(system), c_(fitting(system, setup)), state_(setup) {
        const std::size_t nu = size(c_.tree.nu), m = size(c_.constraints.a);
        unactuated_.assign(nu, 0), free_.assign(nu, 0);
        for (const AnyJointId joint : options.unactuated) mark(joint, "unactuated", unactuated_);
        for (const AnyJointId joint : options.free) mark(joint, "free", free_);
        for (int B = 1; options.bases_are_unactuated && B < c_.tree.size(); ++B)
            if (c_.tree[B].parent == 0 && c_.tree[B].nu == 6)
                std::fill_n(unactuated_.begin() + c_.tree[B].u, 6, 1);
        for (int u = 0; u < c_.tree.nu; ++u) {
            if (free_[size(u)]) unknown_.push_back(u);
            else if (unactuated_[size(u)]) passive_.push_back(u);
        }
        G_.resize(m * nu), Gt_.resize(nu), errors_.resize(m), external_.resize(nu);
        if (!unknown_.empty()) M_.resize(nu * nu);
        const int n = static_cast<int>(std::max(passive_.size(), m));
        squares_ = LeastSquares(n, static_cast<int>(m));
    }

    /// Reads u_dot (and changes that of free joints), writes forces and multipliers.
    void frame(double time, std::span<const double> q, std::span<const double> u, std::span<double> u_dot,
               std::span<const SpatialForce> F, std::span<double> forces, std::span<double> lambda) {
        state_.set_time(time);
        state_.set_q(q);
        state_.set_u(u);
        if (const Relaxation fast = relax(system_, state_); !fast.converged)
            throw StudyError("fast variables " + sinew::quoted(c_.model.fast[size(fast.failed.index)].name) +
                             " do not settle at time " + shortest(time) + ".");
        std::fill(external_.begin(), external_.end(), 0.0);
        if (!F.empty()) multiply_by_J_transpose(system_, state_, F, external_);
        constrained_ = is_constrained(c_, state_);
        if (constrained_) constraint_matrix(system_, state_, G_);
        if (!unknown_.empty()) solve_free(u_dot, lambda);
        need(u_dot, forces);
        if (constrained_) {
            if (unknown_.empty()) share(forces, lambda);
            multiply_by_G_transpose(system_, state_, lambda, Gt_);
            for (std::size_t i = 0; i < forces.size(); ++i) forces[i] += Gt_[i];
        }
        for (const int u_free : unknown_) forces[size(u_free)] = 0;
    }

    const State& state() const { return state_; }
    bool is_passive(int u) const { return unactuated_[size(u)] && !free_[size(u)]; }

    /// How far the frame is from the constraints.
    double position_error() const { return largest(position_errors(system_, state_)); }
    double acceleration_error(std::span<const double> u_dot) {
        acceleration_errors(system_, state_, u_dot, errors_);
        return largest(errors_);
    }

private:
    static double largest(std::span<const double> x) {
        double most = 0;
        for (const double v : x) most = std::max(most, std::abs(v));
        return most;
    }

    void mark(AnyJointId joint, const char* what, std::vector<std::uint8_t>& marks) const {
        if (joint.index < 0 || size(joint.index) >= c_.model.joints.size())
            throw StudyError(std::string("a joint given as ") + what + " is none of system " +
                             sinew::quoted(c_.model.name) + ". Give the id that add() returned.");
        const Node& node = c_.tree[c_.node(joint)];
        std::fill_n(marks.begin() + node.u, node.nu, 1);
    }

    /// M u̇ + f_bias − f − JᵀF
    void need(std::span<const double> u_dot, std::span<double> forces) {
        inverse_dynamics(system_, state_, u_dot, forces);
        for (std::size_t i = 0; i < forces.size(); ++i) forces[i] -= external_[i];
    }

    /// λ with which least is missing on speeds without motors; of all that do the same the smallest (11.42).
    void share(std::span<const double> forces, std::span<double> lambda) {
        const std::size_t m = lambda.size(), nu = forces.size(), k = passive_.size();
        std::fill(lambda.begin(), lambda.end(), 0.0);
        if (k == 0) return;
        std::vector<double> A(k * m), b(k);
        for (std::size_t i = 0; i < k; ++i) {
            b[i] = -forces[size(passive_[i])];
            for (std::size_t e = 0; e < m; ++e) A[i * m + e] = G_[e * nu + size(passive_[i])];
        }
        squares_.factor(A.data(), static_cast<int>(k), static_cast<int>(m), 1e-9);
        squares_.solve(b.data(), lambda.data());
    }

    /// u̇_f and λ with no force missing on free speeds:
    ///     M_ff u̇_f + G_fᵀλ = r_f     G_f u̇_f = b − G_p u̇_p                                            (11.43)
    void solve_free(std::span<double> u_dot, std::span<double> lambda) {
        const std::size_t n = unknown_.size(), nu = u_dot.size(), m = lambda.size();
        for (const int u : unknown_) u_dot[size(u)] = 0;
        std::vector<double> forces(nu), r(n), L(n * n), work(n);
        need(u_dot, forces);
        mass_matrix(system_, state_, M_);
        for (std::size_t i = 0; i < n; ++i) {
            r[i] = -forces[size(unknown_[i])];
            for (std::size_t j = 0; j < n; ++j) L[i * n + j] = M_[size(unknown_[i]) * nu + size(unknown_[j])];
        }
        const int order = static_cast<int>(n);
        if (!(cholesky(L.data(), order, work.data()) > 0))
            throw StudyError(
                "joints given as free can move without moving any mass; their accelerations are not "
                "determined.");
        if (constrained_) {
            std::vector<double> Y(m * n), W(m * m), rhs(m), a(m), x = r;
            acceleration_errors(system_, state_, u_dot, a);
            cholesky_solve(L.data(), order, x.data());
            for (std::size_t e = 0; e < m; ++e) {
                for (std::size_t j = 0; j < n; ++j) Y[e * n + j] = G_[e * nu + size(unknown_[j])];
                rhs[e] = a[e];
                for (std::size_t j = 0; j < n; ++j) rhs[e] += Y[e * n + j] * x[j];
            }
            for (std::size_t e = 0; e < m; ++e) {
                std::copy_n(Y.begin() + static_cast<std::ptrdiff_t>(e * n), n, x.begin());
                cholesky_solve(L.data(), order, x.data());
                for (std::size_t d = 0; d < m; ++d)
                    for (std::size_t j = 0; j < n; ++j) W[d * m + e] += Y[d * n + j] * x[j];
            }
            squares_.factor(W.data(), static_cast<int>(m), static_cast<int>(m), 1e-12);
            squares_.solve(rhs.data(), lambda.data());
            for (std::size_t e = 0; e < m; ++e)
                for (std::size_t j = 0; j < n; ++j) r[j] -= Y[e * n + j] * lambda[e];
        }
        cholesky_solve(L.data(), order, r.data());
        for (std::size_t j = 0; j < n; ++j) u_dot[size(unknown_[j])] = r[j];
    }

    const System& system_;
    const Compiled& c_;
    State state_;
    bool constrained_ = false;
    std::vector<std::uint8_t> unactuated_, free_;
    std::vector<int> passive_, unknown_;
    std::vector<double> G_, Gt_, M_, errors_, external_;
    LeastSquares squares_;
};

}  // namespace

Inversion invert(const System& system, const State& setup, const RecordedMotion& motion,
                 const InversionOptions& options) {
    const UsualFloats floats;
    const RecordedMotion full = differentiate(system, setup, motion);
    const std::size_t frames = full.times.size(), nq = size(system.nq()), nu = size(system.nu()),
                      m = size(system.compiled().constraints.a), bodies = system.model().bodies.size();
    if (!options.F_B_W.empty() && options.F_B_W.size() != frames * bodies)
        throw StudyError("a motion of " + std::to_string(frames) + " frames needs " +
                         std::to_string(frames * bodies) +
                         " forces on bodies, one per body and frame with the world's, but has " +
                         std::to_string(options.F_B_W.size()) + ".");
    Inverter inverter(system, setup, options);
    Inversion answer;
    answer.frames = static_cast<int>(frames);
    answer.u = full.u, answer.u_dot = full.u_dot;
    answer.forces.resize(frames * nu), answer.multipliers.resize(frames * m), answer.power.resize(frames);
    for (std::size_t i = 0; i < frames; ++i) {
        const std::span<double> u_dot(answer.u_dot.data() + i * nu, nu),
            forces(answer.forces.data() + i * nu, nu);
        std::span<const SpatialForce> F;
        if (!options.F_B_W.empty()) F = {options.F_B_W.data() + i * bodies, bodies};
        inverter.frame(full.times[i], {full.q.data() + i * nq, nq}, {full.u.data() + i * nu, nu}, u_dot, F,
                       forces, {answer.multipliers.data() + i * m, m});
        if (m > 0) {
            answer.position_error = std::max(answer.position_error, inverter.position_error());
            answer.acceleration_error =
                std::max(answer.acceleration_error, inverter.acceleration_error(u_dot));
        }
        for (std::size_t k = 0; k < nu; ++k) {
            answer.power[i] += forces[k] * answer.u[i * nu + k];
            if (inverter.is_passive(static_cast<int>(k)) &&
                (std::abs(forces[k]) > answer.largest_residual || answer.largest_residual_speed.empty())) {
                answer.largest_residual = std::abs(forces[k]);
                answer.largest_residual_speed = system.layout().u_names[k];
                answer.largest_residual_time = full.times[i];
            }
        }
    }
    answer.summary = fmt::format("{}: {} frames inverted", escaped(system.model().name), frames);
    if (!answer.largest_residual_speed.empty())
        answer.summary +=
            fmt::format("; largest residual {:.3g} on {} at {:.4g}", answer.largest_residual,
                        sinew::quoted(answer.largest_residual_speed), answer.largest_residual_time);
    if (m > 0) answer.summary += fmt::format("; constraints missed by {:.2g} at most", answer.position_error);
    answer.summary += ".";
    return answer;
}

}  // namespace sinew
