// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/rigid/contact_event.h>
#include <sinew/stepping/touch.h>

#include <vector>

namespace sinew {

/// What became of one point in a step.
struct TouchOutcome {
    double impulse = 0;       ///< along the normal
    double approach = 0;      ///< of an impact, the speed it came with; else 0
    double v_n = 0, v_t = 0;  ///< afterwards: apart, and across
};

/// Which pairs of surfaces touch, and which of them slide, from step to step: as few words as there are changes,
/// however many points a pair has (18.18). Takes memory as the number of pairs grows, else none.
class TouchingPairs {
public:
    struct Limits {
        double near = 0;     ///< m: a pair that does not press, but is no farther apart, goes on touching
        double capture = 0;  ///< m/s: what leaves faster rebounds, what comes faster has not arrived yet
        double slip = 0;     ///< m/s: what is slower holds
    };

    void begin_step() { seen_.clear(); }
    void add(const TouchPoint& touch, const TouchOutcome& outcome);
    /// Compares with the step before.
    void end_step(const System& system, const Limits& limits);
    /// As if the last step had not been: one that was cut short is taken again.
    void undo() { touching_.swap(before_), events_.clear(); }

    /// Of the last step, in the order of the bodies and their surfaces.
    const std::vector<ContactEvent>& events() const { return events_; }

private:
    struct Key {
        int A, B, first, second;
        friend constexpr auto operator<=>(const Key&, const Key&) = default;
    };
    struct Seen {
        Key key;
        bool presses, rubs;
        double gap, slowest, v_least;  ///< of points that press, the least slip and how they move apart
        double approach, impulse;
    };
    /// A pair that touches; or one that is still on its way, having been slowed so as to arrive.
    struct Pair {
        Key key;
        bool touches, slides;
        double approach, impulse;  ///< on the way so far
    };
    void merge_seen();
    void compare(const System& system, const Limits& limits, const Seen* seen, const Pair* before);

    std::vector<Seen> seen_;
    std::vector<Pair> touching_, before_;
    std::vector<ContactEvent> events_;
};

}  // namespace sinew
