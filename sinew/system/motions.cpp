// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/float_environment.h>
#include <sinew/base/names.h>
#include <sinew/dynamics/newton_euler.h>
#include <sinew/joints/coordinates.h>
#include <sinew/system/apply.h>
#include <sinew/system/constrain.h>
#include <sinew/system/driven.h>
#include <sinew/system/given.h>
#include <sinew/system/kinematics.h>
#include <sinew/system/motions.h>
#include <sinew/system/views.h>
#include <sinew/system/work.h>

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

const Motion& motion_of(const System& system, MotionId motion) {
    const std::vector<Motion>& all = system.model().motions;
    if (motion.index < 0 || size(motion.index) >= all.size())
        throw StateError("system " + quoted(system.model().name) + " has no motion number " +
                         std::to_string(motion.index) +
                         ". The id belongs to another model, or was never set.");
    return all[size(motion.index)];
}

const double* held_values(const Compiled& c, const State& state) {
    return reinterpret_cast<const double*>(
        state.variable_bytes(c.lock_values, size(c.tree.nq + c.tree.nu) * sizeof(double)));
}

void set_lock(const Compiled& c, State& state, int node, MotionLevel level) {
    const std::byte* old = state.variable_bytes(c.locks, size(c.tree.size()));
    std::vector<std::byte> locks(old, old + c.tree.size());
    locks[size(node)] = static_cast<std::byte>(level);
    state.set_bytes(c.locks, locks);
}

/// A joint that no Motion drives, but a lock to what a Relaxer finds: it is where it is.
bool is_settled(const Compiled& c, const Driven& given, int B) {
    return given.motion[B] < 0 && !c.fast_level.empty() && c.fast_level[size(B)] == given.level[B];
}

AnyJointId joint_at(const Compiled& c, int node) { return {{c.joint_of_node[size(node)]}}; }

[[noreturn]] void throw_mismatch(const System& system, const Motion& motion, std::size_t coordinates) {
    throw StateError(
        "motion " + quoted(motion.name) + " gives " + std::to_string(motion.functions.size()) +
        " coordinates, but joint " + quoted(system.model().joints[size(motion.joint.index)].placement.name) +
        " has " + std::to_string(coordinates) +
        " in this State. A joint by quaternion takes four functions, by angles three (use_angles).");
}

/// The coordinates a Motion gives now. A quaternion must be one of a unit's length, and becomes exactly so.
void given_positions(const System& system, const State& state, const Motion& motion, double* q) {
    const Compiled& c = system.compiled();
    const int B = c.node(motion.joint);
    const Node& node = c.tree[B];
    const std::uint8_t by_angles = instance_of(c, state).passes.by_angles[B];
    with_joint(node.kind, by_angles, [&]<class J> {
        if (size(nq_of<J>(node.data)) != motion.functions.size())
            throw_mismatch(system, motion, size(nq_of<J>(node.data)));
        for (std::size_t i = 0; i < motion.functions.size(); ++i) {
            q[i] = motion.functions[i].evaluate(state.time()).value;
            if (!std::isfinite(q[i]))
                throw StateError("motion " + quoted(motion.name) + " gives " + shortest(q[i]) + " for " +
                                 quoted(c.layout->q_names[size(node.q) + i]) + " at time " +
                                 shortest(state.time()) + ".");
        }
        if (!has_quaternion<J>(node.data)) return;
        const double length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
        if (!(std::abs(length - 1) <= 1e-6))
            throw StateError("motion " + quoted(motion.name) + " gives a quaternion of length " +
                             shortest(length) + " at time " + shortest(state.time()) +
                             ". Its four functions must keep it at length 1; or drive the joint at velocity "
                             "level, or by angles.");
        for (int i = 0; i < 4; ++i) q[i] /= length;
    });
}

