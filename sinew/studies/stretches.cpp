// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/batch/follow.h>
#include <sinew/studies/search.h>
#include <sinew/studies/stretches.h>
#include <sinew/system/constraints.h>
#include <sinew/system/work.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace sinew {

namespace {

constexpr int most_stretches = 16;    // two blocks of eight lanes: enough for two cores and their registers
constexpr int shortest_stretch = 16;  // in frames: what a stretch begins and ends with must be worth it
constexpr double same_place = 100;    // in accuracies: more apart is another place

FollowPlan plan_of(const System& system, const State& start, const Trackers& trackers,
                   const TrackOptions& options, const Search& search) {
    FollowPlan plan{.accuracy = options.accuracy};
    plan.max_steps = std::min(plan.max_steps, options.max_iterations);
    for (const TrackedMarker& marker : trackers.markers)
        plan.markers.push_back({marker.station, marker.weight});
    for (std::size_t i = 0; i < trackers.coordinates.size(); ++i) {
        const TrackedCoordinate& one = trackers.coordinates[i];
        const PlacedCoordinate place = placed(system, start, one.coordinate, "tracked coordinate");
        plan.coordinates.push_back({place.q, place.u, one.weight});
    }
    plan.unit.assign(search.unit().size(), 0.0);
    for (const int speed : search.speeds()) plan.unit[size(speed)] = search.unit()[size(speed)];
    return plan;
}

/// The frames of all stretches; a stretch that lanes do not settle, or that leaves its bounds, asks a Tracker.
class Stretches : public FollowedFrames {
public:
    Stretches(const System& system, const State& start, const Trackers& trackers, const TrackOptions& options,
              int count, TrackingLedger& ledger)
        : system_(system),
          start_(start),
          trackers_(trackers),
          options_(options),
          ledger_(ledger),
          own_(size(count)) {
        for (int k = 0; k <= count; ++k)
            first_.push_back(static_cast<int>(std::int64_t{ledger.frames()} * k / count));
        for (const CoordinateBounds& bound : options.bounds) {
            const PlacedCoordinate place = placed(system, start, bound.coordinate, "bound");
            bounds_.push_back({place.q, bound.low, bound.high});
        }
    }

    int first(int stretch) const { return first_[size(stretch)]; }
    int count(int stretch) const override { return first(stretch + 1) - first(stretch); }

    void aim(int stretch, int frame, std::span<double> targets) override {
        const RecordedFrame recorded = ledger_.frame(first(stretch) + frame);
        double* next = targets.data();
        for (std::size_t i = 0; i < trackers_.markers.size(); ++i) {
            const Vec3 p = i < recorded.markers.size() ? recorded.markers[i] : Vec3{NAN, NAN, NAN};
            *next++ = p.x, *next++ = p.y, *next++ = p.z;
        }
        for (std::size_t i = 0; i < trackers_.coordinates.size(); ++i)
            *next++ = i < recorded.coordinates.size() ? recorded.coordinates[i] : NAN;
    }

    void take(int stretch, int frame, const Found& found) override {
        const int i = first(stretch) + frame;
        if (found.settled && is_within_bounds(found.q)) {
            put(i, found);
            return;
        }
        // From where the frame before ended; the first of all is in the ledger already.
        tracker_of(stretch).continue_from(ledger_.q_of(frame > 0 ? i - 1 : i));
        follow_alone(tracker_of(stretch), i);
        std::ranges::copy(ledger_.q_of(i), found.q.begin());
    }

    /// A frame by itself, from where the tracker is.
    void follow_alone(Tracker& tracker, int i) {
        const RecordedFrame recorded = ledger_.frame(i);
        const TrackedFrame frame =
            tracker.follow(recorded.time, recorded.markers, recorded.orientations, recorded.coordinates);
        ledger_.put(i, frame, tracker.state().q(), tracker.marker_errors(), tracker.sensor_errors());
    }

private:
    struct Bound {
        int q;
        double low, high;
    };
    bool is_within_bounds(std::span<const double> q) const {
        return std::ranges::all_of(
            bounds_, [&](const Bound& b) { return b.low <= q[size(b.q)] && q[size(b.q)] <= b.high; });
    }
    Tracker& tracker_of(int stretch) {
        std::optional<Tracker>& own = own_[size(stretch)];
        if (!own) own.emplace(system_, start_, trackers_, options_);
        return *own;
    }
    void put(int i, const Found& found) {
        const RecordedFrame recorded = ledger_.frame(i);
        TrackedFrame frame{.time = recorded.time, .converged = true, .iterations = found.iterations};
        std::vector<double> errors(trackers_.markers.size(), NAN);
        int seen = 0;
        for (std::size_t m = 0; m < recorded.markers.size(); ++m) {
            const Vec3& p = recorded.markers[m];
            if (!std::isfinite(p.x + p.y + p.z)) continue;
            const double error = errors[m] = found.misses[m];
            frame.rms += error * error;
            ++seen;
            if (frame.worst < 0 || error > frame.largest)
                frame.largest = error, frame.worst = static_cast<int>(m);
        }
        if (seen > 0) frame.rms = std::sqrt(frame.rms / seen);
        ledger_.put(i, frame, found.q, errors, {});
    }

    const System& system_;
    const State& start_;
    const Trackers& trackers_;
    const TrackOptions& options_;
    TrackingLedger& ledger_;
    std::vector<int> first_;
    std::vector<Bound> bounds_;
    std::vector<std::optional<Tracker>> own_;
};

/// The largest difference, in units.
double distance(std::span<const double> a, std::span<const double> b, std::span<const double> unit) {
    double most = 0;
    for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, std::abs(a[i] - b[i]) / unit[i]);
    return most;
}

}  // namespace

int count_stretches(const System& system, const Trackers& trackers, const TrackOptions& options, int frames) {
    const bool held = equation_counts(system).all() > 0 || !system.model().motions.empty();
    if (held || !trackers.sensors.empty() || options.stay > 0) return 1;
    return std::clamp(frames / shortest_stretch, 1, most_stretches);
}

void follow_stretches(const System& system, const State& start, const Trackers& trackers,
                      const TrackOptions& options, int stretches, TrackingLedger& ledger) {
    Stretches all(system, start, trackers, options, stretches, ledger);
    Tracker tracker(system, start, trackers, options);
    Batch batch(system, start, stretches, {.threads = options.threads});
    for (int k = 0; k < stretches; ++k) {  // where each begins, from where the one before does
        all.follow_alone(tracker, all.first(k));
        batch.q().set(k, tracker.state().q());
    }
    follow(batch, plan_of(system, start, trackers, options, tracker.search()), all);
    for (int k = 1; k < stretches; ++k) {
        const int first = all.first(k);
        const std::vector<double> found(ledger.q_of(first).begin(), ledger.q_of(first).end());
        tracker.continue_from(ledger.q_of(first - 1));
        all.follow_alone(tracker, first);
        if (distance(found, ledger.q_of(first), tracker.search().q_unit()) <= same_place * options.accuracy)
            continue;
        for (int i = first + 1; i < all.first(k + 1); ++i) all.follow_alone(tracker, i);
    }
}

}  // namespace sinew
