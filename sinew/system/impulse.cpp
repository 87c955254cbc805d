// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/error.h>
#include <sinew/dynamics/articulated.h>
#include <sinew/system/constrain.h>
#include <sinew/system/constraint_blocks.h>
#include <sinew/system/constraints.h>
#include <sinew/system/driven.h>
#include <sinew/system/energy.h>
#include <sinew/system/impulse.h>
#include <sinew/system/jacobians.h>
#include <sinew/system/work.h>

#include <cmath>

namespace sinew {

namespace {

void check_finite(const char* what, double x) {
    if (!std::isfinite(x)) throw StateError(std::string(what) + " has a number that is not finite.");
}

/// Δu = M_ff⁻¹ f; zero where motion is given.
void respond(const System& system, const State& state, const std::vector<double>& f,
             std::vector<double>& du) {
    const ArticulatedT<double> y = free_factors(system, state);
    const Work work(system, state);
    multiply_by_M_inverse(system.compiled().tree, positions(system, state), y, driven(system, state).bodies,
                          f.data(), du.data(), work.z, work.A);
}

}  // namespace

ImpulseResponse impulse_response(const System& system, const State& state, const Impulses& impulses) {
    const UsualFloats floats;
    const Compiled& c = fitting(system, state);
    const std::size_t n = size(c.tree.nu), m = size(c.constraints.a);
    if (!impulses.f.empty()) check_size("impulses.f", impulses.f.size(), c.tree.nu);
    if (!impulses.F_B_W.empty()) check_size("impulses.F_B_W", impulses.F_B_W.size(), c.bodies());
    if (!impulses.jumps.empty()) check_size("impulses.jumps", impulses.jumps.size(), c.constraints.v);
    for (const double x : impulses.f) check_finite("impulses.f", x);
    for (const double x : impulses.jumps) check_finite("impulses.jumps", x);
    for (const SpatialForce& F : impulses.F_B_W)
        check_finite("impulses.F_B_W", dot(F.m, F.m) + dot(F.f, F.f));
    ImpulseResponse r{std::vector<double>(n), std::vector<double>(m), std::vector<double>(n), 0};
    std::vector<double> f(n), Gt(n), M_du(n);
    if (!impulses.F_B_W.empty()) multiply_by_J_transpose(system, state, impulses.F_B_W, f);
    for (std::size_t i = 0; !impulses.f.empty() && i < n; ++i) f[i] += impulses.f[i];
    respond(system, state, f, r.u_change);
    if (is_constrained(c, state)) {  // W λ = G Δu₀ − jumps
        multiply_by_G(system, state, r.u_change, r.multipliers);
        const std::uint8_t* disabled = disabled_constraints(c, state);
        for (std::size_t k = 0; !impulses.jumps.empty() && k < c.constraints.all.size(); ++k) {
            const BoundConstraint& b = c.constraints.all[k];
            for (int i = 0; !disabled[k] && i < b.counts.holonomic + b.counts.nonholonomic; ++i)
                r.multipliers[size(b.a + i)] -= impulses.jumps[size(b.v + i)];
        }
        solve_constraints(system, state, r.multipliers);
        multiply_by_G_transpose(system, state, r.multipliers, Gt);
        for (std::size_t i = 0; i < n; ++i) f[i] -= Gt[i];
        respond(system, state, f, r.u_change);
    }
    multiply_by_M(system, state, r.u_change, M_du);
    const Driven given = driven(system, state);
    for (int B = 1; B < c.tree.size(); ++B)
        for (int u = c.tree[B].u; given.level[B] && u < c.tree[B].u + c.tree[B].nu; ++u)
            r.motor_impulses[size(u)] = M_du[size(u)] - f[size(u)];
    std::vector<double> M_u(n);
    multiply_by_M(system, state, state.u(), M_u);
    for (std::size_t i = 0; i < n; ++i) r.energy_change += r.u_change[i] * (M_u[i] + 0.5 * M_du[i]);
    return r;
}

ImpulseResponse apply_impulse(const System& system, State& state, const Impulses& impulses) {
    ImpulseResponse r = impulse_response(system, state, impulses);
    std::vector<double> u(state.u().begin(), state.u().end());
    for (std::size_t i = 0; i < u.size(); ++i) u[i] += r.u_change[i];
    state.set_u(u);
    return r;
}

ImpulseResponse end_velocity_errors(const System& system, State& state) {
    const std::span<const double> errors = velocity_errors(system, state);
    std::vector<double> jumps(errors.begin(), errors.end());
    for (double& x : jumps) x = -x;
    return apply_impulse(system, state, {.jumps = jumps});
}

}  // namespace sinew
