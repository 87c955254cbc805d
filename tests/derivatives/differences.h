// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/base/at.h>
#include <sinew/system/derivatives.h>
#include <tests/support/law.h>
#include <tests/support/random_model.h>

#include <vector>

namespace sinew::testing {

using Vector = std::vector<double>;

inline Vector copy(std::span<const double> x) { return {x.begin(), x.end()}; }

/// d f(h)/dh at h = 0 by central differences at h, h/2 and h/4, extrapolated to zero [Richardson 1911]: what is left is
/// h⁶/64 times the seventh derivative, 1e-16 for functions of order one, and rounding over h/4, some 1e-12.
template <class F>
Vector extrapolated(F&& f, double h = 1e-3) {
    Vector level[3];
    for (int i = 0; i < 3; ++i, h /= 2) {
        const Vector plus = f(h), minus = f(-h);
        level[i].resize(plus.size());
        for (std::size_t k = 0; k < plus.size(); ++k) level[i][k] = (plus[k] - minus[k]) / (2 * h);
    }
    for (std::size_t k = 0; k < level[0].size(); ++k) {
        const double a = level[1][k] + (level[1][k] - level[0][k]) / 3;
        const double b = level[2][k] + (level[2][k] - level[1][k]) / 3;
        level[2][k] = b + (b - a) / 15;
    }
    return level[2];
}

/// A State with q moved by h N e_k, or u by h e_k.
inline State moved(const System& system, const State& state, int k, bool along_q, double h) {
    State there = state;
    Vector e(state.u().size()), q_prime(state.q().size()), q = copy(state.q()), u = copy(state.u());
    if (along_q) {
        e[at(k)] = h;
        multiply_by_N(system, state, e, q_prime);
        for (std::size_t i = 0; i < q.size(); ++i) q[i] += q_prime[i];
        there.set_q(q);
    } else {
        u[at(k)] += h;
        there.set_u(u);
    }
    return there;
}

/// The matrix of derivatives of f(State) along all mobilities, or by all speeds.
template <class F>
Vector by_differences(const System& system, const State& state, bool along_q, F&& f) {
    const std::size_t n = at(system.nu());
    // By speeds all but some forces is of second degree, and rounding of what cancels the greater error.
    const double step = along_q ? 1e-3 : 1e-2;
    Vector matrix;
    for (int k = 0; k < system.nu(); ++k) {
        const Vector column =
            extrapolated([&](double h) -> Vector { return f(moved(system, state, k, along_q, h)); }, step);
        matrix.resize(column.size() * n);
        for (std::size_t i = 0; i < column.size(); ++i) matrix[i * n + at(k)] = column[i];
    }
    return matrix;
}

/// What inverse dynamics asks for at a u̇ and λ, then the errors of the constraints at this u̇.
inline Vector inverse_at(const System& system, const State& state, const Vector& u_dot,
                         const Vector& lambda) {
    const std::size_t n = u_dot.size();
    Vector x(n + lambda.size());
    inverse_dynamics(system, state, u_dot, lambda, {x.data(), n});
    if (!lambda.empty()) acceleration_errors(system, state, u_dot, {x.data() + n, lambda.size()});
    return x;
}

/// Compares derivatives with differences where no equations are solved in between, so that nothing but the differences
/// errs: at the u̇ and λ of the State.
inline void measure_inverse(Law& law, const System& system, const State& state, const std::string& name) {
    DynamicsDerivatives derivatives(system);
    const Vector u_dot = copy(forward_dynamics(system, state));
    const Vector lambda = equation_counts(system).all() > 0 ? copy(multipliers(system, state)) : Vector{};
    const InverseDerivatives& found = derivatives.inverse(state, u_dot, lambda);
    const auto all = [&](const State& there) { return inverse_at(system, there, u_dot, lambda); };
    for (const bool along_q : {true, false}) {
        Vector together = along_q ? found.by_q : found.by_u;
        const Vector& errors = along_q ? found.errors_by_q : found.errors_by_u;
        together.insert(together.end(), errors.begin(), errors.end());
        law.measure(difference(together, by_differences(system, state, along_q, all)),
                    name + (along_q ? " by q" : " by u"));
    }
}

}  // namespace sinew::testing
