// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/stepping/stepper.h>
#include <sinew/system/forces.h>
#include <sinew/system/work.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace sinew {

namespace {

/// How near to its end a coordinate must be to be looked at, in its own unit, whatever its speed.
constexpr double stop_margin = 0.01;

/// An element's numbers as the State has them.
template <class E>
typename E::template Values<double> values_of(const State& state, const BoundForce& force) {
    typename E::template Values<double> values;
    std::memcpy(static_cast<void*>(&values), state.parameter_block().values.data() + force.parameters.first,
                sizeof values);
    return values;
}

}  // namespace

/// Which forces belong to joints, and are taken in at the end of a kick or as rows.
void ContactStepper::list_joint_forces() {
    const Compiled& c = system_.compiled();
    for (int i = 0; i < static_cast<int>(c.forces.size()); ++i)
        with_force(c.forces[size(i)].element, [&]<class E>(const E&) {
            if constexpr (std::is_same_v<E, MobilitySpring> || std::is_same_v<E, MobilityDamper> ||
                          std::is_same_v<E, GlobalDamper> || std::is_same_v<E, MobilityPid> ||
                          std::is_same_v<E, MobilityMotor>)
                drives_.push_back(i);
            if constexpr (std::is_same_v<E, MobilityFriction>) frictions_.push_back({i, 0});
        });
}

/// What joints' own forces lose per speed (d) and per coordinate (k), as armatures; a motor or controller at its limit
/// has none.                                                                                                  (18.7)
void ContactStepper::find_drives(const State& state, double h) {
    const Compiled& c = system_.compiled();
    const double* armature = instance_of(c, state).armature;
    if (drives_.empty() && frictions_.empty()) return;
    std::fill(damping_.begin(), damping_.end(), 0.0);
    std::fill(stiffness_.begin(), stiffness_.end(), 0.0);
    const std::span<const double> q = state.q(), u = state.u();
    for (const int i : drives_) {
        const BoundForce& force = c.forces[size(i)];
        if (!is_enabled(system_, state, ForceId{i})) continue;
        const std::size_t at = size(std::max(force.u, 0));
        with_force(force.element, [&]<class E>(const E&) {
            if constexpr (std::is_same_v<E, MobilitySpring>)
                stiffness_[at] += std::max(0.0, values_of<E>(state, force).stiffness);
            if constexpr (std::is_same_v<E, MobilityDamper>)
                damping_[at] += values_of<E>(state, force).damping;
            if constexpr (std::is_same_v<E, GlobalDamper>)
                for (double& d : damping_) d += values_of<E>(state, force).damping;
            if constexpr (std::is_same_v<E, MobilityMotor>) {
                const auto k = values_of<E>(state, force);
                const double share = k.gain * (k.speed - u[at]) / k.limit,
                             root = std::sqrt(1 + share * share);
                damping_[at] += k.gain / (root * root * root);
            }
            if constexpr (std::is_same_v<E, MobilityPid>) {
                const auto k = values_of<E>(state, force);
                const double asked = k.proportional * (k.target - q[size(force.q[0])]) - k.derivative * u[at];
                if (k.limit > 0 && std::abs(asked) > k.limit) return;
                stiffness_[at] += k.proportional, damping_[at] += k.derivative;
            }
        });
    }
    for (JointFriction& friction : frictions_) {
        const BoundForce& force = c.forces[size(friction.force)];
        friction.limit = 0;
        if (!is_enabled(system_, state, ForceId{friction.force}) || mechanisms_.is_alone(force.joint))
            continue;
        const auto k = values_of<MobilityFriction>(state, force);
        const double speed = u[size(force.u)];
        friction.limit = std::abs(speed) > k.transition_speed ? k.sliding : k.at_transition;
        damping_[size(force.u)] += k.viscous;
    }
    for (int B = 1; B < c.tree.size(); ++B)  // those answer by their own inertia alone
        if (mechanisms_.is_alone(B)) {
            std::fill_n(damping_.begin() + c.tree[B].u, c.tree[B].nu, 0.0);
            std::fill_n(stiffness_.begin() + c.tree[B].u, c.tree[B].nu, 0.0);
        }
    for (std::size_t i = 0; i < armature_.size(); ++i)
        armature_[i] = (armature ? armature[i] : 0) + h * damping_[i] + 0.25 * h * h * stiffness_[i];
    place_.x.armature = armature_.data();
}

/// Joints' own forces count at the end of the kick: what they lost on the way there is in the armatures (18.7). What
/// rows do in place of a force is taken out of the forces.
void ContactStepper::add_joint_forces(const State& state) {
    if (drives_.empty() && frictions_.empty()) return;
    const std::span<const double> u = state.u();
    for (std::size_t i = 0; i < f_.size(); ++i) f_[i] += damping_[i] * (u[i] - u_[i]);
    for (const JointFriction& friction : frictions_) {
        const BoundForce& force = system_.compiled().forces[size(friction.force)];
        const auto k = values_of<MobilityFriction>(state, force);
        const double speed = u[size(force.u)];
        if (friction.limit > 0) f_[size(force.u)] += k(speed) - k.viscous * speed;
    }
}

/// Dry friction of joints is a row, not a force: it holds.
void ContactStepper::find_friction(double h) {
    const Compiled& c = system_.compiled();
    for (const JointFriction& friction : frictions_) {
        const BoundForce& force = c.forces[size(friction.force)];
        if (friction.limit == 0 || (place_.given && place_.given[force.joint])) continue;
        SpeedRow row;
        row.mover = force.u, row.high = h * friction.limit, row.low = -row.high,
        row.before = u_[size(force.u)];
        mechanisms_.touch_speed(force.u);
        rows_.speeds.push_back(row);
    }
}

/// Coordinates near an end of their way: they may reach it within the step, not pass it.
void ContactStepper::find_stops(const State& state, double h) {
    const Compiled& c = system_.compiled();
    for (const CoordinateLimits& limits : c.model.limits) {
        const int B = c.is_cut(limits.coordinate.joint) ? -1 : c.node(limits.coordinate.joint);
        if (B < 0 || c.tree[B].nq != c.tree[B].nu || (place_.given && place_.given[B])) continue;
        const int u = c.tree[B].u + limits.coordinate.index;
        const double q = state.q()[size(c.tree[B].q + limits.coordinate.index)], speed = u_[size(u)];
        for (const double sign : {1.0, -1.0}) {
            const double room = sign > 0 ? q - limits.low : limits.high - q;
            if (!(room < 2 * h * std::abs(speed) + stop_margin)) continue;
            SpeedRow row;
            row.mover = u, row.sign = sign, row.before = sign * speed;
            row.high = std::numeric_limits<double>::infinity();
            row.least = room > 0 ? -room / h : -options_.correction * room / h;
            mechanisms_.touch_speed(u);
            rows_.speeds.push_back(row);
        }
    }
}

}  // namespace sinew
