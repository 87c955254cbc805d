// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/math/singular_values.h>
#include <sinew/math/symmetric_eigen.h>
#include <sinew/studies/assemble.h>
#include <sinew/studies/equilibrate.h>
#include <sinew/system/constrain.h>
#include <sinew/system/constraint_blocks.h>
#include <sinew/system/constraints.h>
#include <sinew/system/driven.h>
#include <sinew/system/energy.h>
#include <sinew/system/motions.h>
#include <sinew/system/project.h>
#include <sinew/system/relax.h>
#include <sinew/system/work.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

constexpr double difference_step = 1e-5;    // of a unit: 1e-10 of error against 1e-11 of rounding
constexpr double neutral_stiffness = 1e-8;  // as a share of the largest

double dot_of(const std::vector<double>& a, const std::vector<double>& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
    return sum;
}

/// Steps towards balance. Everything but `all` is per free speed, in units: radians, and shares of the model's size.
class Descent {
public:
    Descent(const System& system, const EquilibriumOptions& options, State start)
        : system_(system), options_(options), projector_(system), answer_{.state = std::move(start)} {
        const Compiled& c = fitting(system, answer_.state);
        State& state = answer_.state;
        state.set_u(std::vector<double>(size(c.tree.nu)));
        prescribe_positions(system, state);
        const Driven given = driven(system, state);
        for (int B = 1; B < c.tree.size(); ++B)
            for (int u = c.tree[B].u; !given.level[B] && u < c.tree[B].u + c.tree[B].nu; ++u)
                free_.push_back(u);
        all_.resize(size(c.tree.nu)), q_.resize(size(c.tree.nq)), q_dot_.resize(size(c.tree.nq));
        lambda_.resize(size(c.constraints.a));
        const std::size_t m = lambda_.size(), n = free_.size();
        G_all_.resize(m * all_.size()), G_.resize(m * n);
        transposed_ = LeastSquares(static_cast<int>(n), static_cast<int>(m));
        find_units();
    }

    Equilibrium find();

private:
    void find_units() {
        const Compiled& c = system_.compiled();
        const PositionT<double> x = positions(system_, answer_.state);
        double length = 0;
        for (int B = 1; B < c.tree.size(); ++B)
            length = std::max({length, norm(x.p_PB_W[B]), norm(instance_of(c, answer_.state).X_MB[B].p)});
        if (!(length > 0)) length = 1;
        unit_.clear();
        for (const int u : free_) unit_.push_back(dot(x.H_W[u].w, x.H_W[u].w) == 0 ? length : 1.0);
    }

    /// What acts on free speeds, less what constraints with these multipliers take: f − Gᵀλ.
    std::vector<double> force(const State& state, bool constrained) {
        applied_mobility_force(system_, state, all_);
        std::vector<double> r(free_.size());
        for (std::size_t j = 0; j < r.size(); ++j) r[j] = all_[size(free_[j])] * unit_[j];
        if (constrained && !lambda_.empty()) {
            multiply_by_G_transpose(system_, state, lambda_, all_);
            for (std::size_t j = 0; j < r.size(); ++j) r[j] -= all_[size(free_[j])] * unit_[j];
        }
        return r;
    }

    /// The multipliers that take most of the force, and what they leave (11.31).
    std::vector<double> balance(const State& state) {
        std::vector<double> f = force(state, false);
        if (lambda_.empty()) return f;
        const std::size_t n = free_.size(), m = lambda_.size(), nu = all_.size();
        constraint_matrix(system_, state, G_all_);
        std::vector<double> Gt(n * m);
        for (std::size_t i = 0; i < m; ++i)
            for (std::size_t j = 0; j < n; ++j) {
                G_[i * n + j] = G_all_[i * nu + size(free_[j])] * unit_[j];
                Gt[j * m + i] = G_[i * n + j];
            }
        transposed_.factor(Gt.data(), static_cast<int>(n), static_cast<int>(m), 1e-9);
        transposed_.solve(f.data(), lambda_.data());
        for (std::size_t i = 0; i < m; ++i)
            for (std::size_t j = 0; j < n; ++j) f[j] -= G_[i * n + j] * lambda_[i];
        return f;
    }

    /// Fast variables follow at once.
    bool settle(State& state) {
        const Relaxation account = relax(system_, state, 0.1 * options_.accuracy);
        unsettled_ = account.failed;
        return account.converged;
    }
    State followed(State state) {
        settle(state);
        return state;
    }

    State moved(const State& state, const std::vector<double>& step) {
        State there = state;
        std::fill(all_.begin(), all_.end(), 0.0);
        for (std::size_t j = 0; j < step.size(); ++j) all_[size(free_[j])] = step[j] * unit_[j];
        multiply_by_N(system_, state, all_, q_dot_);
        for (std::size_t i = 0; i < q_.size(); ++i) q_[i] = state.q()[i] + q_dot_[i];
        there.set_q(q_);
        return there;
    }

