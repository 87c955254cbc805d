// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// What becomes of PointContacts, whose modes a handler changes at the end of steps, for who listens.
#include <sinew/base/at.h>
#include <sinew/studies/simulation_parts.h>
#include <sinew/system/work.h>

#include <cstring>

namespace sinew {

namespace {

/// Free, sliding or sticking: what lasts (8.42).
PointContactMode kept_mode(const State& state, const BoundForce& force) {
    double mode;
    std::memcpy(&mode, state.variable_bytes(force.variable, 3 * sizeof(double)), sizeof mode);
    return static_cast<PointContactMode>(static_cast<int>(mode));
}

}  // namespace

void Simulation::Run::start_points() {
    if (!options.on_contact) return;
    const std::vector<BoundForce>& forces = system.compiled().forces;
    for (std::size_t i = 0; i < forces.size(); ++i)
        if (forces[i].element.is<PointContact>())
            points.emplace_back(ForceId{static_cast<int>(i)}, PointContactMode::free);
}

void Simulation::Run::tell_points() {
    for (auto& [point, mode] : points) {
        const BoundForce& force = system.compiled().forces[at(point.index)];
        const PointContactMode before = mode, now = kept_mode(shown, force);
        if (now == before) continue;
        mode = now;
        ContactEvent event;
        event.condition = {-1}, event.point = point;
        event.A = force.element.as<PointContact>().on.body,
        event.B = force.element.as<PointContact>().at.body;
        event.kind = now == PointContactMode::free      ? ContactEventKind::lifts_off
                     : before == PointContactMode::free ? ContactEventKind::touches
                     : now == PointContactMode::stick   ? ContactEventKind::sticks
                                                        : ContactEventKind::slips;
        tell_pair(event);
    }
}

}  // namespace sinew
