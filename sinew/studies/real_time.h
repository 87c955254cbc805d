// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/state/state.h>
#include <sinew/studies/error.h>

#include <cstddef>
#include <memory>
#include <vector>

namespace sinew {

// Soft real time by local lag: a run may take short or long for its steps, what is shown comes evenly, a little later
// than it was computed. A bound on the cost of each step is a fixed step with an explicit method (simulate,
// fixed_step): every step then costs the same number of evaluations, and none is repeated.

/// Where time comes from, in seconds. Tests and offline rendering bring their own.
class Clock {
public:
    virtual ~Clock() = default;
    virtual double now() = 0;
    virtual void sleep_until(double time) = 0;
};
/// The computer's own, that never goes back.
Clock& steady_clock();

struct RealTimeOptions {
    double lag = 0.15;          ///< seconds that what is shown lags behind, at most; 0.15 is hardly felt
    double speed = 1;           ///< of the run's time to the clock's
    double late_after = 0.002;  ///< seconds after which a frame counts as late
    double slip_after =
        1.0 / 30;  ///< seconds of lateness from which the schedule moves instead of being caught up
};

struct RealTimeStatistics {
    long shown = 0, late = 0;
    long dropped = 0;           ///< not shown because a later one was due as well
    double worst_lateness = 0;  ///< seconds
    double total_lateness = 0;
    double slipped = 0;         ///< seconds by which the schedule has moved altogether
    double worst_interval = 0;  ///< seconds that the time between two frames was off at most
    double mean_lateness() const { return shown > 0 ? total_lateness / static_cast<double>(shown) : 0; }
};

/// Frames that wait for their time (11.95). Knows no clock: whoever calls tells the time. A value.
class DelayBuffer {
public:
    explicit DelayBuffer(const RealTimeOptions& options = {});

    /// Less than a lag's worth of frames waits: the run should go on. Else it should wait until due().
    bool has_room() const;
    void put(const State& frame, double now);

    bool empty() const { return count_ == 0; }
    std::size_t waiting() const { return count_; }
    /// When the first of those that wait is to be shown.
    double due() const;
    bool is_due(double now) const { return !empty() && due() <= now; }
    /// The frame to be shown now: the first that waits, or, if more are due, the last of these. Lasts until the next
    /// call.
    const State& take(double now);

    const RealTimeStatistics& statistics() const { return statistics_; }

private:
    const State& at(std::size_t i) const { return ring_[(first_ + i) % ring_.size()]; }
    double due(const State& frame) const { return start_ + frame.time() / options_.speed; }

    RealTimeOptions options_;
    RealTimeStatistics statistics_;
    std::vector<State> ring_;
    std::size_t first_ = 0, count_ = 0;
    double start_ = 0;  ///< when time 0 would be shown
    bool begun_ = false;
    double last_shown_ = 0, last_time_ = 0;
};

/// Shows a run evenly, all in one thread: steps are taken while frames wait. A step that ends after the next frame
/// was due makes it late; where steps may be longer than a frame, see RealTimeShow.
template <class Run, class Show>
RealTimeStatistics show_in_real_time(Run&& run, Show&& show, const RealTimeOptions& options = {},
                                     Clock& clock = steady_clock()) {
    DelayBuffer buffer(options);
    for (const State& frame : run) {
        buffer.put(frame, clock.now());
        while (!buffer.has_room() || buffer.is_due(clock.now())) {
            clock.sleep_until(buffer.due());
            show(buffer.take(clock.now()));
        }
    }
    while (!buffer.empty()) {
        clock.sleep_until(buffer.due());
        show(buffer.take(clock.now()));
    }
    return buffer.statistics();
}

/// The same with a thread for the run and one that shows: put() in one, next() in the other.
class RealTimeShow {
public:
    explicit RealTimeShow(const RealTimeOptions& options = {});
    ~RealTimeShow();
    RealTimeShow(const RealTimeShow&) = delete;
    RealTimeShow& operator=(const RealTimeShow&) = delete;

    /// Waits while a lag's worth of frames is ahead. False once stop() was called.
    bool put(const State& frame);
    /// No more frames will come; and: nobody looks any more.
    void end();
    void stop();
    /// Waits until a frame is due. False at the end.
    bool next(State& into);

    RealTimeStatistics statistics() const;

private:
    struct Inside;
    std::unique_ptr<Inside> inside_;
};

}  // namespace sinew
