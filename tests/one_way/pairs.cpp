// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Rigid surfaces of many kinds: what is known of each pair in closed form.
#include <tests/one_way/pairs.h>

using namespace sinew;
using namespace sinew::testing;

TEST_CASE("a ball on the top of a box slides, rolls and bounces as on a plane, to the accuracy asked for") {
    for (const double fall : {0.0, 0.3}) {
        CAPTURE(fall);
        std::vector<State> ends;
        for (const int k : {0, 1}) {
            Things things;
            things.add(shape::Sphere{0.1}, 0.3, 0.7);
            if (k == 0) things.stands("floor", shape::HalfSpace{}, 0.3);
            else things.stands("table", shape::Box{{10, 10, 2}}, 0.3, {.p = {0, 0, -1}});
            const System system = things.compiled();
            State start = system.default_state();
            place(start, things.joints[0], {0, 0, 0.1 + fall}, {}, {1, 0.5, 0}, {0, 1, 2});
            ends.push_back(watched(system, start, 1.5, 1e-8));
        }
        for (std::size_t i = 0; i < 7; ++i) CHECK(std::abs(ends[0].q()[i] - ends[1].q()[i]) < 1e-5);
        for (std::size_t i = 0; i < 6; ++i) CHECK(std::abs(ends[0].u()[i] - ends[1].u()[i]) < 1e-5);
    }
}

TEST_CASE("a ball that rolls slowly off a box's edge leaves it where the cosine of its turn is 10/17") {
    Things things;
    const double r = 0.1, v0 = 0.01;
    things.add(shape::Sphere{r}, 1e5);
    things.stands("table", shape::Box{{2, 2, 2}}, 1e5, {.p = {-1, 0, -1}});
    const System system = things.compiled();
    State start = system.default_state();
    place(start, things.joints[0], {-0.01, 0, r}, {}, {v0, 0, 0}, {0, v0 / r, 0});
    double cosine = 0;
    SimulationOptions options{.until = 3, .accuracy = 1e-9};
    options.on_contact = [&](const State& state, const ContactEvent& event) {
        if (event.kind == ContactEventKind::lifts_off && cosine == 0) cosine = state.q()[6] / r;
    };
    const State end = last(simulate(system, start, std::move(options)));
    // (7/5) (v² − v₀²)/2 = g r (1 − cos), v² = g r cos
    CHECK(cosine == doctest::Approx((10 + 7 * v0 * v0 / (g * r)) / 17).epsilon(1e-6));
    CHECK(end.q()[6] < -1);
}

TEST_CASE("an ellipsoid that rocks on a plane does so with the frequency of its curvature") {
    for (const double friction : {0.0, 20.0}) {
        CAPTURE(friction);
        Things things;
        const Vec3 a{0.3, 0.25, 0.1};
        things.add(shape::Ellipsoid{a}, friction);
        things.stands("floor", shape::HalfSpace{}, friction);
        const System system = things.compiled();
        State start = system.default_state();
        const double m = system.model().bodies[1].mass.mass, I = m / 5 * (a.x * a.x + a.z * a.z), turn = 1e-3;
        const double height =
            std::sqrt(std::pow(a.x * std::sin(turn), 2) + std::pow(a.z * std::cos(turn), 2));
        place(start, things.joints[0], {0, 0, height}, {0, turn, 0});
        // Where it rolls, it turns about the point it touches at.
        const double about = friction > 0 ? I + m * a.z * a.z : I;
        const double omega = std::sqrt(m * g * (a.x * a.x / a.z - a.z) / about);
        const State end = watched(system, start, 2 * std::acos(-1.0) / omega * 3.25, 1e-9);
        CHECK(std::abs(end.q()[2] * 2) < 3e-6);  // a quarter of a period on, it passes the middle
        const double turning = std::hypot(end.u()[0], end.u()[1], end.u()[2]);
        CHECK(turning == doctest::Approx(omega * turn).epsilon(1e-3));
    }
}

TEST_CASE("a cylinder that lies on a slope rolls down with two thirds of what gravity has along it") {
    Things things;
    const double r = 0.1, angle = 0.2;
    things.add(shape::Cylinder{r, 0.5}, 0.5);
    things.stands("floor", shape::HalfSpace{}, 0.5);
    const System system = things.compiled({g * std::sin(angle), 0, -g * std::cos(angle)});
    State start = system.default_state();
    place(start, things.joints[0], {0, 0, r}, {std::acos(-1.0) / 2, 0, 0});
    const State end = watched(system, start, 1);
    CHECK(end.q()[4] == doctest::Approx(g * std::sin(angle) / 3).epsilon(1e-5));
    CHECK(std::abs(end.q()[5]) < 1e-5);
    CHECK(std::abs(end.q()[6] - r) < 1e-6);
}

TEST_CASE("a cylinder set down on its end stands; tilted, it rocks, wobbles on its rim and comes to rest") {
    Things things;
    things.add(shape::Cylinder{0.1, 0.2}, 0.4);
    things.stands("floor", shape::HalfSpace{}, 0.4);
    const System system = things.compiled();
    State start = system.default_state();
    place(start, things.joints[0], {0, 0, 0.15});
    State end = watched(system, start, 1);
    CHECK(std::abs(end.q()[6] - 0.1) < 1e-6);
    CHECK(kinetic_energy(system, end) < 1e-10);
    place(start, things.joints[0], {0, 0, 0.15}, {0.2, 0, 0});
    end = watched(system, start, 3, 1e-5, 2e-5);
    CHECK(std::abs(end.q()[6] - 0.1) < 1e-4);
}

TEST_CASE("two capsules that cross, and two side by side, stay as they lie") {
    for (const double turn : {0.0, 1.0, std::acos(-1.0) / 2}) {
        CAPTURE(turn);
        Things things;
        things.add(shape::Capsule{0.1, 0.6}, 1);
        things.stands("log", shape::Capsule{0.2, 2}, 1, {.R = Rotation::about_x(std::acos(-1.0) / 2)});
        const System system = things.compiled();
        State start = system.default_state();
        // Lying along y, then turned about the vertical.
        const Rotation R = Rotation::about_z(turn) * Rotation::about_x(std::acos(-1.0) / 2);
        const Quaternion q = quaternion_of(R);
        start.set_q(things.joints[0], std::array{q.w, q.x, q.y, q.z, 0.0, 0.0, 0.35});
        const State end = watched(system, start, 0.5);
        CHECK(std::abs(end.q()[6] - 0.3) < 1e-5);
        CHECK(std::abs(end.q()[4]) < 1e-5);
    }
}
