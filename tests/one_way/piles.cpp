// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Boxes on boxes: they land, rest, slide and tip as they would on a plane.
#include <tests/one_way/pairs.h>

using namespace sinew;
using namespace sinew::testing;

namespace {

constexpr double pi = 3.14159265358979323846;

/// A box on a table that is a half space or a large box, turned about the vertical; gravity leans.
State on_table(bool flat, double turned, double friction, const Vec3& v, double fall, double lean) {
    Things things;
    things.add(shape::Box{{0.2, 0.3, 0.1}}, friction);
    if (flat) things.stands("table", shape::HalfSpace{}, friction);
    else things.stands("table", shape::Box{{4, 4, 1}}, friction, {.p = {0, 0, -0.5}});
    const System system = things.compiled({-g * std::sin(lean), 0, -g * std::cos(lean)});
    State start = system.default_state();
    place(start, things.joints[0], {0, 0, 0.05 + fall}, {0, 0, turned}, v);
    return watched(system, start, 0.6, 1e-7);
}

}  // namespace

TEST_CASE("a box on a box slides, falls and rests as on a plane") {
    struct Run {
        double turned, friction, speed, fall, lean;
    };
    for (const Run& run : {Run{0.3, 0.4, 1, 0, 0}, Run{0, 0.4, 1, 0, 0}, Run{0.7, 0.3, 0, 0.1, 0},
                           Run{0.3, 0.5, 0, 0, 0.4}, Run{0.3, 0.3, 0, 0, 0.4}}) {
        CAPTURE(run.turned);
        CAPTURE(run.speed);
        CAPTURE(run.lean);
        const State plane = on_table(true, run.turned, run.friction, {run.speed, 0, 0}, run.fall, run.lean),
                    box = on_table(false, run.turned, run.friction, {run.speed, 0, 0}, run.fall, run.lean);
        for (std::size_t i = 0; i < 7; ++i) CHECK(std::abs(plane.q()[i] - box.q()[i]) < 1e-5);
    }
}

TEST_CASE("two equal cubes rest on one another, exactly aligned, shifted or turned") {
    for (const double shift : {0.0, 0.03, 0.09})
        for (const double turned : {0.0, 0.4, pi / 4}) {
            CAPTURE(shift);
            CAPTURE(turned);
            Things things;
            things.add(shape::Box{{0.2, 0.2, 0.2}}, 0.5);
            things.add(shape::Box{{0.2, 0.2, 0.2}}, 0.5);
            things.stands("floor", shape::HalfSpace{}, 0.5);
            const System system = things.compiled();
            State start = system.default_state();
            place(start, things.joints[0], {0, 0, 0.1});
            place(start, things.joints[1], {shift, 0, 0.31}, {0, 0, turned});
            const State end = watched(system, start, 0.5);
            CHECK(std::abs(end.q()[6] - 0.1) < 1e-6);
            CHECK(std::abs(end.q()[13] - 0.3) < 1e-6);
            CHECK(std::abs(end.q()[11] - shift) < 1e-5);
            CHECK(kinetic_energy(system, end) < 1e-9);
        }
}

TEST_CASE("a plank across another rests where their edges cross") {
    Things things;
    things.add(shape::Box{{0.1, 1, 0.05}}, 0.5);
    things.stands("beam", shape::Box{{1, 0.1, 0.1}}, 0.5);
    const System system = things.compiled();
    State start = system.default_state();
    place(start, things.joints[0], {0.2, 0.01, 0.08});
    const State end = watched(system, start, 0.5);
    CHECK(std::abs(end.q()[6] - 0.075) < 1e-6);
    CHECK(kinetic_energy(system, end) < 1e-9);
}

TEST_CASE("a cube with its middle beyond the edge of a box tips over it, and falls") {
    Things things;
    things.add(shape::Box{{0.2, 0.2, 0.2}}, 2);
    things.stands("table", shape::Box{{2, 2, 2}}, 2, {.p = {-1, 0, -1}});
    const System system = things.compiled();
    State start = system.default_state();
    place(start, things.joints[0], {0.01, 0, 0.1});
    // It turns about the edge first: the energy of a pendulum, as long as it does not slip.
    const State turning = watched(system, start, 0.3);
    const double m = system.model().bodies[1].mass.mass, x = turning.q()[4], z = turning.q()[6],
                 r2 = 0.01 * 0.01 + 0.01, about = m * (0.04 / 6 + r2);
    CHECK(x * x + z * z == doctest::Approx(r2).epsilon(1e-5));
    CHECK(0.5 * about * turning.u()[1] * turning.u()[1] == doctest::Approx(m * g * (0.1 - z)).epsilon(1e-4));
    const State end = watched(system, start, 0.8, 1e-6);
    CHECK(end.q()[6] < -0.1);
}

TEST_CASE("a cube that slides over the edge of a table leaves it and falls") {
    Things things;
    things.add(shape::Box{{0.2, 0.2, 0.2}}, 0.1);
    things.stands("table", shape::Box{{2, 2, 2}}, 0.1, {.p = {-1, 0, -1}});
    const System system = things.compiled();
    State start = system.default_state();
    place(start, things.joints[0], {-0.3, 0, 0.1}, {0, 0, 0.2}, {2, 0, 0});
    const State end = watched(system, start, 0.7, 1e-6);
    CHECK(end.q()[6] < -0.2);
    CHECK(end.q()[4] > 0.5);
}
