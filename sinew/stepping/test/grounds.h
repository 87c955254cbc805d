// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/stepping/stepper.h>
#include <sinew/system/energy.h>
#include <sinew/system/kinematics.h>
#include <sinew/system/momentum.h>
#include <sinew/system/work.h>

#include <doctest/doctest.h>

#include <cmath>
#include <random>

namespace sinew::testing {

/// Points of bodies, each with a radius, over a plane and against one another: what surfaces find, as test data.
struct RoundPoint {
    BodyId body{};
    Vec3 p_B{};
    double radius = 0;
};

class BallsOnPlane final : public TouchFinder {
public:
    std::vector<RoundPoint> balls;
    Vec3 up{0, 0, 1};  ///< the plane goes through the origin
    double mu = 0.5, restitution = 0;
    bool with_one_another = false;

    void find(const System& system, const State& state, const SpatialVelocity*, double h,
              std::vector<TouchPoint>& out) override {
        const Compiled& c = system.compiled();
        for (std::size_t i = 0; i < balls.size(); ++i) {
            const Vec3 p = place(system, state, balls[i]);
            const double gap = dot(up, p) - balls[i].radius;
            if (gap < margin(h))
                out.push_back({0, c.node(balls[i].body), p - (balls[i].radius + 0.5 * gap) * up, up, gap,
                               i + 1, mu, mu, 0, restitution});
            if (!with_one_another) continue;
            for (std::size_t j = 0; j < i; ++j) {
                const Vec3 between = p - place(system, state, balls[j]);
                const double distance = norm(between), apart = distance - balls[i].radius - balls[j].radius;
                if (balls[i].body == balls[j].body || apart > margin(h)) continue;
                const Vec3 n = between / distance;
                out.push_back({c.node(balls[j].body), c.node(balls[i].body),
                               p - (balls[i].radius + 0.5 * apart) * n, n, apart, (i + 1) * 100003 + j, mu,
                               mu, 0, restitution});
            }
        }
    }
    static double margin(double h) { return 0.01 + 20 * h; }
    static Vec3 place(const System& system, const State& state, const RoundPoint& ball) {
        return pose(system, state, ball.body) * ball.p_B;
    }
};

inline std::vector<RoundPoint> corners_of(BodyId body, const Vec3& half, double radius = 0) {
    std::vector<RoundPoint> corners;
    for (int i = 0; i < 8; ++i)
        corners.push_back(
            {body, {i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z}, radius});
    return corners;
}

/// A box on a free joint.
inline BodyId add_box(Model& model, const std::string& name, const Vec3& half, double mass) {
    const BodyId body = model.add(Body{.name = name, .mass = box(mass, 2.0 * half)});
    model.add(Free{}, {.name = name + "_free", .from = world, .to = body});
    return body;
}

}  // namespace sinew::testing
