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

#include <algorithm>

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

namespace {

bool follow_time(const Motion& motion) {
    for (const Function& function : motion.functions)
        if (function.arguments() > 1) return false;
    return true;
}

GivenBy given_by(const Compiled& c, const Motion& motion, int B) {
    if (motion.level == MotionLevel::position) {
        const Node& node = c.tree[B];
        const bool plain =
            with_joint(node.kind, false, [&]<class J> { return speeds_are_rates<J>(node.data); });
        return plain ? GivenBy::time : GivenBy::state;
    }
    if (follow_time(motion)) return GivenBy::time;
    return motion.level == MotionLevel::acceleration ? GivenBy::numbers : GivenBy::state;
}

}  // namespace

Driven driven(const System& system, const State& state) {
    const Compiled& c = fitting(system, state);
    const int bodies = c.tree.size();
    Cursor memory{static_cast<std::byte*>(state.cache(c.entries.driven))};
    int* count = memory.take<int>(1);
    int* nodes = memory.take<int>(bodies);
    int* motion = memory.take<int>(bodies);
    auto* level = memory.take<std::uint8_t>(bodies);
    auto* by = memory.take<GivenBy>(bodies);
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
            if (level[B]) {
                by[*count] = motion[B] < 0 ? GivenBy::time : given_by(c, c.model.motions[size(motion[B])], B);
                nodes[(*count)++] = B;
            }
        state.mark_current(c.entries.driven);
    }
    return {level, motion, *count > 0 ? level : nullptr, {nodes, size(*count)}, by};
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
    void add_all(const Range& range, const double* values, const double* rates) {
        for (int i = range.first; i < range.first + range.count; ++i) add(values[i], rates ? rates[i] : 0);
    }
};

/// The same where speeds are given, which depend on coordinates.
void acceleration_of_speeds(const System& system, const State& state, const Motion& motion, double* u_dot) {
    Arguments arguments;
    arguments.add(state.time(), 1);
    const double* rates = q_dot(system, state).data();
    for (const AnyJointId joint : joints_read_by(motion))
        arguments.add_all(state.layout().q_of_joint[size(joint.index)], state.q().data(), rates);
    for (std::size_t i = 0; i < motion.functions.size(); ++i)
        u_dot[i] =
            motion.functions[i].evaluate_along<double>(arguments.x, arguments.rate, arguments.count).d1;
}

[[noreturn]] void throw_not_finite(const Motion& motion, double time) {
    throw StateError("motion " + quoted(motion.name) + " gives accelerations that are not finite, at time " +
                     shortest(time) + ".");
}

/// What time alone gives; kept until it changes. Null where there are no Motions, but locks.
const double* given_by_time(const Compiled& c, const State& state, const Driven& driven) {
    if (c.model.motions.empty()) return nullptr;
    auto* kept = static_cast<double*>(state.cache(c.entries.given_by_time));
    if (!state.is_current(c.entries.given_by_time)) {
        for (std::size_t i = 0; i < driven.nodes.size(); ++i) {
            const int B = driven.nodes[i];
            if (driven.by[i] == GivenBy::time)
                given_acceleration(c, driven, B, state.time(), nullptr, nullptr, kept + c.tree[B].u);
        }
        state.mark_current(c.entries.given_by_time);
    }
    return kept;
}

}  // namespace

void given_acceleration(const Compiled& c, const Driven& driven, int B, double time, const double* q,
                        const double* u, double* u_dot) {
    const int nu = c.tree[B].nu;
    if (driven.motion[B] < 0) {
        for (int i = 0; i < nu; ++i) u_dot[i] = 0;
        return;
    }
    const Motion& motion = c.model.motions[size(driven.motion[B])];
    Arguments arguments;
    arguments.add(time, 1);
    if (motion.level == MotionLevel::acceleration && !follow_time(motion)) {
        for (const AnyJointId joint : joints_read_by(motion))
            arguments.add_all(c.layout->q_of_joint[size(joint.index)], q, nullptr);
        for (const AnyJointId joint : joints_read_by(motion))
            arguments.add_all(c.layout->u_of_joint[size(joint.index)], u, nullptr);
    }
    for (std::size_t i = 0; i < motion.functions.size(); ++i) {
        const Function& f = motion.functions[i];
        switch (motion.level) {
            case MotionLevel::position: u_dot[i] = f.evaluate(time).d2; break;
            case MotionLevel::velocity:
                u_dot[i] = f.evaluate_along<double>(arguments.x, arguments.rate, arguments.count).d1;
                break;
            default: u_dot[i] = f.evaluate<double>(arguments.x, arguments.count);
        }
    }
    if (!all_finite(u_dot, nu)) throw_not_finite(motion, time);
}

void given_accelerations(const System& system, const State& state, const Driven& driven, double* u_dot) {
    const Compiled& c = system.compiled();
    const double* by_time = given_by_time(c, state, driven);
    for (std::size_t i = 0; i < driven.nodes.size(); ++i) {
        const int B = driven.nodes[i];
        const Node& node = c.tree[B];
        double* own = u_dot + node.u;
        if (driven.by[i] == GivenBy::time) {
            for (int j = 0; j < node.nu; ++j) own[j] = by_time ? by_time[node.u + j] : 0;
            continue;
        }
        if (driven.by[i] == GivenBy::numbers) {
            given_acceleration(c, driven, B, state.time(), state.q().data(), state.u().data(), own);
            continue;
        }
        const Motion& motion = c.model.motions[size(driven.motion[B])];
        if (motion.level == MotionLevel::position) acceleration_of_positions(system, state, motion, B, own);
        else acceleration_of_speeds(system, state, motion, own);
        if (!all_finite(own, node.nu)) throw_not_finite(motion, state.time());
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
