// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/studies/stretches.h>
#include <sinew/studies/track.h>
#include <sinew/system/work.h>

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

template <class Value>
std::span<const Value> part(const std::vector<Value>& all, std::size_t frame, std::size_t each) {
    if (all.empty()) return {};
    return std::span(all).subspan(frame * each, each);
}

void check_size_of(const char* what, std::size_t found, std::size_t frames, std::size_t each) {
    if (found != 0 && found != frames * each)
        throw StudyError("track: " + std::to_string(frames) + " frames of " + std::to_string(each) + " " +
                         what + " need " + std::to_string(frames * each) + " values, but " +
                         std::to_string(found) + " are given.");
}

/// Sums over frames become root mean squares.
void finish(std::vector<TrackerError>& all) {
    for (TrackerError& e : all)
        if (e.seen > 0) e.rms = std::sqrt(e.rms / e.seen);
}

void take(std::vector<TrackerError>& all, std::span<const double> errors, int frame) {
    for (std::size_t i = 0; i < errors.size(); ++i) {
        if (!std::isfinite(errors[i])) continue;
        TrackerError& e = all[i];
        ++e.seen;
        e.rms += errors[i] * errors[i];
        if (e.worst_frame < 0 || errors[i] > e.largest) e.largest = errors[i], e.worst_frame = frame;
    }
}

std::string paragraph(const Tracking& t) {
    std::string text = std::to_string(t.frames.size()) + " frames";
    if (!t.frames.empty())
        text += " from " + rounded(t.frames.front().time, 4) + " to " + rounded(t.frames.back().time, 4);
    text += ", markers followed to " + rounded(t.rms, 3) + " m (root mean square), at worst " +
            rounded(t.largest, 3) + " m";
    const auto worst =
        std::max_element(t.markers.begin(), t.markers.end(),
                         [](const TrackerError& a, const TrackerError& b) { return a.largest < b.largest; });
    if (worst != t.markers.end() && worst->worst_frame >= 0)
        text += " by " + sinew::quoted(worst->name) +
                " at t = " + rounded(t.frames[size(worst->worst_frame)].time, 4);
    text += ".";
    double turned = 0;
    for (const TrackerError& s : t.sensors) turned = std::max(turned, s.largest);
    if (!t.sensors.empty()) text += " Sensors are off by " + rounded(turned, 3) + " rad at most.";
    for (const TrackerError& m : t.markers)
        if (m.seen == 0) text += " Marker " + sinew::quoted(m.name) + " was never seen.";
    if (t.lost > 0) {
        const auto first = std::find_if(t.frames.begin(), t.frames.end(),
                                        [](const TrackedFrame& f) { return !f.converged; });
        text += " " + std::to_string(t.lost) +
                " frames did not converge, the first at t = " + rounded(first->time, 4) +
                " with a constraint error of " + rounded(first->constraint_error, 3) + ".";
    }
    return text;
}

}  // namespace

TrackingLedger::TrackingLedger(const System& system, const Trackers& trackers, const MotionFrames& recording)
    : recording_(recording),
      markers_(trackers.markers.size()),
      sensors_(trackers.sensors.size()),
      coordinates_(trackers.coordinates.size()) {
    const std::size_t frames = recording.times.size();
    check_size_of("markers", recording.markers.size(), frames, markers_);
    check_size_of("orientations", recording.orientations.size(), frames, sensors_);
    check_size_of("coordinates", recording.coordinates.size(), frames, coordinates_);
    answer_.nq = system.nq();
    answer_.frames.resize(frames);
    answer_.q.resize(frames * size(system.nq()));
    answer_.marker_errors.resize(frames * markers_, NAN);
    answer_.sensor_errors.resize(frames * sensors_, NAN);
    for (const TrackedMarker& m : trackers.markers) answer_.markers.push_back({.name = m.name});
    for (const OrientationSensor& s : trackers.sensors) answer_.sensors.push_back({.name = s.name});
}

RecordedFrame TrackingLedger::frame(int i) const {
    const std::size_t f = size(i);
    return {recording_.times[f], part(recording_.markers, f, markers_),
            part(recording_.orientations, f, sensors_), part(recording_.coordinates, f, coordinates_)};
}

void TrackingLedger::put(int i, const TrackedFrame& frame, std::span<const double> q,
                         std::span<const double> marker_errors, std::span<const double> sensor_errors) {
    const std::size_t f = size(i);
    answer_.frames[f] = frame;
    std::ranges::copy(q, answer_.q.begin() + static_cast<std::ptrdiff_t>(f * q.size()));
    std::ranges::copy(marker_errors,
                      answer_.marker_errors.begin() + static_cast<std::ptrdiff_t>(f * markers_));
    std::ranges::copy(sensor_errors,
                      answer_.sensor_errors.begin() + static_cast<std::ptrdiff_t>(f * sensors_));
}

Tracking TrackingLedger::finish() {
    for (int i = 0; i < frames(); ++i) {
        answer_.lost += !answer_.frames[size(i)].converged;
        answer_.largest = std::max(answer_.largest, answer_.frames[size(i)].largest);
        take(answer_.markers, part(answer_.marker_errors, size(i), markers_), i);
        take(answer_.sensors, part(answer_.sensor_errors, size(i), sensors_), i);
    }
    double sum = 0;
    int seen = 0;
    for (const TrackerError& m : answer_.markers) sum += m.rms, seen += m.seen;
    if (seen > 0) answer_.rms = std::sqrt(sum / seen);
    sinew::finish(answer_.markers);
    sinew::finish(answer_.sensors);
    answer_.summary = paragraph(answer_);
    return std::move(answer_);
}

Tracking track(const System& system, const State& start, const Trackers& trackers,
               const MotionFrames& recording, const TrackOptions& options) {
    TrackingLedger ledger(system, trackers, recording);
    const int stretches = count_stretches(system, trackers, options, ledger.frames());
    if (stretches > 1) {
        follow_stretches(system, start, trackers, options, stretches, ledger);
        return ledger.finish();
    }
    Tracker tracker(system, start, trackers, options);
    for (int i = 0; i < ledger.frames(); ++i) {
        const RecordedFrame recorded = ledger.frame(i);
        const TrackedFrame frame =
            tracker.follow(recorded.time, recorded.markers, recorded.orientations, recorded.coordinates);
        ledger.put(i, frame, tracker.state().q(), tracker.marker_errors(), tracker.sensor_errors());
    }
    return ledger.finish();
}

}  // namespace sinew
