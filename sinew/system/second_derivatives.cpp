// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/error.h>
#include <sinew/system/constrain.h>
#include <sinew/system/derivative_memory.h>

#include <algorithm>

namespace sinew {

namespace {

using Twice = DualT<Dual>;
using Vector = std::vector<double>;

/// A direction with all its parts, in coordinates: q' = N v.
struct Whole {
    Vector q, u, u_dot, lambda;

    Whole(const System& system, const State& state, const StateDirection& v)
        : q(state.q().size()),
          u(state.u().size()),
          u_dot(u.size()),
          lambda(size(system.compiled().constraints.a)) {
        const auto take = [&](const char* what, std::span<const double> part, Vector& to) {
            if (part.empty()) return;
            check_size(what, part.size(), static_cast<int>(to.size()));
            std::copy(part.begin(), part.end(), to.begin());
        };
        take("direction.u", v.u, u), take("direction.u_dot", v.u_dot, u_dot);
        if (v.q.empty()) return;
        check_size("direction.q", v.q.size(), system.nu());
        multiply_by_N(system, state, v.q, q);
    }
};

/// All derivatives of one kind, which part(x) picks from a number, become those of a direction.
template <class T, class Part>
void seed(DynamicsOn<T>& on, const Whole& v, Part part) {
    const auto put = [&](std::vector<T>& to, const Vector& from) {
        for (std::size_t i = 0; i < from.size(); ++i) part(to[i]) = from[i];
    };
    put(on.q, v.q), put(on.u, v.u), put(on.u_dot, v.u_dot), put(on.lambda, v.lambda);
}

double& along_v(Twice& x) { return x.v.d; }
double& along_w(Twice& x) { return x.d.v; }
double& along_one(Dual& x) { return x.d; }

void check_that_all_is_exact(const System& system, const State& state) {
    const Compiled& c = fitting(system, state);
    if (any_of_users_own(c) || c.has_plain_joints)
        throw StateError(
            "second derivatives are not known where surfaces yield or where elements or joints of your own "
            "take "
            "part, which know plain numbers only. Take differences of first derivatives.");
    if (has_custom_functions(c))
        throw StateError(
            "second derivatives want fourth ones of the functions that joints and constraints follow, which "
            "a "
            "function::Custom does not know. Take differences of first derivatives.");
    if (!motions_follow_time_alone(system, state))
        throw StateError(
            "second derivatives are known where Motions follow time alone. Take differences of first "
            "derivatives.");
}

/// ∂²τ and ∂²a along v and w, after take().
void second(DynamicsDerivatives::Memory& memory, const Whole& v, const Whole& w) {
    DynamicsOn<Twice>& on = *memory.on_dual_of_dual;
    seed(on, v, along_v), seed(on, w, along_w);
    on.evaluate();
    memory.second.of_tau.resize(on.tau.size()), memory.second.of_errors.resize(on.errors.size());
    for (std::size_t i = 0; i < on.tau.size(); ++i) memory.second.of_tau[i] = on.tau[i].d.d;
    for (std::size_t e = 0; e < on.errors.size(); ++e) memory.second.of_errors[e] = on.errors[e].d.d;
}

void take(DynamicsDerivatives::Memory& memory, const State& state, const double* u_dot,
          const double* lambda) {
    if (!memory.on_dual_of_dual) memory.on_dual_of_dual = std::make_unique<DynamicsOn<Twice>>(memory.system);
    memory.on_dual_of_dual->take(state, u_dot, lambda);
}

/// x and multipliers with M x + Gᵀλ = −τ and G x = −a, after M_inv and the constraints' matrices.
void solve(DynamicsDerivatives::Memory& memory, const State& state, bool constrained, const Vector& tau,
           const Vector& errors, Vector& x, Vector& lambda) {
    const std::size_t n = tau.size();
    x.assign(n, 0.0), lambda.assign(errors.size(), 0.0);
    solve_for_accelerations(memory, state, tau.data(), 1, x.data());
    if (constrained) obey_constraints(memory, state, 1, &errors, x, lambda);
}

}  // namespace

const SecondDerivatives& DynamicsDerivatives::inverse_along(const State& state, std::span<const double> u_dot,
                                                            const StateDirection& v, const StateDirection& w,
                                                            std::span<const double> lambda) {
    Memory& memory = *memory_;
    const Compiled& c = fitting(memory.system, state);
    check_that_all_is_exact(memory.system, state);
    check_size("u_dot", u_dot.size(), c.tree.nu);
    if (!lambda.empty()) check_size("lambda", lambda.size(), c.constraints.a);
    take(memory, state, u_dot.data(), lambda.empty() ? nullptr : lambda.data());
    second(memory, {memory.system, state, v}, {memory.system, state, w});
    memory.second.of_u_dot.clear(), memory.second.of_lambda.clear();
    return memory.second;
}

/// With V = (v, ∂u̇[v], ∂λ[v]) and W alike, τ(q, u, u̇, λ) = 0 and a(q, u, u̇) = 0 are differentiated twice:
///     M ∂²u̇[v, w] + Gᵀ ∂²λ[v, w] = −∂²τ[V, W]     G ∂²u̇[v, w] = −∂²a[V, W]                                    (9.92)
const SecondDerivatives& DynamicsDerivatives::forward_along(const State& state, const StateDirection& v,
                                                            const StateDirection& w) {
    Memory& memory = *memory_;
    const System& system = memory.system;
    const Compiled& c = fitting(system, state);
    check_that_all_is_exact(system, state);
    check_that_nothing_is_fast(system);
    check_that_nothing_rubs(system, state, "second derivatives");
    memory.friction.count = 0;
    const double* u_dot = accelerations(system, state).u_dot;
    const bool constrained = is_constrained(c, state);
    const double* lambda = constrained ? multipliers_of(system, state) : nullptr;
    if (!solves_by_passes(c)) find_inverse_mass(memory, state);
    if (constrained) find_constraint_rows(memory, state);
    if (!memory.on_dual) memory.on_dual = std::make_unique<DynamicsOn<Dual>>(system);
    DynamicsOn<Dual>& on = *memory.on_dual;
    Whole both[]{{system, state, {v.q, v.u, {}}}, {system, state, {w.q, w.u, {}}}};
    Vector tau(size(c.tree.nu)), errors(size(c.constraints.a));
    for (Whole& one : both) {
        on.take(state, u_dot, lambda);
        seed(on, one, along_one);
        on.evaluate();
        for (std::size_t i = 0; i < tau.size(); ++i) tau[i] = on.tau[i].d;
        for (std::size_t e = 0; e < errors.size(); ++e) errors[e] = on.errors[e].d;
        solve(memory, state, constrained, tau, errors, one.u_dot, one.lambda);
    }
    take(memory, state, u_dot, lambda);
    second(memory, both[0], both[1]);
    solve(memory, state, constrained, memory.second.of_tau, memory.second.of_errors, memory.second.of_u_dot,
          memory.second.of_lambda);
    return memory.second;
}

/// With weights x, μ = (∂u̇/∂f)ᵀ x and ν = W⁺ G M⁻¹ x found once:
///     ∂²(xᵀu̇)[v, e_k] = −μᵀ ∂²τ[V, E_k] − νᵀ ∂²a[V, E_k]                                                    (9.93)
void DynamicsDerivatives::hessian_times(const State& state, std::span<const double> weights,
                                        const StateDirection& v, std::span<double> by_q,
                                        std::span<double> by_u) {
    Memory& memory = *memory_;
    const System& system = memory.system;
    const Compiled& c = fitting(system, state);
    check_that_all_is_exact(system, state);
    check_that_nothing_rubs(system, state, "second derivatives");
    const std::size_t n = size(c.tree.nu), m = size(c.constraints.a);
    check_size("weights", weights.size(), c.tree.nu);
    check_size("by_q", by_q.size(), c.tree.nu), check_size("by_u", by_u.size(), c.tree.nu);
    const ForwardDerivatives first = forward(state);  // a copy: its memory is needed again
    const bool constrained = is_constrained(c, state);
    const double* lambda = constrained ? multipliers_of(system, state) : nullptr;
    Vector mu(n), nu(m);
    for (std::size_t k = 0; k < n; ++k)
        for (std::size_t i = 0; i < n; ++i) mu[k] += weights[i] * first.by_f[i * n + k];
    if (constrained) {
        Vector x(n);
        const Vector minus(weights.begin(), weights.end());
        solve_for_accelerations(memory, state, minus.data(), 1, x.data());
        for (double& a : x) a = -a;
        memory.G.add_product(x.data(), 1, nu.data());
        solve_for_multipliers(system, state, nu.data());
    }
    Whole V(system, state, {v.q, v.u, {}});
    const auto respond = [&](const Vector& by_mobility, const Vector& by_speed, std::size_t rows,
                             Vector& to) {
        for (std::size_t i = 0; i < rows; ++i)
            for (std::size_t k = 0; k < n; ++k)
                to[i] += (v.q.empty() ? 0 : by_mobility[i * n + k] * v.q[k]) +
                         (v.u.empty() ? 0 : by_speed[i * n + k] * v.u[k]);
    };
    respond(first.by_q, first.by_u, n, V.u_dot);
    respond(first.lambda_by_q, first.lambda_by_u, m, V.lambda);
    take(memory, state, accelerations(system, state).u_dot, lambda);
    Vector unit(n);
    for (const bool along_q : {true, false})
        for (std::size_t k = 0; k < n; ++k) {
            unit[k] = 1;
            Whole E(system, state, along_q ? StateDirection{.q = unit} : StateDirection{.u = unit});
            const Vector &a = along_q ? first.by_q : first.by_u,
                         &l = along_q ? first.lambda_by_q : first.lambda_by_u;
            for (std::size_t i = 0; i < n; ++i) E.u_dot[i] = a[i * n + k];
            for (std::size_t e = 0; e < m; ++e) E.lambda[e] = l[e * n + k];
            second(memory, V, E);
            double sum = 0;
            for (std::size_t i = 0; i < n; ++i) sum -= mu[i] * memory.second.of_tau[i];
            for (std::size_t e = 0; e < m; ++e) sum -= nu[e] * memory.second.of_errors[e];
            (along_q ? by_q : by_u)[k] = sum;
            unit[k] = 0;
        }
}

}  // namespace sinew
