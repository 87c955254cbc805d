// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
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

void take(std::vector<TrackerError>& all, std::span<const double> errors, int frame,
          std::vector<double>& keep) {
    keep.insert(keep.end(), errors.begin(), errors.end());
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

Tracking track(const System& system, const State& start, const Trackers& trackers,
               const MotionFrames& recording, const TrackOptions& options) {
    const std::size_t frames = recording.times.size(), markers = trackers.markers.size(),
                      sensors = trackers.sensors.size(), coordinates = trackers.coordinates.size();
    check_size_of("markers", recording.markers.size(), frames, markers);
    check_size_of("orientations", recording.orientations.size(), frames, sensors);
    check_size_of("coordinates", recording.coordinates.size(), frames, coordinates);
    Tracker tracker(system, start, trackers, options);
    Tracking answer;
    answer.nq = system.nq();
    answer.frames.reserve(frames);
    answer.q.reserve(frames * size(system.nq()));
    for (const TrackedMarker& m : trackers.markers) answer.markers.push_back({.name = m.name});
    for (const OrientationSensor& s : trackers.sensors) answer.sensors.push_back({.name = s.name});
    double sum = 0;
    for (std::size_t i = 0; i < frames; ++i) {
        const TrackedFrame frame = tracker.follow(recording.times[i], part(recording.markers, i, markers),
                                                  part(recording.orientations, i, sensors),
                                                  part(recording.coordinates, i, coordinates));
        answer.frames.push_back(frame);
        answer.lost += !frame.converged;
        answer.largest = std::max(answer.largest, frame.largest);
        const std::span<const double> q = tracker.state().q();
        answer.q.insert(answer.q.end(), q.begin(), q.end());
        take(answer.markers, tracker.marker_errors(), static_cast<int>(i), answer.marker_errors);
        take(answer.sensors, tracker.sensor_errors(), static_cast<int>(i), answer.sensor_errors);
    }
    int seen = 0;
    for (const TrackerError& m : answer.markers) sum += m.rms, seen += m.seen;
    if (seen > 0) answer.rms = std::sqrt(sum / seen);
    finish(answer.markers);
    finish(answer.sensors);
    answer.summary = paragraph(answer);
    return answer;
}

}  // namespace sinew
