// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/studies/assemble.h>
#include <sinew/system/constraints.h>
#include <sinew/system/kinematics.h>
#include <sinew/system/motions.h>

#include <doctest/doctest.h>
#include <tests/support/mechanisms.h>

using namespace sinew;
using namespace sinew::testing;

namespace {

double worst_error(const System& system, const State& state) {
    double worst = 0;
    for (const double e : position_errors(system, state)) worst = std::max(worst, std::abs(e));
    return worst;
}

double worst_velocity_error(const System& system, const State& state) {
    double worst = 0;
    for (const double e : velocity_errors(system, state)) worst = std::max(worst, std::abs(e));
    return worst;
}

/// Assembles from many random poses; every one must succeed.
int assembled_of(const System& system, int poses, const AssemblyOptions& options = {}) {
    Dice dice(2026);
    int assembled = 0;
    for (int i = 0; i < poses; ++i) {
        const Assembly answer = assemble(system, random_pose(system, dice), options);
        CHECK(answer.assembled == (worst_error(system, answer.state) <= options.tolerance));
        assembled += answer.assembled;
    }
    return assembled;
}

}  // namespace

TEST_CASE("a four-bar closes at every angle of its crank, where the closed form says") {
    const FourBar bar;
    const System system(bar.model);
    for (int i = 0; i < 24; ++i) {
        const double angle = i * std::numbers::pi / 12;
        State start = system.default_state();
        start.q(bar.A) = angle;
        start.q(bar.D) = 1.2;
        lock(system, start, bar.A);
        const Assembly answer = assemble(system, start);
        CHECK(answer.converged);
        CHECK(answer.state.q(bar.A) == doctest::Approx(angle));
        // The rocker's end lies on two circles: about B with the coupler, about D with the rocker.
        const Vec3 B{FourBar::crank * std::cos(angle), FourBar::crank * std::sin(angle), 0},
            D{FourBar::ground, 0, 0}, to = B - D;
        const double c =
            (dot(to, to) + FourBar::rocker * FourBar::rocker - FourBar::coupler * FourBar::coupler) /
            (2 * FourBar::rocker * norm(to));
        const double towards = std::atan2(to.y, to.x), opening = std::acos(c);
        const double found = answer.state.q(bar.D);
        const double one = std::remainder(found - (towards - opening), 2 * std::numbers::pi),
                     other = std::remainder(found - (towards + opening), 2 * std::numbers::pi);
        CHECK(std::min(std::abs(one), std::abs(other)) < 1e-9);
    }
}

TEST_CASE(
    "mechanisms close from random poses: four-bar, Stewart platform, Bricard's loop, somebody who holds a "
    "bar") {
    CHECK(assembled_of(System(FourBar().model), 50) == 50);
    CHECK(assembled_of(System(Stewart({Rotation::about_z(0.2), {0.1, 0.2, 1}}).model), 50) == 50);
    CHECK(assembled_of(System(Bricard().model), 50) == 50);
    CHECK(assembled_of(System(Holder().model), 20, {.stay = 0}) == 20);
}

TEST_CASE(
    "a mechanism that can not close is refused with the names of the constraints and by how much they are "
    "off") {
    Model model;
    model.name = "too short";
    const BodyId a = model.add(slender("a")), b = model.add(slender("b"));
    model.add(Pin{}, {.name = "one", .from = world, .to = a});
    model.add(Pin{}, {.name = "two", .from = world, .to = b, .X_PF = {.p = {3, 0, 0}}});
    model.add(Rod{"link", {a, {1, 0, 0}}, {b, {1, 0, 0}}, 0.5});
    model.add(Rod{"fine", {world, {0, -5, 0}}, {a, {0, 0, 0}}, 5});
    const System system(model);
    State start = system.default_state();
    start.set_q(std::array{0.4, 2.2});
    const Assembly answer = assemble(system, start, {.attempts = 5});
    CHECK_FALSE(answer.assembled);
    CHECK_FALSE(answer.converged);
    REQUIRE(answer.unmet.size() == 1);
    CHECK(answer.unmet[0].name == "link");
    CHECK(answer.unmet[0].error == doctest::Approx(0.5));  // the ends come within 1 of one another
    CHECK(answer.summary.find("\"too short\" can not be assembled") == 0);
    CHECK(answer.summary.find("\"link\" by 0.5") != std::string::npos);
    CHECK(answer.errors.size() == 2);
}

TEST_CASE("a frame turned by half a circle against the one it is welded to is turned back") {
    Model model;
    const BodyId body = model.add(slender("body"));
    const auto joint = model.add(Free{}, {.name = "free", .from = world, .to = body});
    model.add(WeldConstraint{"weld", {world, {}}, {body, {}}});
    const System system(model);
    for (const Vec3 axis : {x_axis, y_axis, z_axis}) {
        State start = system.default_state();
        start.q(joint) = {0, axis.x, axis.y, axis.z, 0.1, 0, 0};
        const Assembly answer = assemble(system, start);
        CHECK(answer.converged);
        CHECK(std::abs(answer.state.q(joint)[0]) == doctest::Approx(1));
    }
}

TEST_CASE(
    "without goals the nearest configuration is found, and one that is assembled stays to the last bit") {
    Model model;
    const BodyId point = model.add(slender("point"));
    const auto place = model.add(Cartesian{}, {.name = "place", .from = world, .to = point});
    model.add(Rod{"rod", {world, {}}, {point, {}}, 2});
    const System system(model);
    State start = system.default_state();
    start.q(place) = {1, 2, -2};
    Assembly answer = assemble(system, start);
    CHECK(answer.converged);
    for (int i = 0; i < 3; ++i)
        CHECK(answer.state.q(place)[i] ==
              doctest::Approx(std::array{1., 2., -2.}[static_cast<std::size_t>(i)] * 2 / 3));
    const Assembly again = assemble(system, answer.state);
    CHECK(again.state == answer.state);
}

