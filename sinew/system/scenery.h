// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/forces/view.h>
#include <sinew/geometry/shapes.h>

#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace sinew {

// What a Model holds besides physics. Files bring it along, programs that draw, track and start look at it.

/// A shape to be drawn, fixed on a body (14.1).
struct Visual {
    std::string name{};
    BodyId body = world;
    Transform X_BG{};
    Shape shape{};
    Colour colour{};
};

/// A frame with a name, fixed on a body: a marker of a motion capture, a site of MJCF, a frame of URDF or SDF.
struct Marker {
    std::string name{};
    FrameOn on{};
};

/// How far a coordinate goes. It stops nothing by itself; assemble, track and others keep to it where they are asked.
struct CoordinateLimits {
    CoordinateOf coordinate{};
    double low = -std::numeric_limits<double>::infinity();
    double high = std::numeric_limits<double>::infinity();
};

/// A configuration with a name, and speeds with it: coordinates as "knee.angle", speeds as "knee.angle", or "hip.u0"
/// where speeds are no coordinates' rates. What is not named stays as it is in a new State. Runs start at the one
/// called "default", if there is one.
struct Posture {
    std::string name{};
    std::vector<std::pair<std::string, double>> q{}, u{};
};

}  // namespace sinew
