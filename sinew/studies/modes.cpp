// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/math/general_eigen.h>
#include <sinew/math/singular_values.h>
#include <sinew/math/symmetric_eigen.h>
#include <sinew/studies/error.h>
#include <sinew/studies/modes.h>
#include <sinew/system/constrain.h>
#include <sinew/system/constraints.h>
#include <sinew/system/derivatives.h>
#include <sinew/system/driven.h>
#include <sinew/system/dynamics.h>
#include <sinew/system/friction.h>
#include <sinew/system/project.h>
#include <sinew/system/work.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace sinew {

namespace {

/// Two zeros that belong together (a free body drifts) come out as the square root of rounding times the size of A.
constexpr double as_good_as_zero = 1e-7;

using Numbers = std::vector<double>;

/// A matrix, row by row.
struct Matrix {
    std::size_t rows = 0, columns = 0;
    Numbers e{};
    Matrix(std::size_t r, std::size_t c) : rows(r), columns(c), e(r * c) {}
    double& operator()(std::size_t i, std::size_t j) { return e[i * columns + j]; }
    double operator()(std::size_t i, std::size_t j) const { return e[i * columns + j]; }
};

/// ZᵀA Z
Matrix reduced(const Matrix& A, const Matrix& Z) {
    Matrix AZ(A.rows, Z.columns), out(Z.columns, Z.columns);
    for (std::size_t i = 0; i < A.rows; ++i)
        for (std::size_t k = 0; k < A.columns; ++k)
            for (std::size_t j = 0; j < Z.columns; ++j) AZ(i, j) += A(i, k) * Z(k, j);
    for (std::size_t k = 0; k < A.rows; ++k)
        for (std::size_t i = 0; i < Z.columns; ++i)
            for (std::size_t j = 0; j < Z.columns; ++j) out(i, j) += Z(k, i) * AZ(k, j);
    return out;
}

/// An orthonormal basis of what C leaves open: C Z = 0.
Matrix open_directions(const Matrix& C) {
    const std::size_t n = C.columns;
    Matrix all(n, n);
    for (std::size_t i = 0; i < n; ++i) all(i, i) = 1;
    if (C.rows == 0 || n == 0) return all;
    Numbers by_columns(C.rows * n), V(n * n), values(n);
    for (std::size_t i = 0; i < C.rows; ++i)
        for (std::size_t j = 0; j < n; ++j) by_columns[j * C.rows + i] = C(i, j);
    singular_values(static_cast<int>(C.rows), static_cast<int>(n), by_columns.data(), V.data(),
                    values.data());
    std::size_t rank = 0;
    while (rank < n && values[rank] > 1e-9 * values[0]) ++rank;
    Matrix Z(n, n - rank);
    for (std::size_t k = rank; k < n; ++k)
        for (std::size_t i = 0; i < n; ++i) Z(i, k - rank) = V[k * n + i];
    return Z;
}

class Linearised {
public:
    Linearised(const System& system, const State& state) : system_(system), state_(state) {
        const Driven given = driven(system, state);
        const Compiled& c = system.compiled();
        for (int B = 1; B < c.tree.size(); ++B)
            for (int i = c.tree[B].u; !given.level[B] && i < c.tree[B].u + c.tree[B].nu; ++i)
                free_.push_back(size(i));
        mark_equations();
    }

    Modes undamped();
    Modes damped();

private:
    void mark_equations();
    Matrix rows_of_G(bool positions_alone) const;
    Matrix velocity_errors_by_q() const;
    Matrix tangent_jacobian() const;
    Matrix tangent_of_manifold() const;
    void add(Modes& out, double growth, double omega, const Numbers& in_phase, const Numbers& ahead) const;
    void finish(Modes& out) const;