TEST_CASE("goals are met as far as constraints leave room, and bounds are never left") {
    const FourBar bar;
    const System system(bar.model);
    State start = system.default_state();
    start.set_q(std::array{0.3, 0.9, 1.5});
    AssemblyOptions options;
    options.goals.coordinates = {{.coordinate = {bar.A, 0}, .target = 1.1}};
    Assembly answer = assemble(system, start, options);
    CHECK(answer.converged);
    CHECK(answer.state.q(bar.A) == doctest::Approx(1.1).epsilon(1e-7));
    options.bounds = {{.coordinate = {bar.A, 0}, .low = 0, .high = 0.8}};
    answer = assemble(system, start, options);
    CHECK(answer.converged);
    CHECK(answer.state.q(bar.A) == 0.8);
    CHECK(worst_error(system, answer.state) < 1e-10);
    REQUIRE(answer.misses.size() == 1);
    CHECK(answer.misses[0].miss == doctest::Approx(0.3));
}

TEST_CASE("speeds meet the constraints afterwards, with the least change, and driven joints keep theirs") {
    const FourBar bar;
    Model model = bar.model;
    model.add(
        Motion{.name = "motor", .joint = bar.A, .functions = {Function(function::Polynomial{{3.0, 0.5}})}});
    const System system(model);
    State start = system.default_state();
    start.set_u(std::array{0.0, 0.2, -0.1});
    start.q(bar.D) = 1;
    const Assembly answer = assemble(system, start);
    CHECK(answer.converged);
    CHECK(answer.velocities_met);
    CHECK(answer.state.q(bar.A) == doctest::Approx(0.5));
    CHECK(answer.state.u(bar.A) == 3.0);
    CHECK(worst_velocity_error(system, answer.state) < 1e-12);
    // Free ones: a change that can be made smaller along the constraints is none of the least.
    Dice dice(5);
    const System free(bar.model);
    State state = assemble(free, random_pose(free, dice)).state;
    state.set_u(std::array{1.0, 2.0, -0.5});
    const State before = state;
    CHECK(assemble_velocities(free, state) < 1e-12);
    std::array<double, 3> change;
    for (std::size_t i = 0; i < 3; ++i) change[i] = state.u()[i] - before.u()[i];
    double along = 0;  // the one free motion is the answer itself
    for (std::size_t i = 0; i < 3; ++i) along += change[i] * state.u()[i];
    CHECK(std::abs(along) < 1e-12);
}

TEST_CASE("constraints that fight are named both, and the same start gives the same bits") {
    Model model;
    model.name = "torn";
    const BodyId a = model.add(slender("a"));
    model.add(Cartesian{}, {.name = "place", .from = world, .to = a});
    model.add(BallConstraint{"left", {world, {-1, 0, 0}}, {a, {}}});
    model.add(BallConstraint{"right", {world, {1, 0, 0}}, {a, {}}});
    const System system(model);
    const Assembly answer = assemble(system, system.default_state(), {.attempts = 3});
    CHECK_FALSE(answer.assembled);
    REQUIRE(answer.unmet.size() == 2);
    CHECK(answer.unmet[0].error == doctest::Approx(1));
    CHECK(answer.unmet[1].error == doctest::Approx(1));

    const System holder(Holder().model);
    Dice dice(21);
    const State start = random_pose(holder, dice);
    const Assembly one = assemble(holder, start), other = assemble(holder, start);
    CHECK(one.state == other.state);
    CHECK(one.iterations == other.iterations);
}

TEST_CASE("a disabled constraint takes no part, and a joint that is kept stays to the last bit") {
    const FourBar bar;
    const System system(bar.model);
    Dice dice(22);
    State start = random_pose(system, dice);
    set_enabled(system, start, bar.C, false);
    CHECK(assemble(system, start).state == start);
    set_enabled(system, start, bar.C, true);
    const Assembly kept = assemble(system, start, {.kept = {bar.A}});
    CHECK(kept.assembled);
    CHECK(kept.state.q(bar.A) == static_cast<const State&>(start).q(bar.A));
}

TEST_CASE("questions that make no sense are refused in words") {
    const Holder holder;
    const System system(holder.model);
    const State state = system.default_state();
    AssemblyOptions options;
    options.goals.stations = {{.name = "nose", .station = {BodyId{99}, {}}}};
    CHECK_THROWS_WITH_AS(
        assemble(system, state, options),
        "station goal \"nose\" is for no body of system \"holder\". Give it the id that add() returned.",
        StudyError);
    options.goals = {};
    options.goals.coordinates = {{.coordinate = {holder.pelvis, 1}}};
    CHECK_THROWS_WITH_AS(
        assemble(system, state, options),
        "coordinate goal number 0 is for speed 1 of joint \"to_pelvis\", which is no coordinate's rate. Use "
        "an orientation goal, or a joint whose speeds are rates.",
        StudyError);
    options.goals = {};
    options.bounds = {{.coordinate = {holder.pelvis, 3}, .low = 2, .high = 1}};
    CHECK_THROWS_WITH_AS(assemble(system, state, options),
                         "bound number 0, of \"to_pelvis.x\": low = 2 is above high = 1.", StudyError);
}
