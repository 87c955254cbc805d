// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/studies/contact_steps.h>
#include <sinew/studies/simulation_parts.h>
#include <sinew/system/work.h>

namespace sinew {

/// At the end of a step: what became of pairs of surfaces in it. A step that an event has cut short tells nothing;
/// what is left of it is taken again.
void Simulation::Run::tell_pairs() {
    if (!contact_steps || reach != integrator->t() || contact_steps->events().empty()) return;
    if (options.on_contact) show(reach);
    for (const ContactEvent& event : contact_steps->events()) tell_pair(event);
}

void Simulation::Run::tell_pair(const ContactEvent& event) {
    const std::array key{event.A.index, event.B.index, event.first.index, event.second.index,
                         event.point.index};
    PairCount& pair = pair_counts.try_emplace(key, PairCount{event, {}, {}}).first->second;
    ++pair.count[static_cast<std::size_t>(event.kind)];
    pair.last[static_cast<std::size_t>(event.kind)] = contact_steps ? reach : shown.time();
    if (options.on_contact) options.on_contact(shown, event);
}

void Simulation::Run::report_pairs(SimulationReport& report) const {
    if (contact_steps) report.start_overlaps = contact_steps->start_overlaps();
    for (const auto& entry : pair_counts) {
        const PairCount& pair = entry.second;
        for (std::size_t k = 0; k < pair.count.size(); ++k)
            if (pair.count[k] > 0)
                report.contacts.push_back({.name = name_of(system.model(), pair.event) + " " +
                                                   name_of(static_cast<ContactEventKind>(k)),
                                           .count = pair.count[k],
                                           .last = pair.last[k]});
    }
}

}  // namespace sinew
