// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/stepping/touching_pairs.h>
#include <sinew/system/work.h>

#include <algorithm>
#include <limits>

namespace sinew {

namespace {

/// Of the speed at which slip begins: where it ends. Between the two a pair stays what it was.
constexpr double ends_at = 0.5;

}  // namespace

void TouchingPairs::add(const TouchPoint& touch, const TouchOutcome& outcome) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const Key key{touch.A, touch.B, touch.first.index, touch.second.index};
    if (seen_.empty() || seen_.back().key != key)
        seen_.push_back({key, false, false, infinity, infinity, infinity, 0, 0});
    Seen& seen = seen_.back();
    seen.gap = std::min(seen.gap, touch.gap);
    if (!(outcome.impulse > 0)) return;
    seen.presses = true;
    seen.rubs = seen.rubs || touch.holding > 0 || touch.sliding > 0 || touch.viscous > 0;
    seen.slowest = std::min(seen.slowest, outcome.v_t);
    seen.v_least = std::min(seen.v_least, outcome.v_n);
    seen.approach = std::max(seen.approach, outcome.approach);
    seen.impulse += outcome.impulse;
}

/// One for each pair, in order, whatever the order they came in.
void TouchingPairs::merge_seen() {
    const auto less = [](const Seen& a, const Seen& b) { return a.key < b.key; };
    if (!std::is_sorted(seen_.begin(), seen_.end(), less)) std::sort(seen_.begin(), seen_.end(), less);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < seen_.size(); ++i) {
        if (kept == 0 || seen_[kept - 1].key != seen_[i].key) {
            seen_[kept++] = seen_[i];
            continue;
        }
        Seen &into = seen_[kept - 1], &from = seen_[i];
        into.presses = into.presses || from.presses, into.rubs = into.rubs || from.rubs;
        into.gap = std::min(into.gap, from.gap), into.slowest = std::min(into.slowest, from.slowest);
        into.v_least = std::min(into.v_least, from.v_least);
        into.approach = std::max(into.approach, from.approach), into.impulse += from.impulse;
    }
    seen_.resize(kept);
}

void TouchingPairs::end_step(const System& system, const Limits& limits) {
    merge_seen();
    before_.swap(touching_);
    touching_.clear(), events_.clear();
    auto old = before_.cbegin();
    for (const Seen& seen : seen_) {
        for (; old != before_.cend() && old->key < seen.key; ++old) compare(system, limits, nullptr, &*old);
        const bool known = old != before_.cend() && old->key == seen.key;
        compare(system, limits, &seen, known ? &*old : nullptr);
        if (known) ++old;
    }
    for (; old != before_.cend(); ++old) compare(system, limits, nullptr, &*old);
}

/// What became of one pair (18.18): no longer seen, seen for the first time, or both.
void TouchingPairs::compare(const System& system, const Limits& limits, const Seen* seen,
                            const Pair* before) {
    const bool touched = before && before->touches, presses = seen && seen->presses;
    if (!presses && !before) return;
    const Key& key = seen ? seen->key : before->key;
    Pair now{key, touched, before && before->slides, before ? before->approach : 0,
             before ? before->impulse : 0};
    if (presses && (seen->approach > 0 || now.approach > 0)) {
        now.approach = std::max(now.approach, seen->approach);
        now.impulse += seen->impulse;
        if (seen->v_least < -limits.capture) return touching_.push_back(now);  // slowed, not there yet
    }
    const auto tell = [&](ContactEventKind kind, double speed = 0, double impulse = 0) {
        const std::vector<int>& body = system.compiled().body_of_node;
        events_.push_back({.kind = kind,
                           .speed = speed,
                           .impulse = impulse,
                           .A = {body[size(key.A)]},
                           .B = {body[size(key.B)]},
                           .first = {key.first},
                           .second = {key.second}});
    };
    if (now.approach > 0) tell(ContactEventKind::impact, now.approach, now.impulse);
    now.approach = now.impulse = 0;
    const bool rests = presses && seen->v_least <= limits.capture;
    now.touches = rests || (touched && !presses && seen && seen->gap <= limits.near);
    if (now.touches && !touched) tell(ContactEventKind::touches);
    if (touched && !now.touches) tell(ContactEventKind::lifts_off);
    if (!now.touches) return;
    if (rests && seen->rubs) now.slides = seen->slowest > (now.slides ? ends_at : 1) * limits.slip;
    if (touched && now.slides != before->slides)
        tell(now.slides ? ContactEventKind::slips : ContactEventKind::sticks);
    touching_.push_back(now);
}

}  // namespace sinew
