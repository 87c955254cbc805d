// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "models.h"

namespace bench {

/// A point of a body, -1 is the world.
struct Point {
    int body = -1;
    Vec3 p{};
};

struct RodBetween {
    Point from, to;
    double length = 1;
};

/// Somebody with markers on, and some distances in the body that never change.
struct MarkerProblem {
    BenchModel model;
    std::vector<Point> markers;
    std::vector<RodBetween> rods;
    std::vector<double> q;                    // the first frame, in the order of BenchState
    std::vector<std::vector<Vec3>> frames{};  // where the markers are seen; the last leads back to the first
};

/// 38 degrees of freedom, 40 markers, a number of rods. Frames come from a smooth motion that the rods allow, with a
/// millimetre of noise.
MarkerProblem marker_problem(int rods);

/// One library that follows the markers, each frame from where it was.
class MarkerSide {
public:
    virtual ~MarkerSide() = default;
    virtual void follow(int frame) = 0;
    virtual double rms() = 0;               // of the markers, after the last frame
    virtual double constraint_error() = 0;  // the largest
};

std::unique_ptr<MarkerSide> make_sinew_markers(const MarkerProblem&);

/// All frames of so many rounds as one recording, followed by track() on one thread. Returns the root mean square of
/// the markers' distances.
class MarkerRecording {
public:
    MarkerRecording(const MarkerProblem&, int rounds);
    ~MarkerRecording();
    int frames() const;
    double follow();

private:
    struct Inside;
    std::unique_ptr<Inside> inside_;
};
std::unique_ptr<MarkerSide> make_simbody_markers(const MarkerProblem&);

}  // namespace bench
