// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/studies/error.h>
#include <sinew/studies/goals.h>
#include <sinew/system/system.h>

#include <memory>
#include <span>

namespace sinew {

class Search;

/// A point of a body whose place was recorded.
struct TrackedMarker {
    std::string name{};
    Station station{};
    double weight = 1;
};

/// A frame of a body whose orientation was recorded.
struct OrientationSensor {
    std::string name{};
    FrameOn frame{};
    double weight = 1;
};

/// A coordinate that was recorded, or is to stay near to a value.
struct TrackedCoordinate {
    CoordinateOf coordinate{};
    double weight = 1;
};

/// What was recorded, and on what.
struct Trackers {
    std::vector<TrackedMarker> markers{};
    std::vector<OrientationSensor> sensors{};
    std::vector<TrackedCoordinate> coordinates{};
};

/// Frames of a recording, one after another; each has the values of all markers, sensors and coordinates in the order
/// of the Trackers. What is missing is NaN: all of a marker or rotation counts as missing if one number of it is.
struct MotionFrames {
    std::vector<double> times{};
    std::vector<Vec3> markers{};  ///< in the world, frame after frame
    std::vector<Rotation> orientations{};
    std::vector<double> coordinates{};
};

struct TrackOptions {
    std::vector<CoordinateBounds> bounds{};
    std::vector<AnyJointId> kept{};
    /// How much a frame matters to be like the one before, beside markers of weight 1. The default only decides what
    /// nothing else decides.
    double stay = 0;
    double tolerance = 1e-9;  ///< largest error of a constraint
    double accuracy =
        1e-6;  ///< a frame has settled when steps are shorter: radians, or shares of the model's size
    int max_iterations = 100;
    /// Of track(), which follows several stretches of a recording at once where it can; 0: one for each core. The
    /// answer does not depend on it.
    int threads = 1;
};

/// One frame's account.
struct TrackedFrame {
    double time = 0;
    bool converged = false;  ///< constraints hold and the markers have settled
    int iterations = 0;
    double rms = 0, largest = 0;  ///< over the markers that were seen, m
    int worst = -1;               ///< the marker of the largest
    double constraint_error = 0;
};

/// How well one marker or sensor was followed.
struct TrackerError {
    std::string name{};
    double rms = 0, largest = 0;  ///< m, or radians
    int worst_frame = -1;
    int seen = 0;  ///< frames
};

struct Tracking {
    std::vector<TrackedFrame> frames{};
    std::vector<double> q{};              ///< nq per frame
    std::vector<double> marker_errors{};  ///< per frame and marker; NaN where it was not seen
    std::vector<double> sensor_errors{};
    std::vector<TrackerError> markers{}, sensors{};
    double rms = 0, largest = 0;  ///< over all markers and frames
    int lost = 0;                 ///< frames that did not converge
    int nq = 0;
    std::string summary{};

    std::span<const double> q_of(int frame) const& {
        return std::span(q).subspan(static_cast<std::size_t>(frame) * static_cast<std::size_t>(nq),
                                    static_cast<std::size_t>(nq));
    }
    void q_of(int) const&& = delete;
};

/// The coordinates that come nearest to each frame of a recording, with constraints as hard conditions (11.1). The
/// first frame is looked for as assemble() does, each further one from the one before. Throws StudyError where sizes do
/// not fit.
Tracking track(const System& system, const State& start, const Trackers& trackers,
               const MotionFrames& recording, const TrackOptions& options = {});

/// The same, frame by frame as they come in. Following a frame takes no memory after the first.
class Tracker {
public:
    Tracker(const System& system, const State& start, const Trackers& trackers,
            const TrackOptions& options = {});
    ~Tracker();
    Tracker(Tracker&&) noexcept;
    Tracker& operator=(Tracker&&) noexcept;

    /// Empty spans: nothing was seen of these.
    TrackedFrame follow(double time, std::span<const Vec3> markers,
                        std::span<const Rotation> orientations = {},
                        std::span<const double> coordinates = {});
    /// Goes on from other coordinates.
    void continue_from(std::span<const double> q);
    /// Where it is now.
    const State& state() const;
    const Search& search() const;
    /// How far each marker and sensor is off, NaN for those not seen.
    std::span<const double> marker_errors() const;
    std::span<const double> sensor_errors() const;

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace sinew
