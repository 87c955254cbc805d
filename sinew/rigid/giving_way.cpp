// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// What gives way: constraints of speeds whose force has a limit.
#include <sinew/rigid/contacts.h>
#include <sinew/system/work.h>

#include <algorithm>
#include <cmath>

namespace sinew {

using Member = ContactRows::Member;

/// What gives way at speed acts with all it can (17.15): that is known, and part of the accelerations b.
void Contacts::add_given_way(double at_rest) {
    const std::size_t m = b_.size();
    for (const Member& k : rows_.members()) {
        const double v = v_[size(k.row)];
        if (!k.bounded || !(std::abs(v) > at_rest)) continue;
        for (std::size_t i = 0; i < m; ++i)
            b_[i] -= std::copysign(k.limit, v) * rows_.A()[i * m + size(k.row)];
    }
}

/// Switches of what gives way: off its speed, or about to be, it does so; true if one changes.
bool Contacts::write_bounded(State& state, double large, const ContactTolerances& tolerances) {
    const std::span<const Member> members = rows_.members();
    bool changed = false;
    for (std::size_t i = rows_.touching().size(); i < members.size(); ++i) {
        const Member& k = members[i];
        double off = v_[size(k.row)];
        Touch now = k.limit > 0 ? Touch::slides : Touch::apart;
        const auto chosen = std::find(chosen_.begin(), chosen_.end(), static_cast<int>(i));
        if (chosen != chosen_.end()) {
            off = cones_.y()[size(contacts_[size(static_cast<int>(chosen - chosen_.begin()))].row)];
            if (std::abs(off) <= least_slip() * large) now = Touch::sticks;
        }
        const bool turned =
            now == Touch::slides && touch_memory(system_.compiled(), state, k.condition).towards[0] * off < 0;
        if (now == k.before && !turned) continue;
        set_touch(system_, state, {k.constraint}, now, {std::copysign(1.0, off), 0}, tolerances.slip);
        if (now == Touch::sticks) note(k, ContactEventKind::sticks);
        if (now == Touch::slides && k.before != Touch::slides) note(k, ContactEventKind::slips);
        changed = true;
    }
    return changed;
}

}  // namespace sinew
