// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Boxes on their corners: loads that several conditions share.
#include <tests/one_way/scenes.h>

#include <doctest/doctest.h>

using namespace sinew;
using namespace sinew::testing;

namespace {

/// A box on a plane that is tilted by an angle about y, so that it would go towards −x; its eight corners may touch.
struct BoxOnSlope {
    Model model;
    JointId<Free> joint;
    Vec3 half;
    BoxOnSlope(double angle, double mu, double height) : half{0.1, 0.15, height} {
        const double m = 2, x = half.x * half.x, y = half.y * half.y, z = half.z * half.z;
        const BodyId box = model.add(
            Body{.name = "box", .mass = {m, {}, Sym3{m / 3 * (y + z), m / 3 * (x + z), m / 3 * (x + y)}}});
        joint = model.add(Free{}, {.name = "free", .to = box});
        for (int i = 0; i < 8; ++i) {
            const Vec3 corner{i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z};
            const std::string name = "corner" + std::to_string(i);
            model.add(SphereOnPlane{.name = name, .center = {box, corner}, .radius = 0});
            model.add(OneWay{.name = name, .static_friction = mu, .sliding_friction = mu});
        }
        model.add(Gravity{.g = {-g * std::sin(angle), 0, -g * std::cos(angle)}});
    }
    /// At rest on the slope, turned about its normal.
    State start(const System& system, double turned) const {
        State s = system.default_state();
        s.set_q(joint, std::array{std::cos(turned / 2), 0.0, 0.0, std::sin(turned / 2), 0.0, 0.0, half.z});
        return s;
    }
};

/// Runs for half a second, looking at every step whether friction is within its cone.
Simulation slide(const System& system, const State& start, double mu) {
    Simulation run = simulate(system, start, {.until = 0.5, .accuracy = 1e-6});
    while (!run.is_over()) {
        run.step();
        for (int i = 0; i < 8; ++i) {
            const std::array<double, 2> f = friction_force(system, run.state(), {i});
            CHECK(std::hypot(f[0], f[1]) <= mu * normal_force(system, run.state(), {i}) + 1e-6);
        }
    }
    CHECK(run.outcome() == Outcome::reached);
    CHECK(run.report().failure == "");
    return run;
}

constexpr double angle = 25 * 3.14159265358979323846 / 180;

}  // namespace

TEST_CASE(
    "a box on a slope stays as long as one point would and slides as one point would, near the limit too") {
    for (const double share : {0.9, 0.99, 0.995, 0.9999, 1.0001, 1.005, 1.01})
        for (const double turned : {0.0, 0.3, 1.2}) {
            CAPTURE(share);
            CAPTURE(turned);
            const double mu = share * std::tan(angle);
            const BoxOnSlope box(angle, mu, 0.1);
            const System system(box.model);
            const Simulation run = slide(system, box.start(system, turned), mu);
            // Along the slope gravity has sin θ, of which friction takes μ cos θ: 1 − μ/tan θ is left.
            const double a = std::max(0.0, g * (std::sin(angle) - mu * std::cos(angle))), t = 0.5;
            const std::span<const double> q = run.state().q();
            CHECK(std::abs(-q[4] - a * t * t / 2) < 1e-6);
            CHECK(std::abs(q[5]) < 1e-6);
            CHECK(std::abs(q[6] - box.half.z) < 1e-6);
            for (const EventCount& count : run.report().contacts) {
                CAPTURE(count.name);
                CHECK(count.count == 1);  // touches, or touches and slips: once each
            }
        }
}

TEST_CASE(
    "rounding does not decide how a box slides: turned by 1e-14 more or less, it ends at the same place") {
    for (const double share : {0.9, 0.99})
        for (const double turned : {0.3, 0.7, 1.2})
            for (int k = 0; k < 8; ++k) {
                CAPTURE(share);
                CAPTURE(turned);
                CAPTURE(k);
                const double mu = share * std::tan(angle);
                const BoxOnSlope box(angle, mu, 0.1);
                const System system(box.model);
                const State end = last(simulate(system, box.start(system, turned + (k - 4) * 1e-14),
                                                {.until = 0.5, .accuracy = 1e-6}));
                const double a = g * (std::sin(angle) - mu * std::cos(angle));
                CHECK(std::abs(-end.q()[4] - a * 0.125) < 1e-6);
                CHECK(std::abs(end.q()[5]) < 1e-6);
            }
}

TEST_CASE("a box on a slope that is too high for it tips over its lower edge, whatever friction there is") {
    const BoxOnSlope box(angle, 0.8, 0.3);
    const System system(box.model);
    const Simulation run = slide(system, box.start(system, 0), 0.8);
    CHECK(std::abs(run.state().q()[2]) > 1e-3);
}
