// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/error.h>
#include <sinew/base/names.h>
#include <sinew/system/constraints.h>
#include <sinew/system/friction.h>
#include <sinew/system/one_way.h>
#include <sinew/system/views.h>
#include <sinew/system/work.h>

#include <cmath>

namespace sinew {

namespace {

int index_of(const System& system, ConstraintId constraint) {
    check_constraint(system, constraint);
    const BoundConstraints& all = system.compiled().constraints;
    const int index = all.one_way_of.empty() ? -1 : all.one_way_of[size(constraint.index)];
    if (index < 0)
        throw StateError(
            "constraint " + quoted(name_of(all.all[size(constraint.index)].element)) +
            " acts both ways. Add a OneWay of its name to the model to let it open, or a Bounded to let it "
            "give way.");
    return index;
}

}  // namespace

const char* name_of(Touch touch) {
    constexpr const char* names[] = {"apart", "sticks", "slides"};
    return names[static_cast<std::size_t>(touch)];
}

bool acts_one_way(const System& system, ConstraintId constraint) {
    check_constraint(system, constraint);
    const BoundConstraints& all = system.compiled().constraints;
    return !all.one_way_of.empty() && all.one_way_of[size(constraint.index)] >= 0;
}

Touch touch_of(const System& system, const State& state, ConstraintId condition) {
    index_of(system, condition);
    const Compiled& c = fitting(system, state);
    if (disabled_constraints(c, state)[condition.index]) return Touch::apart;
    return sliding_constraints(c, state)[condition.index] ? Touch::slides : Touch::sticks;
}

void set_touch(const System& system, State& state, ConstraintId condition, Touch touch,
               std::array<double, 2> towards, double keeps) {
    const int index = index_of(system, condition);
    const Compiled& c = fitting(system, state);
    const BoundConstraints& all = c.constraints;
    const bool slips = all.one_way[size(index)].may_slide();
    const double length = std::hypot(towards[0], towards[1]);
    if (touch == Touch::slides && !(length > 0 && std::isfinite(length)))
        throw StateError("set_touch: " + quoted(name_of(all.all[size(condition.index)].element)) +
                         " slides towards " + shortest(towards[0]) + ", " + shortest(towards[1]) +
                         ". That has no direction.");
    state.set_byte(all.disabled, condition.index, touch == Touch::apart);
    state.set_byte(all.sliding, condition.index, touch == Touch::slides && slips);
    TouchMemory memory = touch_memory(c, state, index);
    if (touch == Touch::sticks) memory.towards[0] = towards[0], memory.towards[1] = 0;
    if (touch == Touch::slides)
        memory.towards[0] = towards[0] / length, memory.towards[1] = towards[1] / length;
    memory.level = touch == Touch::apart && reach(system, state, condition) > 0
                       ? std::min(0.0, gap(system, state, condition))
                       : 0;
    if (touch == Touch::slides) memory.level = keeps;
    const double numbers[3] = {memory.towards[0], memory.towards[1], memory.level};
    state.set_numbers(all.touching, 3 * index, numbers);
}

double gap(const System& system, const State& state, ConstraintId condition) {
    const BoundConstraints& all = system.compiled().constraints;
    const BoundOneWay& b = all.one_way[size(index_of(system, condition))];
    if (b.bounded) return 0;
    double e = 0;
    if (all.all[size(condition.index)].counts.holonomic > 0)
        errors_of_one(system, state, condition.index, {.e = &e});
    else errors_of_one(system, state, condition.index, {.v = &e});
    return b.sign * e;
}

double gap_rate(const System& system, const State& state, ConstraintId condition) {
    const BoundConstraints& all = system.compiled().constraints;
    const BoundOneWay& b = all.one_way[size(index_of(system, condition))];
    if (b.bounded) return 0;
    double rates[3] = {};
    if (all.all[size(condition.index)].counts.holonomic > 0) {
        errors_of_one(system, state, condition.index, {.v = rates});
    } else {
        const AccelerationView a = accelerations(system, state);
        errors_of_one(system, state, condition.index, {.a = rates, .A_WM = a.A_WM, .u_dot = a.u_dot});
    }
    return b.sign * rates[0];
}

double reach(const System& system, const State& state, ConstraintId condition, bool however_deep) {
    index_of(system, condition);
    return reach_of_one(system, state, condition.index, however_deep);
}

double normal_force(const System& system, const State& state, ConstraintId condition) {
    const BoundOneWay& b = system.compiled().constraints.one_way[size(index_of(system, condition))];
    if (b.bounded) return 0;
    return -b.sign *
           multipliers_of(system, state)[system.compiled().constraints.all[size(condition.index)].a];
}

bool place_of_touch(const System& system, const State& state, ConstraintId condition, TouchPlace& out) {
    const BoundConstraints& all = system.compiled().constraints;
    const BoundOneWay& b = all.one_way[size(index_of(system, condition))];
    const BoundConstraint& of = all.all[size(condition.index)];
    if (!b.slips || of.body.size() != 2) return false;
    SpatialForce rows[6] = {};
    errors_of_one(system, state, condition.index, {}, rows, nullptr);
    // Unit forces on the second body along n, and at the point along t1 and t2: their moments tell where that is.
    const Vec3 n = rows[1].f, t1 = rows[3].f, t2 = rows[5].f;
    out.n_W = n;
    out.p_W = positions(system, state).X_WB[of.body[1]].p + dot(rows[3].m, t2) * cross(t1, t2) +
              dot(rows[3].m, n) * cross(t1, n) + dot(rows[5].m, n) * cross(t2, n);
    return true;
}

std::array<double, 2> slip_velocity(const System& system, const State& state, ConstraintId condition) {
    const BoundOneWay& b = system.compiled().constraints.one_way[size(index_of(system, condition))];
    if (!b.may_slide()) return {0, 0};
    double v[3] = {};
    errors_of_one(system, state, condition.index, {.v = v});
    if (b.bounded) return {v[0], 0};
    return {v[1], v[2]};
}

std::array<double, 2> friction_force(const System& system, const State& state, ConstraintId condition) {
    const BoundOneWay& b = system.compiled().constraints.one_way[size(index_of(system, condition))];
    if (!b.may_slide()) return {0, 0};
    const double* lambda =
        multipliers_of(system, state) + system.compiled().constraints.all[size(condition.index)].a;
    if (b.bounded) return {-lambda[0], 0};
    return {-lambda[1], -lambda[2]};
}

}  // namespace sinew
