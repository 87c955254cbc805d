// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/batch/batch.h>
#include <sinew/forces/view.h>

#include <span>
#include <vector>

namespace sinew {

/// What follows a recording: stations of bodies, and coordinates.
struct FollowPlan {
    struct Marker {
        Station station;
        double weight;
    };
    struct Coordinate {
        int q, u;
        double weight;
    };
    std::vector<Marker> markers{};
    std::vector<Coordinate> coordinates{};
    std::vector<double> unit{};  ///< per speed what counts as a step of one; zero for speeds that are kept
    double accuracy = 1e-6;      ///< a frame has settled when steps are shorter, in units
    int max_steps = 12;          ///< what takes more is not settled by steps alone
};

/// Frames to follow, and where the answers go. Each state of the batch has frames of its own, one after another; each
/// begins where the one before ended. Called from several threads, for each state from one.
class FollowedFrames {
public:
    virtual ~FollowedFrames() = default;
    virtual int count(int state) const = 0;
    /// Where the markers were seen, three numbers each, and the coordinates; what was not seen is NaN.
    virtual void aim(int state, int frame, std::span<double> targets) = 0;

    struct Found {
        bool settled;  ///< else q is where the frame began
        int iterations;
        std::span<double> q;  ///< what is written here is where the next frame begins
        std::span<const double>
            misses;  ///< distance of each marker; means something for those that were seen
    };
    virtual void take(int state, int frame, const Found& found) = 0;
};

/// Lets the coordinates of all states follow their frames, by Newton's steps for (11.1) in lanes (20.7). What steps
/// alone do not settle is left to who takes it: where a misfit grows, the quadratic has no bottom, or a step would turn
/// a joint by more than one radian. Constraints, Motions and locks are not looked at.
void follow(Batch& batch, const FollowPlan& plan, FollowedFrames& frames);

}  // namespace sinew
