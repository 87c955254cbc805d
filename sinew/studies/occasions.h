// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/base/one_of.h>
#include <sinew/integrators/events.h>
#include <sinew/state/state.h>
#include <sinew/studies/call.h>

#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace sinew {

// When something happens in a run.

/// When a function of the State changes its sign.
///     Crossing{.witness = [&](const State& s) { return s.q(height); }, .direction = Direction::falling}
struct Crossing {
    Call<double(const State&)> witness{};
    Direction direction = Direction::both;
    /// What the witness looks at, at most; of several events at one time, those of the lowest stage come first.
    Stage stage = Stage::position;
    double window =
        0;  ///< how well its time is found; 0: a hundredth of the accuracy times the characteristic time
    /// Crossings further apart are never overlooked; without a bound, steps are sampled as the witness needs it.
    double spacing = std::numeric_limits<double>::infinity();
    bool fires_at_start = false;    ///< a value that is beyond zero at the start is an event there
    bool may_be_undefined = false;  ///< NaN: no value here
    bool may_be_flat = false;       ///< zero for a while
    bool may_jump = false;          ///< over zero
};
/// At these times, in any order; those before the start are left out.
struct AtTimes {
    std::vector<double> times{};
};
/// At from, from + period, from + 2 period, ... as far as they are not before the start.
struct Every {
    double period = 0;
    double from = 0;
};
/// At the end of every step of the integrator.
struct EveryStep {};

using When = OneOf<Crossing, AtTimes, Every, EveryStep>;

/// What a handler or reporter is told.
struct Event {
    std::string_view name{};  ///< its own
    double time = 0;          ///< of the State; what crossed zero did so within (before, time]
    double before = 0;
    bool rising = false;  ///< of a Crossing
    bool ends_run = false;
    /// The run is over after this event.
    void end_run() { ends_run = true; }
};

/// Changes the State when something happens: anything in it but time. What it changes is then brought onto the
/// constraints, and the integrator starts anew from there; if it changes nothing that accelerations depend on, the run
/// goes on as if it had not been.
struct Handler {
    std::string name{};
    When when{};
    Call<void(State&, Event&)> act{};
};

/// Looks at the State when something happens. No result depends on it.
struct Reporter {
    std::string name{};
    When when{};
    Call<void(const State&, const Event&)> report{};
};

}  // namespace sinew