    /// Directions that change no equation, one after another.
    void open_directions() {
        const std::size_t n = free_.size();
        const int m = static_cast<int>(lambda_.size()), columns = static_cast<int>(n);
        std::vector<double> A(n * size(m)), values(n);
        Z_.assign(n * n, 0.0);
        for (int i = 0; i < m; ++i)
            for (std::size_t j = 0; j < n; ++j) A[j * size(m) + size(i)] = G_[size(i) * n + j];
        singular_values(m, columns, A.data(), Z_.data(), values.data());
        std::size_t rank = 0;
        while (rank < n && values[rank] > 1e-9 * std::max(values[0], 1e-300) && values[rank] > 0) ++rank;
        Z_.erase(Z_.begin(), Z_.begin() + static_cast<std::ptrdiff_t>(rank * n));
        open_ = static_cast<int>(n - rank);
    }

    std::vector<double> onto_open(const std::vector<double>& x) const {
        std::vector<double> z(size(open_));
        for (std::size_t k = 0; k < z.size(); ++k)
            for (std::size_t j = 0; j < x.size(); ++j) z[k] += Z_[k * x.size() + j] * x[j];
        return z;
    }
    std::vector<double> along_open(const std::vector<double>& z) const {
        std::vector<double> x(free_.size());
        for (std::size_t k = 0; k < z.size(); ++k)
            for (std::size_t j = 0; j < x.size(); ++j) x[j] += Z_[k * x.size() + j] * z[k];
        return x;
    }

    /// K = −Zᵀ ∂(f − Gᵀλ)/∂q Z by differences, its symmetric part, and what is its own (11.32).
    void find_stiffness() {
        const std::size_t k = size(open_);
        std::vector<double> K(k * k), z(k);
        for (std::size_t i = 0; i < k; ++i) {
            std::fill(z.begin(), z.end(), 0.0);
            z[i] = difference_step;
            const std::vector<double> ahead = force(followed(moved(answer_.state, along_open(z))), true);
            z[i] = -difference_step;
            const std::vector<double> behind = force(followed(moved(answer_.state, along_open(z))), true);
            std::vector<double> change(ahead.size());
            for (std::size_t j = 0; j < change.size(); ++j)
                change[j] = (behind[j] - ahead[j]) / (2 * difference_step);
            const std::vector<double> column = onto_open(change);
            for (std::size_t j = 0; j < k; ++j)
                K[i * k + j] += 0.5 * column[j], K[j * k + i] += 0.5 * column[j];
        }
        stiffness_.assign(k, 0.0), modes_.assign(k * k, 0.0);
        if (k > 0) symmetric_eigen(open_, K.data(), stiffness_.data(), modes_.data());
        stiffest_ = 0;
        for (const double s : stiffness_) stiffest_ = std::max(stiffest_, std::abs(s));
    }

    /// Newton's step in the open directions; downhill along those of negative stiffness if that is asked for.
    std::vector<double> newton(const std::vector<double>& z) const {
        const std::size_t k = z.size();
        std::vector<double> step(k);
        const double least = neutral_stiffness * stiffest_;
        for (std::size_t i = 0; i < k; ++i) {
            double force = 0;
            for (std::size_t j = 0; j < k; ++j) force += modes_[j * k + i] * z[j];
            double stiff = options_.downhill ? std::abs(stiffness_[i]) : stiffness_[i];
            if (std::abs(stiff) <= least) {
                if (std::abs(force) <= options_.accuracy * stiffest_) continue;
                stiff = least > 0 ? least : 1;
            }
            for (std::size_t j = 0; j < k; ++j) step[j] += modes_[j * k + i] * force / stiff;
        }
        return step;
    }

    bool restore(State& state) {
        const Projection p =
            projector_.positions(state, {.tolerance = options_.tolerance, .max_iterations = 50});
        answer_.constraint_error = p.error;
        return p.converged && settle(state);
    }
    void finish(const std::vector<double>& r);

    const System& system_;
    const EquilibriumOptions options_;
    Projector projector_;
    Equilibrium answer_;
    FastId unsettled_;
    std::vector<int> free_;
    std::vector<double> unit_, all_, q_, q_dot_, lambda_, G_all_, G_, Z_, stiffness_, modes_;
    LeastSquares transposed_;
    double stiffest_ = 0;
    int open_ = 0;
};

