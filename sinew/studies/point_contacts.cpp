// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/error.h>
#include <sinew/base/names.h>
#include <sinew/studies/point_contacts.h>
#include <sinew/system/forces.h>
#include <sinew/system/views.h>
#include <sinew/system/work.h>

#include <algorithm>
#include <cstring>

namespace sinew {

namespace {

/// f(element, values, input) of a force that is a PointContact.
template <class F>
auto with_point_contact(const System& system, const State& state, const BoundForce& force, F f) {
    const Compiled& c = system.compiled();
    const Kinematics kin = kinematics_of(system, state);
    PointContact::Values<double> k;
    std::memcpy(static_cast<void*>(&k), state.parameter_block().values.data() + force.parameters.first,
                sizeof k);
    const auto* variable =
        reinterpret_cast<const double*>(state.variable_bytes(force.variable, 3 * sizeof(double)));
    const ForceInput<double> in{kin, force.body, -1, -1, variable, nullptr, {}, {}, &state, c.node_of_body};
    return f(force.element.as<PointContact>(), k, in);
}

}  // namespace

PointContactMode mode_of(const System& system, const State& state, ForceId point_contact) {
    check_force(system, point_contact);
    const BoundForce& force = system.compiled().forces[size(point_contact.index)];
    if (!force.element.is<PointContact>())
        throw StateError("force " + quoted(name_of(force.element)) +
                         " is no point contact, so it has no mode.");
    return with_point_contact(system, state, force, [](const PointContact& e, const auto& k, const auto& in) {
        return e.mode(k, in);
    });
}

Handler commit_point_contacts(const System& system) {
    return {"point contacts", EveryStep{}, [system](State& state, Event&) {
                const Compiled& c = system.compiled();
                // All look at the same State before any of them changes it.
                std::vector<std::pair<const BoundForce*, std::array<double, 3>>> changed;
                for (const BoundForce& force : c.forces) {
                    if (!force.element.is<PointContact>()) continue;
                    with_point_contact(system, state, force,
                                       [&](const PointContact& e, const auto& k, const auto& in) {
                                           const std::array<double, 3> next = e.committed(k, in);
                                           if (!std::equal(next.begin(), next.end(), in.variable))
                                               changed.emplace_back(&force, next);
                                       });
                }
                for (const auto& [force, next] : changed) state.set_numbers(force->variable, 0, next);
            }};
}

}  // namespace sinew
