// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/error.h>
#include <sinew/base/names.h>
#include <sinew/system/each_parameter.h>
#include <sinew/system/forces.h>
#include <sinew/system/kinematics.h>
#include <sinew/system/work.h>

#include <cmath>

namespace sinew {

namespace {

/// The element of type E; throws if the id belongs to one of another kind.
template <class E>
const BoundForce& bound(const System& system, ForceId force) {
    check_force(system, force);
    const BoundForce& found = system.compiled().forces[size(force.index)];
    if (!found.element.template is<E>())
        throw StateError("force " + quoted(name_of(found.element)) + " is no " + E::kind +
                         ", so its value cannot be set.");
    return found;
}

const double* numbers(const State& state, const BoundForce& force) {
    return reinterpret_cast<const double*>(
        state.variable_bytes(force.variable, size(force.numbers) * sizeof(double)));
}

void write(State& state, const BoundForce& force, int first, std::span<const double> values) {
    for (const double value : values)
        if (!std::isfinite(value))
            throw StateError("force " + quoted(name_of(force.element)) + " cannot be set to " +
                             shortest(value) + ": it is not a finite number.");
    state.set_numbers(force.variable, first, values);
}

int speed_of(const System& system, const CoordinateOf& speed) {
    const Node& node = system.compiled().tree[system.compiled().node(speed.joint)];
    if (speed.index < 0 || speed.index >= node.nu)
        throw StateError("joint " + quoted(system.model().joints[size(speed.joint.index)].placement.name) +
                         " has " + std::to_string(node.nu) + " speeds, so none has number " +
                         std::to_string(speed.index) + ".");
    return node.u + speed.index;
}

}  // namespace

void check_force(const System& system, ForceId force) {
    if (force.index < 0 || size(force.index) >= system.compiled().forces.size())
        throw StateError("system " + quoted(system.model().name) + " has no force number " +
                         std::to_string(force.index) +
                         ". The id belongs to another model, or was never set.");
}

void set_enabled(const System& system, State& state, ForceId force, bool enabled) {
    check_force(system, force);
    state.set_byte(system.compiled().disabled_forces, force.index, !enabled);
}

bool is_enabled(const System& system, const State& state, ForceId force) {
    check_force(system, force);
    const Compiled& c = system.compiled();
    return state.variable_bytes(c.disabled_forces, c.forces.size())[force.index] == std::byte{0};
}

void set_mobility_force(const System& system, State& state, ForceId force, double value) {
    write(state, bound<MobilityDiscrete>(system, force), 0, std::span(&value, 1));
}

double mobility_force(const System& system, const State& state, ForceId force) {
    return numbers(state, bound<MobilityDiscrete>(system, force))[0];
}

void set_mobility_force(const System& system, State& state, ForceId force, const CoordinateOf& speed,
                        double value) {
    write(state, bound<DiscreteForces>(system, force),
          6 * system.compiled().tree.size() + speed_of(system, speed), std::span(&value, 1));
}

double mobility_force(const System& system, const State& state, ForceId force, const CoordinateOf& speed) {
    return numbers(state, bound<DiscreteForces>(
                              system, force))[6 * system.compiled().tree.size() + speed_of(system, speed)];
}

void set_body_force(const System& system, State& state, ForceId force, BodyId body,
                    const SpatialForce& F_B_W) {
    write(state, bound<DiscreteForces>(system, force), 6 * system.compiled().node(body),
          std::span(&F_B_W.m.x, 6));
}

SpatialForce body_force(const System& system, const State& state, ForceId force, BodyId body) {
    const double* F = numbers(state, bound<DiscreteForces>(system, force)) + 6 * system.compiled().node(body);
    return {{F[0], F[1], F[2]}, {F[3], F[4], F[5]}};
}

void add_force_at(const System& system, State& state, ForceId force, const Station& at, const Vec3& force_W) {
    const Vec3 arm = pose(system, state, at.body).R * at.p;
    set_body_force(system, state, force, at.body,
                   body_force(system, state, force, at.body) + SpatialForce{cross(arm, force_W), force_W});
}

void clear_forces(const System& system, State& state, ForceId force) {
    const BoundForce& found = bound<DiscreteForces>(system, force);
    const std::vector<double> zero(size(found.numbers));
    write(state, found, 0, zero);
}

std::vector<std::string> warnings(const System& system, const State& state) {
    const Compiled& c = fitting(system, state);
    std::vector<std::string> told;
    const auto& slots = c.layout->parameters;  // by ascending place
    std::size_t slot = 0;
    for (const BoundForce& force : c.forces) {
        const std::string& name = name_of(force.element);
        const std::string who = visit([](const auto& e) { return described(e); }, force.element);
        while (slot < slots.size() && slots[slot].range.first < force.parameters.first) ++slot;
        for (;
             slot < slots.size() && slots[slot].range.first < force.parameters.first + force.parameters.count;
             ++slot)
            if (std::string odd = oddity_of(who, slots[slot].path.substr(name.size() + 1),
                                            state.parameter(ParameterId{static_cast<int>(slot)}));
                !odd.empty())
                told.push_back(std::move(odd));
    }
    return told;
}

}  // namespace sinew
