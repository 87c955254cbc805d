// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/error.h>
#include <sinew/base/names.h>
#include <sinew/dynamics/articulated.h>
#include <sinew/dynamics/position.h>
#include <sinew/dynamics/velocity.h>
#include <sinew/system/apply.h>
#include <sinew/system/compiled.h>
#include <sinew/system/constrain.h>
#include <sinew/system/driven.h>
#include <sinew/system/kinematics_memory.h>
#include <sinew/system/views.h>
#include <sinew/system/work.h>

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

Cursor cursor(const State& state, CacheId entry) { return {static_cast<std::byte*>(state.cache(entry))}; }

PositionT<double> position_memory(const Compiled& c, const State& state, const Instance& instance) {
    Cursor memory = cursor(state, c.entries.position);
    const int bodies = c.tree.size();
    PositionT<double> x;
    x.in_lanes = memory.take<PositionInLanes>(c.tree.steps);  // first, where a cache line begins
    x.X_WB = memory.take<Transform>(bodies);
    x.p_PB_W = memory.take<Vec3>(bodies);
    x.H_W = memory.take<SpatialVelocity>(c.tree.nu);
    x.scratch = memory.take<double>(c.tree.scratch);
    x.armature = instance.armature;
    x.body = instance.passes.body;
    x.constants_in_lanes = instance.passes.in_lanes;
    return x;
}

/// With what they follow from, found before.
VelocityT<double> velocities(const Compiled& c, const State& state, const Instance& instance,
                             const PositionT<double>& x) {
    const VelocityT<double> v = velocity_memory(c, state);
    if (!state.is_current(c.entries.velocity)) {
        const UsualFloats floats;
        try {
            velocity_kinematics(*instance.tree, instance.passes, x, state.q().data(), state.u().data(), v);
        } catch (...) {
            rethrow_of_joint(c, state);
        }
        if (c.has_users_joints) check_velocities(c, state, v);
        state.mark_current(c.entries.velocity);
    }
    return v;
}

}  // namespace

PositionT<double> position_memory(const Compiled& c, const State& state) {
    return position_memory(c, state, instance_of(c, state));
}

VelocityT<double> velocity_memory(const Compiled& c, const State& state) {
    Cursor memory = cursor(state, c.entries.velocity);
    const int bodies = c.tree.size();
    auto* in_lanes = memory.take<VelocityInLanes>(c.tree.steps);
    return {memory.take<SpatialVelocity>(bodies), memory.take<SpatialAcceleration>(bodies), in_lanes};
}

PositionT<double> positions(const Compiled& c, const State& state, const Instance& instance) {
    const PositionT<double> x = position_memory(c, state, instance);
    if (!state.is_current(c.entries.position)) {
        const UsualFloats floats;
        try {
            position_kinematics(*instance.tree, instance.passes, state.q().data(), x);
        } catch (...) {
            rethrow_of_joint(c, state);
        }
        if (c.has_users_joints) check_poses(c, state, x);
        state.mark_current(c.entries.position);
    }
    return x;
}

PositionT<double> positions(const System& system, const State& state) {
    const Compiled& c = system.compiled();
    return positions(c, state, instance_of(c, state));
}

VelocityT<double> velocities(const System& system, const State& state) {
    const Compiled& c = fitting(system, state);
    if (state.is_current(c.entries.velocity)) return velocity_memory(c, state);
    const Instance instance = instance_of(c, state);
    return velocities(c, state, instance, positions(c, state, instance));
}

ArticulatedT<double> factors_at(const Compiled& c, const State& state, CacheId entry) {
    Cursor memory = cursor(state, entry);
    auto* in_lanes = memory.take<FactorsInLanes>(c.tree.steps);
    return {nullptr, memory.take<SpatialForce>(c.tree.nu), memory.take<double>(c.tree.squares), in_lanes};
}
ArticulatedT<double> factors_memory(const Compiled& c, const State& state) {
    return factors_at(c, state, c.entries.factors);
}

ArticulatedT<double> factors(const System& system, const State& state) {
    const Compiled& c = fitting(system, state);
    const ArticulatedT<double> y = factors_memory(c, state);
    if (!state.is_current(c.entries.factors)) {
        const Work work(system, state);
        if (articulated_inertias(c.tree, positions(system, state), nullptr, work.pending, y))
            throw_singular(system, state);
        state.mark_current(c.entries.factors);
    }
    return y;
}