    const System& system_;
    const State& state_;
    std::vector<std::size_t> free_;  ///< the speeds of joints whose motion is not given
    std::vector<std::size_t> positions_, velocities_, errors_;  ///< rows of G; velocity errors of the latter
};

void Linearised::mark_equations() {
    for (const BoundConstraint& bound : system_.compiled().constraints.all)
        for (int i = 0; i < bound.counts.holonomic + bound.counts.nonholonomic; ++i) {
            if (i < bound.counts.holonomic) positions_.push_back(size(bound.a + i));
            velocities_.push_back(size(bound.a + i));
            errors_.push_back(size(bound.v + i));
        }
}

/// Rows of equations that hold positions, or speeds, and columns of free speeds.
Matrix Linearised::rows_of_G(bool positions_alone) const {
    const std::vector<std::size_t>& rows = positions_alone ? positions_ : velocities_;
    const std::size_t n = size(system_.nu());
    Numbers G(size(system_.compiled().constraints.a) * n);
    if (!G.empty()) constraint_matrix(system_, state_, G);
    Matrix out(rows.size(), free_.size());
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (std::size_t j = 0; j < free_.size(); ++j) out(i, j) = G[rows[i] * n + free_[j]];
    return out;
}

/// How velocity errors change with coordinates, by central differences; nothing at rest, unless time drives something.
Matrix Linearised::velocity_errors_by_q() const {
    Matrix out(errors_.size(), free_.size());
    if (errors_.empty()) return out;
    constexpr double h = 6e-6;
    for (std::size_t j = 0; j < free_.size(); ++j)
        for (const double side : {h, -h}) {
            Numbers e(size(system_.nu())), q_prime(state_.q().size()),
                q(state_.q().begin(), state_.q().end());
            e[free_[j]] = side;
            multiply_by_N(system_, state_, e, q_prime);
            for (std::size_t i = 0; i < q.size(); ++i) q[i] += q_prime[i];
            State there = state_;
            there.set_q(q);
            const std::span<const double> errors = velocity_errors(system_, there);
            for (std::size_t i = 0; i < errors_.size(); ++i) out(i, j) += errors[errors_[i]] / (2 * side);
        }
    return out;
}

/// ∂ẏ/∂y for y = (θ, u, z), δq = N δθ:
///     θ̇ = u + N⁺ (∂(N u)/∂q N − Ṅ) θ     the rest as (9.86) with N behind ∂/∂q                               (11.100)
Matrix Linearised::tangent_jacobian() const {
    const std::size_t nq = size(system_.nq()), nu = size(system_.nu()), nz = size(system_.nz()),
                      all = nq + nu + nz;
    Matrix J(all, all);
    dynamic_jacobian(system_, state_, J.e);
    const std::size_t f = free_.size();
    Matrix A(2 * f + nz, 2 * f + nz);
    // b(u, e) = Ṅ e at q̇ = N u is not at hand, but b(e, u) = ∂(N u)/∂q N e and b(u, u) are: b(u + e, u + e) has both.
    Numbers e(nu), sum(nu), N_k(nq), change(nq), of_sum(nq), of_u(nq), of_e(nq), theta(nu);
    multiply_by_N_dot(system_, state_, state_.u(), of_u);
    for (std::size_t k = 0; k < f; ++k) {
        std::fill(e.begin(), e.end(), 0.0);
        e[free_[k]] = 1;
        for (std::size_t i = 0; i < nu; ++i) sum[i] = state_.u()[i] + e[i];
        multiply_by_N(system_, state_, e, N_k);
        multiply_by_N_dot(system_, state_, e, of_e);
        multiply_by_N_dot(system_, state_, sum, of_sum);
        for (std::size_t i = 0; i < nq; ++i) {
            change[i] = of_u[i] + of_e[i] - of_sum[i];
            for (std::size_t j = 0; j < nq; ++j) change[i] += 2 * J(i, j) * N_k[j];
        }
        multiply_by_N_inverse(system_, state_, change, theta);
        for (std::size_t i = 0; i < f; ++i) A(i, k) = theta[free_[i]];
        A(k, f + k) = 1;
        for (std::size_t i = 0; i < f + nz; ++i) {
            const std::size_t row = i < f ? nq + free_[i] : nq + nu + (i - f);
            for (std::size_t j = 0; j < nq; ++j) A(f + i, k) += J(row, j) * N_k[j];
            A(f + i, f + k) = J(row, nq + free_[k]);
        }
    }
    for (std::size_t i = 0; i < f + nz; ++i)
        for (std::size_t k = 0; k < nz; ++k)
            A(f + i, 2 * f + k) = J(i < f ? nq + free_[i] : nq + nu + (i - f), nq + nu + k);
    return A;
}

/// What may change while all constraints stay met: P θ = 0, (∂ṗ/∂q) θ + G u = 0.
Matrix Linearised::tangent_of_manifold() const {
    const std::size_t f = free_.size(), nz = size(system_.nz());
    const Matrix P = rows_of_G(true), G = rows_of_G(false), by_q = velocity_errors_by_q();
    Matrix C(P.rows + G.rows, 2 * f + nz);
    for (std::size_t j = 0; j < f; ++j) {
        for (std::size_t i = 0; i < P.rows; ++i) C(i, j) = P(i, j);
        for (std::size_t i = 0; i < G.rows; ++i)
            C(P.rows + i, j) = by_q(i, j), C(P.rows + i, f + j) = G(i, j);
    }
    return open_directions(C);
}

/// Sets the phase so that the largest mobility is 1.
void Linearised::add(Modes& out, double growth, double omega, const Numbers& in_phase,
                     const Numbers& ahead) const {
    Mode mode;
    mode.growth = growth;
    mode.angular_frequency = omega;
    mode.frequency = omega / (2 * std::numbers::pi);
    const double size_of = std::hypot(growth, omega);
    mode.damping = growth != 0 ? -growth / size_of : 0;
    std::size_t top = 0;
    for (std::size_t i = 0; i < free_.size(); ++i)
        if (std::hypot(in_phase[i], ahead[i]) > std::hypot(in_phase[top], ahead[top]) * (1 + 1e-9)) top = i;
    mode.shape.resize(size(system_.nu())), mode.quadrature.resize(size(system_.nu()));
    const double a = free_.empty() ? 0 : in_phase[top], b = free_.empty() ? 0 : ahead[top],
                 square = a * a + b * b;
    for (std::size_t i = 0; square > 0 && i < free_.size(); ++i) {
        mode.shape[free_[i]] = (in_phase[i] * a + ahead[i] * b) / square;
        mode.quadrature[free_[i]] = (ahead[i] * a - in_phase[i] * b) / square;
    }
    if (square > 0) mode.largest = system_.layout().u_names[free_[top]];
    out.modes.push_back(std::move(mode));
}

void Linearised::finish(Modes& out) const {
    std::stable_sort(out.modes.begin(), out.modes.end(), [](const Mode& a, const Mode& b) {
        return a.angular_frequency != b.angular_frequency ? a.angular_frequency < b.angular_frequency
                                                          : std::abs(a.growth) < std::abs(b.growth);
    });
    for (const double a : forward_dynamics(system_, state_))
        out.unbalanced = std::max(out.unbalanced, std::abs(a));
    double fastest = 0;
    for (const Mode& mode : out.modes)
        fastest = std::max(fastest, std::hypot(mode.growth, mode.angular_frequency));
    bool grows = false, drifts = false;
    int swinging = 0;
    for (const Mode& mode : out.modes) {
        grows = grows || mode.growth > as_good_as_zero * fastest;
        drifts =
            drifts || (mode.angular_frequency == 0 && std::abs(mode.growth) <= as_good_as_zero * fastest);
        swinging += mode.angular_frequency > 0;
    }
    out.stability = grows ? Stability::unstable : drifts ? Stability::neutral : Stability::stable;
    out.summary = std::to_string(out.modes.size()) + (out.modes.size() == 1 ? " mode, " : " modes, ") +
                  std::to_string(swinging) + " of them swinging: " + name_of(out.stability);
    if (out.unbalanced > 1e-6)
        out.summary += "; not an equilibrium, accelerations up to " + rounded(out.unbalanced, 3);
    out.summary += ".";
}

/// K x = ω² M x on what constraints leave open, at rest: K = ∂τ/∂q at u̇ = 0 with λ kept, its symmetric part. (11.102)
Modes Linearised::undamped() {
    check_that_nothing_rubs(system_, state_, "modes without damping");
    State rest = state_;
    rest.set_u(Numbers(size(system_.nu())));
    const std::size_t n = size(system_.nu()), f = free_.size();
    const bool constrained = is_constrained(system_.compiled(), rest);
    Numbers lambda;
    if (constrained) lambda.assign(multipliers(system_, rest).begin(), multipliers(system_, rest).end());
    DynamicsDerivatives derivatives(system_);
    const InverseDerivatives& by = derivatives.inverse(rest, Numbers(n), lambda);
    Matrix K(f, f), M(f, f);
    for (std::size_t i = 0; i < f; ++i)
        for (std::size_t j = 0; j < f; ++j) {
            K(i, j) = 0.5 * (by.by_q[free_[i] * n + free_[j]] + by.by_q[free_[j] * n + free_[i]]);
            M(i, j) = by.by_u_dot[free_[i] * n + free_[j]];
        }
    const Matrix Z = open_directions(rows_of_G(false));
    Matrix k = reduced(K, Z), m = reduced(M, Z);
    const std::size_t r = Z.columns;
    // With M = V diag(μ) Vᵀ the roots are those of μ^(−1/2) Vᵀ K V μ^(−1/2).
    Numbers mu(r), V(r * r), squares(r), shapes(r * r);
    symmetric_eigen(static_cast<int>(r), m.e.data(), mu.data(), V.data());
    Matrix scaled(r, r);
    for (std::size_t j = 0; j < r; ++j) {
        if (!(mu[j] > 0))
            throw StudyError("modes: the mass matrix is singular, so that some motion has no inertia.");
        for (std::size_t i = 0; i < r; ++i) scaled(i, j) = V[i * r + j] / std::sqrt(mu[j]);
    }
    Matrix C = reduced(k, scaled);
    symmetric_eigen(static_cast<int>(r), C.e.data(), squares.data(), shapes.data());
    Modes out;
    out.found = true;
    double largest = 0;
    for (const double s : squares) largest = std::max(largest, std::abs(s));
    for (std::size_t k_ = 0; k_ < r; ++k_) {
        Numbers x(f);
        for (std::size_t i = 0; i < f; ++i)
            for (std::size_t a = 0; a < r; ++a)
                for (std::size_t b = 0; b < r; ++b) x[i] += Z(i, a) * scaled(a, b) * shapes[b * r + k_];
        const double s = std::abs(squares[k_]) <= 1e-13 * largest ? 0 : squares[k_];
        add(out, s < 0 ? std::sqrt(-s) : 0, s > 0 ? std::sqrt(s) : 0, x, Numbers(f));
    }
    finish(out);
    return out;
}

/// The roots of ∂ẏ/∂y on the tangent of the constraints (11.101).
Modes Linearised::damped() {
    const Matrix A = tangent_jacobian(), Z = tangent_of_manifold(), a = reduced(A, Z);
    const std::size_t r = Z.columns, f = free_.size();
    Numbers real(r), imaginary(r), x_real(r * r), x_imaginary(r * r);
    Modes out;
    out.found = general_eigen(static_cast<int>(r), a.e.data(), real.data(), imaginary.data(), x_real.data(),
                              x_imaginary.data());
    if (!out.found) {
        out.summary = "the eigenvalues did not converge.";
        return out;
    }
    double largest = 0;
    for (std::size_t k = 0; k < r; ++k) largest = std::max(largest, std::hypot(real[k], imaginary[k]));
    for (std::size_t k = 0; k < r; ++k) {
        if (imaginary[k] < 0) continue;
        Numbers in_phase(f), ahead(f);
        for (std::size_t i = 0; i < f; ++i)
            for (std::size_t j = 0; j < r; ++j) {
                in_phase[i] += Z(i, j) * x_real[k * r + j];
                ahead[i] += Z(i, j) * x_imaginary[k * r + j];
            }
        const bool still = std::hypot(real[k], imaginary[k]) <= as_good_as_zero * largest;
        add(out, still ? 0 : real[k], still ? 0 : imaginary[k], in_phase, ahead);
    }
    finish(out);
    return out;
}

}  // namespace

Modes modes(const System& system, const State& state, const ModesOptions& options) {
    const UsualFloats floats;
    fitting(system, state);
    if (!system.model().fast.empty())
        throw StateError(
            "modes would hold fast variables " + sinew::quoted(system.model().fast[0].name) +
            " still, which follow all that changes. Describe them as auxiliary variables of a force "
            "element instead, with rates of their own.");
    Linearised linearised(system, state);
    return options.undamped ? linearised.undamped() : linearised.damped();
}

State along_mode(const System& system, const State& state, const Mode& mode, double amplitude, double phase) {
    const UsualFloats floats;
    check_size("the mode's shape", mode.shape.size(), system.nu());
    Numbers step(mode.shape.size()), q(state.q().begin(), state.q().end()), q_prime(q.size());
    for (std::size_t i = 0; i < step.size(); ++i)
        step[i] = amplitude * (mode.shape[i] * std::cos(phase) - mode.quadrature[i] * std::sin(phase));
    multiply_by_N(system, state, step, q_prime);
    for (std::size_t i = 0; i < q.size(); ++i) q[i] += q_prime[i];
    State there = state;
    there.set_q(q);
    Projector(system).positions(there);
    return there;
}

}  // namespace sinew
