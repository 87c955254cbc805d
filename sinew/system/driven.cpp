// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/dynamics/articulated.h>
#include <sinew/joints/coordinates.h>
#include <sinew/system/apply.h>
#include <sinew/system/driven.h>
#include <sinew/system/given.h>
#include <sinew/system/kinematics.h>
#include <sinew/system/views.h>
#include <sinew/system/work.h>

namespace sinew {

void bind_motions(Compiled& c) {
    std::vector<std::uint8_t> disabled;
    for (const Motion& motion : c.model.motions) disabled.push_back(!motion.enabled);
    std::vector<std::uint8_t> locked = c.fast_level;
    locked.resize(size(c.tree.size()));
    const std::vector<double> zeros(size(c.tree.nq + c.tree.nu));
    const auto add = [&](const char* name, const void* initial, std::size_t bytes, std::size_t alignment,
                         PlainType type) {
        return c.layout->add_variable_bytes(name, initial, bytes, alignment, type, Stage::instance);
    };
    c.disabled_motions = add("disabled_motions", disabled.data(), disabled.size(), 1, PlainType{});
    c.locks = add("locks", locked.data(), locked.size(), 1, PlainType{});
    c.lock_values = add("lock_values", zeros.data(), zeros.size() * sizeof(double), alignof(double),
                        PlainType{ValueType::real, sizeof(double), true});
}

Driven driven(const System& system, const State& state) {
    const Compiled& c = fitting(system, state);
    const int bodies = c.tree.size();
    Cursor memory{static_cast<std::byte*>(state.cache(c.entries.driven))};
    int* count = memory.take<int>(1);
    int* nodes = memory.take<int>(bodies);
    int* motion = memory.take<int>(bodies);
    auto* level = memory.take<std::uint8_t>(bodies);
    if (!state.is_current(c.entries.driven)) {
        const std::byte* locks = state.variable_bytes(c.locks, size(bodies));
        for (int B = 0; B < bodies; ++B) {
            level[B] = static_cast<std::uint8_t>(locks[B]);
            motion[B] = -1;
        }
        const std::byte* disabled = state.variable_bytes(c.disabled_motions, c.model.motions.size());
        for (std::size_t i = 0; i < c.model.motions.size(); ++i) {
            const int B = c.node_of_joint[size(c.model.motions[i].joint.index)];
            if (disabled[i] != std::byte{0} || level[B]) continue;
            level[B] = static_cast<std::uint8_t>(c.model.motions[i].level);
            motion[B] = static_cast<int>(i);
        }
        *count = 0;
        for (int B = 1; B < bodies; ++B)
            if (level[B]) nodes[(*count)++] = B;
        state.mark_current(c.entries.driven);
    }
    return {level, motion, *count > 0 ? level : nullptr, {nodes, size(*count)}};
}

namespace {

/// u̇ of a joint whose coordinates are given: N⁺(q̈ − Ṅ u)                                             (9.21)
void acceleration_of_positions(const System& system, const State& state, const Motion& motion, int B,
                               double* u_dot) {
    const Compiled& c = system.compiled();
    const Node& node = c.tree[B];
    const Instance instance = instance_of(c, state);
    with_joint(node.kind, instance.passes.by_angles[B], [&]<class J> {
        const JointInput<double> in{instance.passes.k + node.k, state.q().data() + node.q,
                                    positions(system, state).scratch + node.scratch, node.data};
        const double* u = state.u().data() + node.u;
        double q_dot[max_nq], q_dot_dot[max_nq];
        multiply_N<J>(in, u, q_dot);
        multiply_N_dot<J>(in, q_dot, u, q_dot_dot);
        for (std::size_t i = 0; i < motion.functions.size(); ++i)
            q_dot_dot[i] = motion.functions[i].evaluate(state.time()).d2 - q_dot_dot[i];
        multiply_N_inverse<J>(in, q_dot_dot, u_dot);
    });
}

/// What a Motion's functions are given, and how fast that changes.
struct Arguments {
    double x[max_motion_arguments], rate[max_motion_arguments];
    int count = 0;

    void add(double value, double its_rate) {
        x[count] = value;
        rate[count++] = its_rate;
    }
};

void acceleration_of_rates(const System& system, const State& state, const Motion& motion, double* u_dot) {
    Arguments arguments;
    arguments.add(state.time(), 1);
    const bool of_speeds = motion.level == MotionLevel::acceleration;
    const std::span<const double> rates = of_speeds ? state.q() : q_dot(system, state);
    for (const AnyJointId joint : joints_read_by(motion)) {
        const Range range = state.layout().q_of_joint[size(joint.index)];
        for (int i = range.first; i < range.first + range.count; ++i)
            arguments.add(state.q()[size(i)], rates[size(i)]);
    }
    if (of_speeds)
        for (const AnyJointId joint : joints_read_by(motion))
            for (const double u : state.u(joint)) arguments.add(u, 0);
    for (std::size_t i = 0; i < motion.functions.size(); ++i) {
        const Function& f = motion.functions[i];
        u_dot[i] = of_speeds ? f.evaluate<double>(arguments.x, arguments.count)
                             : f.evaluate_along<double>(arguments.x, arguments.rate, arguments.count).d1;
    }
}

}  // namespace

void given_accelerations(const System& system, const State& state, const Driven& driven, double* u_dot) {
    const Compiled& c = system.compiled();
    for (const int B : driven.nodes) {
        double* own = u_dot + c.tree[B].u;
        if (driven.motion[B] < 0) {  // a lock
            for (int i = 0; i < c.tree[B].nu; ++i) own[i] = 0;
            continue;
        }
        const Motion& motion = c.model.motions[size(driven.motion[B])];
        if (motion.level == MotionLevel::position) acceleration_of_positions(system, state, motion, B, own);
        else acceleration_of_rates(system, state, motion, own);
        if (!all_finite(own, c.tree[B].nu))
            throw StateError("motion " + quoted(motion.name) +
                             " gives accelerations that are not finite, at time " + shortest(state.time()) +
                             ".");
    }
}

ArticulatedT<double> free_factors_memory(const Compiled& c, const State& state, const Driven& driven) {
    if (!driven.bodies) return factors_memory(c, state);
    return factors_at(c, state, c.entries.free_factors);
}

void mark_free_factors(const Compiled& c, const State& state, const Driven& driven) {
    state.mark_current(driven.bodies ? c.entries.free_factors : c.entries.factors);
}

ArticulatedT<double> free_factors(const System& system, const State& state) {
    const Compiled& c = fitting(system, state);
    const Driven given = driven(system, state);
    if (!given.bodies) return factors(system, state);
    const ArticulatedT<double> y = free_factors_memory(c, state, given);
    if (!state.is_current(c.entries.free_factors)) {
        const Work work(system, state);
        if (articulated_inertias(c.tree, positions(system, state), given.bodies, work.pending, y))
            throw_singular(system, state, given.bodies);
        state.mark_current(c.entries.free_factors);
    }
    return y;
}

}  // namespace sinew
