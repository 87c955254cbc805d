// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// What becomes of surfaces that yield, for who listens: nothing in the run depends on it.
#include <sinew/base/at.h>
#include <sinew/studies/simulation_parts.h>
#include <sinew/system/compliant.h>
#include <sinew/system/work.h>

#include <algorithm>

namespace sinew {

namespace {

constexpr int most_in_a_step = 64;  ///< that are looked for one by one; what is left is told at its end

}  // namespace

/// What presses at a time of the last step, slip by the speeds and by what it was (15.21). False: there is no telling.
bool Simulation::Run::look_at_surfaces(double t, std::vector<Pressing>& now) {
    if (t == integrator->t()) {
        if (!put(shown, t, integrator->y())) return false;
    } else {
        integrator->interpolate(t, y);
        if (!problem.project(t, y, {}) || !put(shown, t, y)) return false;
    }
    touching(system, shown, surface_touches);
    const double slow = shown.parameter_block().values[at(system.compiled().contact_parameters.first)];
    now.clear();
    auto before = pressing.begin();
    for (const SurfaceTouch& touch : surface_touches) {
        const std::pair key(touch.first.index, touch.second.index);
        while (before != pressing.end() && std::pair(before->first.index, before->second.index) < key)
            ++before;
        const bool knew =
            before != pressing.end() && before->first == touch.first && before->second == touch.second;
        const bool slides = touch.least_slip > (knew && before->slides ? 0.5 * slow : slow);
        now.push_back({touch.first, touch.second, slides});
    }
    return true;
}

/// From `pressing` to this: both ascend.
void Simulation::Run::tell_differences(const std::vector<Pressing>& now) {
    const auto key = [](const Pressing& p) { return std::pair(p.first.index, p.second.index); };
    const auto tell = [&](const Pressing& p, ContactEventKind kind) {
        const Model& model = system.model();
        ContactEvent event;
        event.condition = {-1}, event.kind = kind, event.first = p.first, event.second = p.second;
        event.A = model.surfaces[at(p.first.index)].body, event.B = model.surfaces[at(p.second.index)].body;
        tell_pair(event);
    };
    auto before = pressing.begin();
    auto after = now.begin();
    while (before != pressing.end() || after != now.end()) {
        if (after == now.end() || (before != pressing.end() && key(*before) < key(*after))) {
            tell(*before++, ContactEventKind::lifts_off);
        } else if (before == pressing.end() || key(*after) < key(*before)) {
            tell(*after++, ContactEventKind::touches);
        } else {
            if (before->slides != after->slides)
                tell(*after, after->slides ? ContactEventKind::slips : ContactEventKind::sticks);
            ++before, ++after;
        }
    }
}

void Simulation::Run::start_surfaces() {
    if (!system.compiled().contact || !options.on_contact) return;
    const std::size_t at_first = 2 * system.model().surfaces.size();
    for (std::vector<Pressing>* list : {&pressing, &pressing_ahead, &pressing_within})
        list->reserve(at_first);
    surface_touches.reserve(at_first);
    surfaces_told = from;
}

/// Where surfaces begin or cease to press or to slip in what is known of the step, its dense output is halved.
void Simulation::Run::tell_surfaces() {
    if (!system.compiled().contact || !options.on_contact) return;
    const double window = 0.01 * options.accuracy * options.units.characteristic_time;
    double low = std::max(surfaces_told, integrator->t_before());
    surfaces_told = reach;
    for (int events = 0; look_at_surfaces(reach, pressing_ahead) && pressing_ahead != pressing; ++events) {
        double high = reach;
        const bool looks_within = events < most_in_a_step && system.model().fast.empty();
        while (looks_within && high - low > window) {
            const double middle = low + 0.5 * (high - low);
            if (!look_at_surfaces(middle, pressing_within)) break;
            if (pressing_within == pressing) low = middle;
            else high = middle, pressing_ahead.swap(pressing_within);
        }
        if (high != reach && !look_at_surfaces(high, pressing_ahead)) break;
        if (high == reach) static_cast<void>(look_at_surfaces(reach, pressing_ahead));
        tell_differences(pressing_ahead);
        pressing.swap(pressing_ahead);
        low = high;
    }
}

}  // namespace sinew