const ArticulatedInertia* articulated(const System& system, const State& state) {
    const Compiled& c = fitting(system, state);
    auto* Y = static_cast<ArticulatedInertia*>(state.cache(c.entries.articulated));
    if (!state.is_current(c.entries.articulated)) {
        ArticulatedT<double> y = factors_memory(c, state);
        y.Y_B_W = Y;
        const Work work(system, state);
        if (articulated_inertias(c.tree, positions(system, state), nullptr, work.pending, y))
            throw_singular(system, state);
        state.mark_current(c.entries.articulated);
        state.mark_current(c.entries.factors);
    }
    return Y;
}

Kinematics kinematics_of(const System& system, const State& state, bool moving) {
    const Compiled& c = system.compiled();
    const Instance instance = instance_of(c, state);
    const PositionT<double> x = positions(c, state, instance);
    return {x,
            moving ? velocities(c, state, instance, x) : VelocityT<double>{nullptr, nullptr},
            instance.X_MB,
            state.q().data(),
            state.u().data(),
            c.tree.size(),
            c.tree.nu,
            state.time()};
}

namespace {

/// Makes the accelerations of free motion obey the constraints, and keeps their multipliers.
void constrain_kept(const System& system, const State& state, const AccelerationView& a) {
    const Compiled& c = system.compiled();
    double* lambda = multipliers_memory(c, state);
    if (is_constrained(c, state)) constrain(system, state, a.u_dot, a.A_WM, lambda);
    else std::fill_n(lambda, c.constraints.a, 0.0);
}

}  // namespace

ForcesView applied_forces(const System& system, const State& state) {
    const Compiled& c = fitting(system, state);
    Cursor memory = cursor(state, c.entries.forces);
    const ForcesView forces{memory.take<SpatialForce>(c.tree.size()), memory.take<double>(c.tree.nu)};
    if (!state.is_current(c.entries.forces)) {
        const UsualFloats floats;
        apply_forces(c, state, kinematics_of(system, state), forces);
        state.mark_current(c.entries.forces);
    }
    return forces;
}

LoadsView loads(const System& system, const State& state, const Kinematics& kin) {
    const Compiled& c = system.compiled();
    Cursor memory = cursor(state, c.entries.loads);
    const ForcesView at{memory.take<SpatialForce>(c.tree.size()), memory.take<double>(c.tree.nu)};
    const LoadsView loads = loads_of(c, state, at);
    if (!state.is_current(c.entries.loads)) {
        const UsualFloats floats;
        apply_loads(c, state, kin, loads);
    }
    return loads;
}

AccelerationView accelerations(const System& system, const State& state) {
    const Compiled& c = fitting(system, state);
    Cursor memory = cursor(state, c.entries.acceleration);
    auto* A_WM = memory.take<SpatialAcceleration>(c.tree.size());
    const AccelerationView a{A_WM, memory.take<double>(c.tree.nu), memory.take<double>(c.layout->nz)};
    if (!state.is_current(c.entries.acceleration)) {
        const Work work(system, state);
        const Kinematics kin = kinematics_of(system, state);
        const LoadsView forces = loads(system, state, kin);
        const Driven given = driven(system, state);
        if (given.bodies) given_accelerations(system, state, given, a.u_dot);
        const int singular = forward_dynamics(
            c.tree, kin.x, kin.v,
            ForwardT<double>{forces.f, forces.F_W, forces.gravity, given.bodies, a.u_dot, A_WM}, work.pending,
            free_factors_memory(c, state, given));
        if (singular) throw_singular(system, state, given.bodies);
        mark_free_factors(c, state, given);
        if (!c.constraints.all.empty()) constrain_kept(system, state, a);
        if (c.layout->nz > 0) auxiliary_rates(c, state, kin, a);
        if (!all_finite(a.u_dot, c.tree.nu) || !all_finite(a.z_dot, c.layout->nz))
            throw_not_finite(system, state, a);
        state.mark_current(c.entries.loads);  // not before they have proved to be numbers
        state.mark_current(c.entries.acceleration);
    }
    return a;
}

void realize(const System& system, const State& state, Stage stage) {
    fitting(system, state);
    if (stage >= Stage::instance) instance_of(system.compiled(), state);
    if (stage >= Stage::position) positions(system, state);
    if (stage >= Stage::velocity) velocities(system, state);
    if (stage >= Stage::force) applied_forces(system, state);
    if (stage >= Stage::acceleration) accelerations(system, state);
}

}  // namespace sinew