/// A quaternion that changes its length, or a line joint asked to spin about its line.
[[noreturn]] void throw_cannot_follow(const Compiled& c, const Motion& motion, int q, double asked,
                                      double possible, double time) {
    throw StateError(
        "motion " + quoted(motion.name) + " asks for a rate of " + shortest(asked) + " of " +
        quoted(c.layout->q_names[size(q)]) + " at time " + shortest(time) + ", but no speeds of joint " +
        quoted(c.model.joints[size(motion.joint.index)].placement.name) + " give more than " +
        shortest(possible) +
        ". A quaternion keeps its length, and a line does not spin about itself; drive the joint "
        "at velocity level if that is what is meant.");
}

void given_velocities(const System& system, const State& state, const Motion& motion, double* u) {
    const Compiled& c = system.compiled();
    const int B = c.node(motion.joint);
    const Node& node = c.tree[B];
    if (motion.level == MotionLevel::velocity) {
        double x[max_motion_arguments];
        int count = 0;
        x[count++] = state.time();
        for (const AnyJointId joint : joints_read_by(motion))
            for (const double q : state.q(joint)) x[count++] = q;
        for (std::size_t i = 0; i < motion.functions.size(); ++i)
            u[i] = motion.functions[i].evaluate<double>(x, count);
    } else {  // u = N⁺ q̇
        const Instance instance = instance_of(c, state);
        with_joint(node.kind, instance.passes.by_angles[B], [&]<class J> {
            const JointInput<double> in{instance.passes.k + node.k, state.q().data() + node.q,
                                        positions(system, state).scratch + node.scratch, node.data};
            double q_dot[max_nq] = {};
            for (std::size_t i = 0; i < motion.functions.size(); ++i)
                q_dot[i] = motion.functions[i].evaluate(state.time()).d1;
            multiply_N_inverse<J>(in, q_dot, u);
            double follows[max_nq];
            multiply_N<J>(in, u, follows);
            for (int i = 0; i < nq_of<J>(node.data); ++i)
                if (std::abs(follows[i] - q_dot[i]) > 1e-6 * (1 + std::abs(q_dot[i])))
                    throw_cannot_follow(c, motion, node.q + i, q_dot[i], follows[i], state.time());
        });
    }
    if (!all_finite(u, node.nu))
        throw StateError("motion " + quoted(motion.name) + " gives speeds that are not finite, at time " +
                         shortest(state.time()) + ".");
}

}  // namespace

void set_enabled(const System& system, State& state, MotionId motion, bool enabled) {
    const Compiled& c = fitting(system, state);
    const Motion& own = motion_of(system, motion);
    if (enabled)
        for (int i = 0; i < static_cast<int>(c.model.motions.size()); ++i)
            if (i != motion.index && c.model.motions[size(i)].joint.index == own.joint.index &&
                is_enabled(system, state, MotionId{i}))
                throw StateError("motion " + quoted(own.name) + " and motion " +
                                 quoted(c.model.motions[size(i)].name) + " drive the same joint " +
                                 quoted(c.model.joints[size(own.joint.index)].placement.name) +
                                 ". Disable one before enabling the other.");
    state.set_byte(c.disabled_motions, motion.index, !enabled);
}

bool is_enabled(const System& system, const State& state, MotionId motion) {
    const Compiled& c = fitting(system, state);
    motion_of(system, motion);
    return state.variable_bytes(c.disabled_motions, c.model.motions.size())[motion.index] == std::byte{0};
}

void lock(const System& system, State& state, AnyJointId joint, MotionLevel level) {
    const Compiled& c = fitting(system, state);
    const Node& node = c.tree[c.node(joint)];
    const std::vector<double> zeros(size(node.nu));
    if (level == MotionLevel::position) state.set_u(joint, zeros);
    const std::vector<double> q(state.q(joint).begin(), state.q(joint).end()),
        u(state.u(joint).begin(), state.u(joint).end());
    state.set_numbers(c.lock_values, node.q, q);
    state.set_numbers(c.lock_values, c.tree.nq + node.u, u);
    set_lock(c, state, c.node(joint), level);
}

void unlock(const System& system, State& state, AnyJointId joint) {
    const Compiled& c = fitting(system, state);
    set_lock(c, state, c.node(joint), MotionLevel::none);
}

