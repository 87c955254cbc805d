// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/studies/search.h>
#include <sinew/studies/track.h>
#include <sinew/system/motions.h>
#include <sinew/system/work.h>

#include <cmath>

namespace sinew {

namespace {

Goals goals_of(const Trackers& trackers) {
    Goals goals;
    for (const TrackedMarker& m : trackers.markers)
        goals.stations.push_back({m.name, m.station, {}, m.weight});
    for (const OrientationSensor& s : trackers.sensors)
        goals.orientations.push_back({s.name, s.frame, Rotation::identity(), s.weight});
    for (const TrackedCoordinate& c : trackers.coordinates)
        goals.coordinates.push_back({c.coordinate, 0, c.weight});
    return goals;
}

bool is_seen(const Vec3& p) { return std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z); }
bool is_seen(const Rotation& R) { return is_seen(R.x) && is_seen(R.y) && is_seen(R.z); }
bool is_seen(double x) { return std::isfinite(x); }

void check_count(const char* what, std::size_t found, std::size_t expected) {
    if (found != 0 && found != expected)
        throw StudyError("track: a frame has " + std::to_string(found) + " " + what + ", but there are " +
                         std::to_string(expected) + " trackers for them. Mark what is missing as NaN.");
}

/// Takes over a frame's targets; what was not seen has no weight.
template <class Goal, class Value>
void aim(std::vector<Goal>& goals, const std::vector<double>& weights, std::span<const Value> values) {
    for (std::size_t i = 0; i < goals.size(); ++i) {
        const bool seen = i < values.size() && is_seen(values[i]);
        goals[i].weight = seen ? weights[i] : 0;
        if (seen) goals[i].target = values[i];
    }
}

template <class Trackers>
std::vector<double> weights_of(const Trackers& trackers) {
    std::vector<double> weights;
    for (const auto& tracker : trackers) weights.push_back(tracker.weight);
    return weights;
}

}  // namespace

struct Tracker::Parts {
    const System& system;
    State state;
    TrackOptions options;
    std::vector<double> marker_weights, sensor_weights, coordinate_weights;
    Search search;
    std::vector<double> marker_errors, sensor_errors;
    bool started = false;

    Parts(const System& s, const State& start, const Trackers& trackers, const TrackOptions& o)
        : system(s),
          state(start),
          options(o),
          marker_weights(weights_of(trackers.markers)),
          sensor_weights(weights_of(trackers.sensors)),
          coordinate_weights(weights_of(trackers.coordinates)),
          search(s, start, GoalSet(s, start, goals_of(trackers)), o.bounds, o.kept,
                 {o.tolerance, o.accuracy, o.max_iterations}),
          marker_errors(trackers.markers.size(), NAN),
          sensor_errors(trackers.sensors.size(), NAN) {}
};

Tracker::Tracker(const System& system, const State& start, const Trackers& trackers,
                 const TrackOptions& options)
    : parts_(std::make_unique<Parts>(system, start, trackers, options)) {}
Tracker::~Tracker() = default;
Tracker::Tracker(Tracker&&) noexcept = default;
Tracker& Tracker::operator=(Tracker&&) noexcept = default;

void Tracker::continue_from(std::span<const double> q) {
    parts_->state.set_q(q);
    parts_->started = true;
}
const State& Tracker::state() const { return parts_->state; }
const Search& Tracker::search() const { return parts_->search; }
std::span<const double> Tracker::marker_errors() const { return parts_->marker_errors; }
std::span<const double> Tracker::sensor_errors() const { return parts_->sensor_errors; }

TrackedFrame Tracker::follow(double time, std::span<const Vec3> markers,
                             std::span<const Rotation> orientations, std::span<const double> coordinates) {
    Parts& p = *parts_;
    GoalSet& goals = p.search.goals;
    check_count("markers", markers.size(), goals.stations.size());
    check_count("orientations", orientations.size(), goals.orientations.size());
    check_count("coordinates", coordinates.size(), goals.coordinates.size());
    aim(goals.stations, p.marker_weights, markers);
    aim(goals.orientations, p.sensor_weights, orientations);
    aim(goals.coordinates, p.coordinate_weights, coordinates);
    if (p.options.stay > 0) goals.stay(p.state.q(), p.search.q_unit(), p.options.stay);

    p.state.set_time(time);
    prescribe_positions(p.system, p.state);
    p.search.count_from_zero();
    if (!p.started) p.search.approach(p.state);
    p.started = true;
    SearchEnd end = p.search.restore(p.state);
    for (int i = 1; end != SearchEnd::done && i < 10; ++i) {  // not from here: from nearby
        p.search.perturb(p.state, 0.05 * i, static_cast<std::uint64_t>(i));
        end = p.search.restore(p.state);
    }
    end = p.search.settle(p.state);

    TrackedFrame frame{.time = time, .iterations = p.search.iterations()};
    frame.constraint_error = p.search.largest_error(p.state);
    frame.converged = end == SearchEnd::done && frame.constraint_error <= p.options.tolerance;
    int seen = 0;
    for (std::size_t i = 0; i < goals.stations.size(); ++i) {
        double& error = p.marker_errors[i];
        error = NAN;
        if (!(i < markers.size() && is_seen(markers[i]))) continue;
        error = goals.miss(p.system, p.state, goals.stations[i]);
        frame.rms += error * error;
        ++seen;
        if (frame.worst < 0 || error > frame.largest)
            frame.largest = error, frame.worst = static_cast<int>(i);
    }
    if (seen > 0) frame.rms = std::sqrt(frame.rms / seen);
    for (std::size_t i = 0; i < goals.orientations.size(); ++i)
        p.sensor_errors[i] = i < orientations.size() && is_seen(orientations[i])
                                 ? goals.miss(p.system, p.state, goals.orientations[i])
                                 : NAN;
    return frame;
}

}  // namespace sinew