Equilibrium Descent::find() {
    State& state = answer_.state;
    bool met = restore(state);
    if (!met) {  // too far for a projection
        AssemblyOptions how;
        how.tolerance = options_.tolerance, how.velocities = false;
        if (const Assembly assembly = assemble(system_, state, how); assembly.assembled)
            state = assembly.state;
        met = restore(state);
    }
    std::vector<double> r = balance(state);
    open_directions();
    double radius = 0.5;
    int kicks = 0;
    bool stuck = !met;
    find_stiffness();
    while (!stuck && answer_.iterations < options_.max_iterations) {
        std::vector<double> z = onto_open(r);
        const double left = std::sqrt(dot_of(z, z));
        const bool settled = left <= options_.accuracy * stiffest_ || left == 0;
        const bool on_a_hill = options_.downhill && !stiffness_.empty() && stiffness_[0] < -1e-6 * stiffest_;
        if (settled && (!on_a_hill || kicks >= 20)) {
            answer_.converged = true;
            break;
        }
        ++answer_.iterations;
        std::vector<double> step = newton(z);
        if (settled) {  // on the top: any way down will do
            ++kicks;
            for (std::size_t j = 0; j < z.size(); ++j) step[j] = 1e-2 * modes_[j * z.size()];
        }
        double length = std::sqrt(dot_of(step, step));
        for (int shorter = 0;; ++shorter) {
            if (shorter == 60 || !std::isfinite(length)) {
                stuck = true;
                break;
            }
            if (length > radius) {
                for (double& x : step) x *= radius / length;
                length = radius;
            }
            const std::vector<double> x = along_open(step);
            const std::vector<double> kept = lambda_;
            State there = moved(state, x);
            bool good = restore(there);
            std::vector<double> r_there;
            if (good) {
                r_there = balance(there);
                const double before = dot_of(r, x), after = dot_of(r_there, x);
                const double size_there = std::sqrt(dot_of(r_there, r_there));
                good = std::isfinite(size_there) &&
                       (options_.downhill ? before + after > -1e-3 * std::abs(before) || settled ||
                                                size_there < left  // the trapezoid of the work (11.33)
                                          : size_there < left);
                if (good)
                    radius = std::min(2.0, after > 0.5 * before ? 2 * radius : std::max(radius, length));
                if (good && options_.downhill && after < -0.5 * before) radius = 0.5 * length;
            }
            if (good) {
                state = std::move(there);
                r = std::move(r_there);
                break;
            }
            lambda_ = kept;
            radius = 0.25 * length;
        }
        if (stuck) {  // rounding may be all that is left
            answer_.converged = left <= 1e3 * options_.accuracy * stiffest_;
            r = balance(state);
            break;
        }
        open_directions();
        find_stiffness();
    }
    finish(r);
    return std::move(answer_);
}

void Descent::finish(const std::vector<double>& r) {
    const Compiled& c = system_.compiled();
    answer_.energy = potential_energy(system_, answer_.state);
    answer_.stiffness = stiffness_;
    answer_.multipliers = lambda_;
    for (std::size_t j = 0; j < r.size(); ++j)
        if (std::abs(r[j] / unit_[j]) > answer_.unbalanced || answer_.unbalanced_speed.empty()) {
            answer_.unbalanced = std::abs(r[j] / unit_[j]);
            answer_.unbalanced_speed = c.layout->u_names[size(free_[j])];
        }
    answer_.stability = Stability::stable;
    if (!stiffness_.empty()) {
        if (stiffness_[0] < -neutral_stiffness * stiffest_) answer_.stability = Stability::unstable;
        else if (stiffness_[0] <= neutral_stiffness * stiffest_) answer_.stability = Stability::neutral;
    }
    answer_.motor_forces.assign(all_.size(), 0.0);  // −f + Gᵀλ where motion is given
    const Driven given = driven(system_, answer_.state);
    std::vector<double> Gt(all_.size());
    multiply_by_G_transpose(system_, answer_.state, lambda_, Gt);
    applied_mobility_force(system_, answer_.state, all_);
    for (int B = 1; B < c.tree.size(); ++B)
        for (int u = c.tree[B].u; given.level[B] && u < c.tree[B].u + c.tree[B].nu; ++u)
            answer_.motor_forces[size(u)] = Gt[size(u)] - all_[size(u)];
    const char* kinds[] = {"unstable", "neutral in some directions", "stable"};
    const std::string name = escaped(c.model.name);
    if (answer_.converged)
        answer_.summary =
            fmt::format("{} rests after {} steps; {}; unbalanced force at most {:.2g}.", name,
                        answer_.iterations, kinds[static_cast<int>(answer_.stability)], answer_.unbalanced);
    else if (answer_.constraint_error > options_.tolerance)
        answer_.summary = fmt::format(
            "{} cannot be brought to rest: its constraints are missed by {:.3g}. Assemble it first.", name,
            answer_.constraint_error);
    else if (unsettled_.index >= 0)
        answer_.summary = fmt::format("{} cannot be brought to rest: its fast variables {} do not settle.",
                                      name, sinew::quoted(c.model.fast[size(unsettled_.index)].name));
    else
        answer_.summary = fmt::format(
            "{} did not come to rest in {} steps: {:.3g} is left on {}, and nothing that gives way "
            "balances it.",
            name, answer_.iterations, answer_.unbalanced, sinew::quoted(answer_.unbalanced_speed));
}

}  // namespace

const char* name_of(Stability stability) {
    switch (stability) {
        case Stability::unstable: return "unstable";
        case Stability::neutral: return "neutral";
        case Stability::stable: return "stable";
    }
    return "unknown";
}

Equilibrium equilibrate(const System& system, const State& start, const EquilibriumOptions& options) {
    const UsualFloats floats;
    return Descent(system, options, start).find();
}

}  // namespace sinew
