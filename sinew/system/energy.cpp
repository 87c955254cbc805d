// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/dynamics/momentum.h>
#include <sinew/system/apply.h>
#include <sinew/system/compliant.h>
#include <sinew/system/energy.h>
#include <sinew/system/forces.h>
#include <sinew/system/work.h>

namespace sinew {

namespace {

double power_of(const Compiled& c, const Kinematics& kin, const ForcesView& forces) {
    double power = 0;
    for (int B = 1; B < c.tree.size(); ++B) power += dot(forces.F_W[B], kin.v.V_WB[B]);
    for (int i = 0; i < c.tree.nu; ++i) power += forces.f[i] * kin.u[i];
    return power;
}

/// What one element applies, in the State's work space.
ForcesView forces_of(const System& system, const State& state, ForceId force) {
    const Compiled& c = system.compiled();
    check_force(system, force);
    const Work work(system, state);
    apply_force(c, state, kinematics_of(system, state), force.index, {work.F, work.f});
    return {work.F, work.f};
}

/// From about the joint's frame M to about Bo.
SpatialForce about_Bo(const Kinematics& kin, const ForcesView& forces, int node) {
    return shift_inward(forces.F_W[node], -(kin.x.X_WB[node].R * kin.X_MB[node].p));
}

}  // namespace

double kinetic_energy(const System& system, const State& state) {
    const UsualFloats floats;
    const PositionT<double> x = positions(system, state);
    const VelocityT<double> v = velocities(system, state);
    return kinetic_energy<double>(system.compiled().tree, x, v.V_WB, state.u().data());
}

double potential_energy(const System& system, const State& state) {
    const UsualFloats floats;
    const Compiled& c = system.compiled();
    const Kinematics kin = kinematics_of(system, state);
    double energy = contact_energy(c, state, kin);
    for (int i = 0; i < static_cast<int>(c.forces.size()); ++i) energy += potential_energy(c, state, kin, i);
    return energy;
}

double potential_energy(const System& system, const State& state, ForceId force) {
    const UsualFloats floats;
    check_force(system, force);
    return potential_energy(system.compiled(), state, kinematics_of(system, state), force.index);
}

double total_energy(const System& system, const State& state) {
    const UsualFloats floats;
    return kinetic_energy(system, state) + potential_energy(system, state);
}

double power(const System& system, const State& state) {
    const UsualFloats floats;
    return power_of(system.compiled(), kinematics_of(system, state), applied_forces(system, state));
}

double power(const System& system, const State& state, ForceId force) {
    const UsualFloats floats;
    return power_of(system.compiled(), kinematics_of(system, state), forces_of(system, state, force));
}

SpatialForce applied_on(const System& system, const State& state, BodyId body) {
    const UsualFloats floats;
    const Kinematics kin = kinematics_of(system, state);
    const ForcesView forces = applied_forces(system, state);
    return system.compiled().sum_over_pieces(body, [&](int node) { return about_Bo(kin, forces, node); });
}

SpatialForce applied_on(const System& system, const State& state, ForceId force, BodyId body) {
    const UsualFloats floats;
    const Kinematics kin = kinematics_of(system, state);
    const ForcesView forces = forces_of(system, state, force);
    return system.compiled().sum_over_pieces(body, [&](int node) { return about_Bo(kin, forces, node); });
}

void applied_forces_of(const System& system, const State& state, ForceId force, std::span<SpatialForce> F_B_W,
                       std::span<double> f) {
    const UsualFloats floats;
    const Compiled& c = system.compiled();
    if (!F_B_W.empty()) check_size("F_B_W", F_B_W.size(), c.bodies());
    if (!f.empty()) check_size("f", f.size(), c.tree.nu);
    const Kinematics kin = kinematics_of(system, state);
    const ForcesView forces = forces_of(system, state, force);
    for (std::size_t body = 0; body < F_B_W.size(); ++body)
        F_B_W[body] = c.sum_over_pieces(BodyId{static_cast<int>(body)},
                                        [&](int node) { return about_Bo(kin, forces, node); });
    for (std::size_t i = 0; i < f.size(); ++i) f[i] = forces.f[i];
}

std::span<const double> applied_on_speeds(const System& system, const State& state) {
    const UsualFloats floats;
    return {applied_forces(system, state).f, size(system.nu())};
}

}  // namespace sinew
