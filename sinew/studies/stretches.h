// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/studies/track.h>

namespace sinew {

/// One frame of a recording: empty spans where nothing of a kind was recorded.
struct RecordedFrame {
    double time;
    std::span<const Vec3> markers;
    std::span<const Rotation> orientations;
    std::span<const double> coordinates;
};

/// Gathers what was found, frame by frame in any order.
class TrackingLedger {
public:
    TrackingLedger(const System& system, const Trackers& trackers, const MotionFrames& recording);

    int frames() const { return static_cast<int>(recording_.times.size()); }
    RecordedFrame frame(int i) const;
    void put(int i, const TrackedFrame& frame, std::span<const double> q,
             std::span<const double> marker_errors, std::span<const double> sensor_errors);
    std::span<const double> q_of(int i) const { return answer_.q_of(i); }
    Tracking finish();

private:
    const MotionFrames& recording_;
    std::size_t markers_, sensors_, coordinates_;
    Tracking answer_;
};

/// Into how many stretches a recording is cut that lanes may follow side by side; 1 if they may not: where constraints
/// hold, joints are moved by Motions, or orientations were recorded. Depends on nothing of the machine.
int count_stretches(const System& system, const Trackers& trackers, const TrackOptions& options, int frames);

/// Follows all frames, a stretch in each lane of a batch. Where the next stretch does not begin where the last one
/// leads, it is followed again from there: what is found is what following all frames in turn would find.
void follow_stretches(const System& system, const State& start, const Trackers& trackers,
                      const TrackOptions& options, int stretches, TrackingLedger& ledger);

}  // namespace sinew
