// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/dynamics/composite.h>
#include <sinew/dynamics/newton_euler.h>
#include <sinew/system/momentum.h>
#include <sinew/system/work.h>

namespace sinew {

namespace {

const RigidInertia* composites(const System& system, const State& state) {
    const Compiled& c = fitting(system, state);
    auto* K = static_cast<RigidInertia*>(state.cache(c.entries.composite));
    if (!state.is_current(c.entries.composite)) {
        composite_inertias(c.tree, positions(system, state), K);
        state.mark_current(c.entries.composite);
    }
    return K;
}

/// From a body's own frame B to its joint's frame M, in W.
Vec3 p_BM_W(const System& system, const State& state, int node) {
    return -(positions(system, state).X_WB[node].R * instance_of(system.compiled(), state).X_MB[node].p);
}

}  // namespace

MassCentre mass_centre(const System& system, const State& state) {
    const UsualFloats floats;
    return mass_centre(system.compiled().tree, positions(system, state), velocities(system, state).V_WB,
                       accelerations(system, state).A_WM);
}

MassCentre mass_centre_at_velocity(const System& system, const State& state) {
    const UsualFloats floats;
    return mass_centre(system.compiled().tree, positions(system, state), velocities(system, state).V_WB,
                       static_cast<const SpatialAcceleration*>(nullptr));
}

SpatialMomentum momentum(const System& system, const State& state, const Vec3& p_WQ) {
    const UsualFloats floats;
    return momentum(system.compiled().tree, positions(system, state), velocities(system, state).V_WB, p_WQ);
}

SpatialMomentum central_momentum(const System& system, const State& state) {
    const UsualFloats floats;
    return momentum(system, state, mass_centre_at_velocity(system, state).p_WC);
}

void centroidal_momentum_matrix(const System& system, const State& state, std::span<double> A) {
    const UsualFloats floats;
    check_size("A", A.size(), 6 * system.nu());
    momentum_matrix(system.compiled().tree, positions(system, state), composites(system, state),
                    mass_centre_at_velocity(system, state).p_WC, A.data());
}

SpatialForce centroidal_momentum_bias(const System& system, const State& state) {
    const UsualFloats floats;
    const Compiled& c = system.compiled();
    const Work work(system, state);
    const PositionT<double> x = positions(system, state);
    const VelocityT<double> v = velocities(system, state);
    accelerations(c.tree, x, v.c_W, static_cast<const double*>(nullptr), work.A);
    return momentum_rate(c.tree, x, v, work.A, mass_centre_at_velocity(system, state).p_WC);
}

void mass_centre_jacobian(const System& system, const State& state, std::span<double> J) {
    const UsualFloats floats;
    check_size("J", J.size(), 3 * system.nu());
    mass_centre_jacobian(system.compiled().tree, positions(system, state), composites(system, state),
                         J.data());
}

RigidInertia central_inertia(const System& system, const State& state) {
    const UsualFloats floats;
    return system_inertia(system.compiled().tree, positions(system, state),
                          mass_centre_at_velocity(system, state).p_WC);
}

RigidInertia composite_inertia(const System& system, const State& state, BodyId body) {
    const UsualFloats floats;
    const int node = system.compiled().node(body);
    return shift_inward(composites(system, state)[node], p_BM_W(system, state, node));
}

ArticulatedInertia articulated_inertia(const System& system, const State& state, BodyId body) {
    const UsualFloats floats;
    const int node = system.compiled().node(body);
    return shift_inward(articulated(system, state)[node], p_BM_W(system, state, node));
}

}  // namespace sinew
