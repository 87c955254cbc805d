// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/studies/measure_node.h>
#include <sinew/system/dynamics.h>
#include <sinew/system/energy.h>
#include <sinew/system/momentum.h>

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

using Kind = MeasureKind;

/// One of a joint's or force's numbers.
double pick(std::span<const double> all, const std::vector<Range>& ranges, const MeasureNode& node,
            const char* owner) {
    const bool there = node.owner >= 0 && static_cast<std::size_t>(node.owner) < ranges.size();
    const Range range = there ? ranges[static_cast<std::size_t>(node.owner)] : Range{};
    if (!there || range.first < 0 || node.index < 0 || node.index >= range.count)
        throw StudyError(std::string("measure ") + name_of(node.kind) + ": " + owner + " number " +
                         std::to_string(node.owner) + " has no number " + std::to_string(node.index) + "; " +
                         (there ? "it has " + std::to_string(std::max(range.count, 0)) + " of its own."
                                : "there is no such " + std::string(owner) + "."));
    return all[static_cast<std::size_t>(range.first + node.index)];
}

double second_rate(const MeasureNode& node, const System& system, const State& state,
                   MeasureScratch& scratch) {
    scratch.q_dot_dot.resize(state.q().size());
    q_dot_dot(system, state, scratch.q_dot_dot);
    return pick(scratch.q_dot_dot, state.layout().q_of_joint, node, "joint");
}

/// a + s b, into out.
void along(std::span<const double> a, double s, const std::vector<double>& b, std::vector<double>& out) {
    out.resize(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) out[i] = a[i] + s * b[i];
}

/// The shortest time in which a variable changes by a unit and its own size.
void shorten(double& time, std::span<const double> y, const std::vector<double>& y_dot) {
    for (std::size_t i = 0; i < y.size(); ++i)
        if (std::abs(y_dot[i]) * time > 1 + std::abs(y[i])) time = (1 + std::abs(y[i])) / std::abs(y_dot[i]);
}

/// (11.91)
double flow(const MeasureNode& of, const System& system, const State& state, MeasureScratch& scratch) {
    const auto keep = [](std::span<const double> from, std::vector<double>& to) {
        to.assign(from.begin(), from.end());
    };
    keep(q_dot(system, state), scratch.q_rate);
    keep(forward_dynamics(system, state), scratch.u_rate);
    keep(z_dot(system, state), scratch.z_rate);
    double unit = 1;
    shorten(unit, state.q(), scratch.q_rate);
    shorten(unit, state.u(), scratch.u_rate);
    shorten(unit, state.z(), scratch.z_rate);
    const double h = 1e-3 * unit;
    if (!scratch.moved || &scratch.moved->layout() != &state.layout()) scratch.moved.emplace(state);
    else *scratch.moved = state;
    const auto at = [&](double s) {
        along(state.q(), s, scratch.q_rate, scratch.q);
        along(state.u(), s, scratch.u_rate, scratch.u);
        along(state.z(), s, scratch.z_rate, scratch.z);
        scratch.moved->set_time(state.time() + s);
        scratch.moved->set_q(scratch.q);
        scratch.moved->set_u(scratch.u);
        scratch.moved->set_z(scratch.z);
        return evaluate(of, system, *scratch.moved, scratch.deeper());
    };
    const double near = at(h) - at(-h), far = at(2 * h) - at(-2 * h);
    return (8 * near - far) / (12 * h);
}

}  // namespace

double combine(const MeasureNode& node, const double* x) {
    switch (node.kind) {
        case Kind::add: return x[0] + x[1];
        case Kind::subtract: return x[0] - x[1];
        case Kind::multiply: return x[0] * x[1];
        case Kind::divide: return x[0] / x[1];
        case Kind::negate: return -x[0];
        case Kind::sin: return std::sin(x[0]);
        case Kind::cos: return std::cos(x[0]);
        case Kind::exp: return std::exp(x[0]);
        case Kind::log: return std::log(x[0]);
        case Kind::sqrt: return std::sqrt(x[0]);
        case Kind::abs: return std::abs(x[0]);
        case Kind::sign: return static_cast<double>((x[0] > 0) - (x[0] < 0));
        case Kind::atan2: return std::atan2(x[0], x[1]);
        case Kind::min: return std::min(x[0], x[1]);
        case Kind::max: return std::max(x[0], x[1]);
        case Kind::where_less: return x[0] < x[1] ? x[2] : x[3];
        case Kind::function: return node.function.evaluate(x[0]).value;
        case Kind::function_slope: return node.function.evaluate(x[0]).d1;
        case Kind::function_curvature: return node.function.evaluate(x[0]).d2;
        default: return 0;
    }
}

double evaluate(const MeasureNode& node, const System& system, const State& state, MeasureScratch& scratch) {
    const StateLayout& layout = state.layout();
    switch (node.kind) {
        case Kind::constant: return node.number;
        case Kind::time: return state.time();
        case Kind::q: return pick(state.q(), layout.q_of_joint, node, "joint");
        case Kind::q_dot: return pick(q_dot(system, state), layout.q_of_joint, node, "joint");
        case Kind::q_dot_dot: return second_rate(node, system, state, scratch);
        case Kind::u: return pick(state.u(), layout.u_of_joint, node, "joint");
        case Kind::u_dot: return pick(forward_dynamics(system, state), layout.u_of_joint, node, "joint");
        case Kind::z: return pick(state.z(), layout.z_of_force, node, "force");
        case Kind::z_dot: return pick(z_dot(system, state), layout.z_of_force, node, "force");
        case Kind::position: return component(position(system, state, node.station), node.index);
        case Kind::velocity: return component(velocity(system, state, node.station), node.index);
        case Kind::acceleration: return component(acceleration(system, state, node.station), node.index);
        case Kind::mass_centre: return component(mass_centre_at_velocity(system, state).p_WC, node.index);
        case Kind::mass_centre_velocity:
            return component(mass_centre_at_velocity(system, state).v_WC, node.index);
        case Kind::mass_centre_acceleration: return component(mass_centre(system, state).a_WC, node.index);
        case Kind::kinetic_energy: return kinetic_energy(system, state);
        case Kind::potential_energy: return potential_energy(system, state);
        case Kind::potential_energy_of: return potential_energy(system, state, ForceId{node.owner});
        case Kind::total_energy: return total_energy(system, state);
        case Kind::power: return power(system, state);
        case Kind::power_of: return power(system, state, ForceId{node.owner});
        case Kind::custom: return node.law->value(system, state);
        case Kind::flow: return flow(node.children[0].node(), system, state, scratch);
        default: {
            double x[4] = {};
            for (std::size_t i = 0; i < node.children.size(); ++i)
                x[i] = evaluate(node.children[i].node(), system, state, scratch);
            return combine(node, x);
        }
    }
}

}  // namespace sinew