bool is_locked(const System& system, const State& state, AnyJointId joint) {
    const Compiled& c = fitting(system, state);
    return state.variable_bytes(c.locks, size(c.tree.size()))[c.node(joint)] != std::byte{0};
}

MotionLevel motion_level(const System& system, const State& state, AnyJointId joint) {
    return static_cast<MotionLevel>(driven(system, state).level[system.compiled().node(joint)]);
}

void prescribe_positions(const System& system, State& state) {
    const UsualFloats floats;
    const Compiled& c = fitting(system, state);
    const Driven given = driven(system, state);
    double q[max_nq];
    for (const int B : given.nodes) {
        if (given.level[B] != static_cast<std::uint8_t>(MotionLevel::position) || is_settled(c, given, B))
            continue;
        const std::span<const double> now = state.q(joint_at(c, B));
        std::copy(now.begin(), now.end(), q);
        if (given.motion[B] < 0) std::copy_n(held_values(c, state) + c.tree[B].q, now.size(), q);
        else given_positions(system, state, c.model.motions[size(given.motion[B])], q);
        if (!std::equal(now.begin(), now.end(), q))  // writing what is there already would make all stale
            state.set_q(joint_at(c, B), std::span<const double>(q, now.size()));
    }
}

void prescribe_velocities(const System& system, State& state) {
    const UsualFloats floats;
    const Compiled& c = fitting(system, state);
    const Driven given = driven(system, state);
    double u[max_nu];
    for (const int B : given.nodes) {
        if (given.level[B] < static_cast<std::uint8_t>(MotionLevel::velocity)) continue;
        if (given.level[B] == static_cast<std::uint8_t>(MotionLevel::velocity) && is_settled(c, given, B))
            continue;
        const std::span<const double> now = state.u(joint_at(c, B));
        if (given.motion[B] < 0) std::copy_n(held_values(c, state) + c.tree.nq + c.tree[B].u, now.size(), u);
        else given_velocities(system, state, c.model.motions[size(given.motion[B])], u);
        if (!std::equal(now.begin(), now.end(), u))
            state.set_u(joint_at(c, B), std::span<const double>(u, now.size()));
    }
}

void prescribe(const System& system, State& state) {
    prescribe_positions(system, state);
    prescribe_velocities(system, state);
}

void motor_forces(const System& system, const State& state, std::span<double> f) {
    const UsualFloats floats;
    const Compiled& c = fitting(system, state);
    check_size("f", f.size(), system.nu());
    const Driven given = driven(system, state);
    if (given.bodies) {
        const AccelerationView a = accelerations(system, state);
        const ForcesView forces = applied_forces(system, state);
        const Work work(system, state);
        std::copy_n(forces.F_W, c.tree.size(), work.F);
        std::copy_n(forces.f, c.tree.nu, work.f);
        if (!c.constraints.all.empty())
            add_constraint_forces(system, state, multipliers_of(system, state), -1, work.F, work.f);
        inverse_dynamics(c.tree, positions(system, state), velocities(system, state),
                         InverseT<double>{a.u_dot, work.f, work.F, f.data(), work.A, work.z});
    }
    for (int B = 1; B < c.tree.size(); ++B)
        if (!given.level[B])
            for (int i = 0; i < c.tree[B].nu; ++i) f[size(c.tree[B].u + i)] = 0;
}

double motor_power(const System& system, const State& state, AnyJointId joint) {
    const Compiled& c = fitting(system, state);
    std::vector<double> f(size(system.nu()));
    motor_forces(system, state, f);
    const Node& node = c.tree[c.node(joint)];
    double sum = 0;
    for (int i = node.u; i < node.u + node.nu; ++i) sum += f[size(i)] * state.u()[size(i)];
    return sum;
}

double motor_power(const System& system, const State& state) {
    std::vector<double> f(size(system.nu()));
    motor_forces(system, state, f);
    double sum = 0;
    for (std::size_t i = 0; i < f.size(); ++i) sum += f[i] * state.u()[i];
    return sum;
}

}  // namespace sinew
