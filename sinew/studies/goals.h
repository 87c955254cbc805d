// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/forces/view.h>

#include <limits>
#include <string>
#include <vector>

namespace sinew {

// What a study of positions is to come near to, as far as the constraints leave room: the least (11.1)
//     ½ Σ weight · miss²
// A name is for reports; goals may go without.

/// A point of a body at a place in the world. Its miss is the distance.
struct StationGoal {
    std::string name{};
    Station station{};
    Vec3 target{};
    double weight = 1;
};

/// A frame of a body turned as R_WT says. Its miss is the angle between the two.
struct OrientationGoal {
    std::string name{};
    FrameOn frame{};
    Rotation target = Rotation::identity();
    double weight = 1;
};

/// A coordinate at a value.
struct CoordinateGoal {
    CoordinateOf coordinate{};
    double target = 0;
    double weight = 1;
};

struct Goals {
    std::vector<StationGoal> stations{};
    std::vector<OrientationGoal> orientations{};
    std::vector<CoordinateGoal> coordinates{};
    bool empty() const { return stations.empty() && orientations.empty() && coordinates.empty(); }
};

/// A coordinate that stays within limits.
struct CoordinateBounds {
    CoordinateOf coordinate{};
    double low = -std::numeric_limits<double>::infinity(), high = std::numeric_limits<double>::infinity();
};

}  // namespace sinew
