// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/studies/diagnose.h>
#include <sinew/system/constraints.h>
#include <sinew/system/dynamics.h>
#include <sinew/system/kinematics.h>
#include <sinew/system/motions.h>
#include <sinew/system/project.h>

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

using namespace sinew;

namespace {

Body link(std::string name) {
    return {std::move(name), {.mass = 1, .com = {0.1, 0, 0}, .inertia = {0.02, 0.03, 0.04}}};
}
bool says(const Diagnosis& d, const std::string& text) {
    CAPTURE(d.text);
    CAPTURE(text);
    return d.text.find(text) != std::string::npos;
}

/// Four pins; the coupler in two halves that a weld holds together, its frame turned anyhow.
struct FourBar {
    Model model{};
    JointId<Pin> A{}, B{}, C{}, D{};
    ConstraintId weld{};
    explicit FourBar(const Rotation& turned = Rotation::identity()) {
        model.name = "four-bar";
        const BodyId crank = model.add(link("crank")), half = model.add(link("coupler")),
                     rocker = model.add(link("rocker")), other = model.add(link("other half"));
        A = model.add(Pin{}, {.name = "A", .from = world, .to = crank});
        B = model.add(Pin{}, {.name = "B", .from = crank, .to = half, .X_PF = {.p = {0.6, 0, 0}}});
        D = model.add(Pin{}, {.name = "D", .from = world, .to = rocker, .X_PF = {.p = {2, 0, 0}}});
        C = model.add(Pin{}, {.name = "C", .from = rocker, .to = other, .X_PF = {.p = {1.4, 0, 0}}});
        weld = model.add(WeldConstraint{"halves", {half, {turned, {1.8, 0, 0}}}, {other, {turned, {}}}});
    }
    State closed(const System& system) const {
        State state = system.default_state();
        state.q(A) = 1.0, state.q(B) = -0.6, state.q(D) = 1.9, state.q(C) = -1.5;
        CHECK(project_positions(system, state).converged);
        return state;
    }
};

}  // namespace

TEST_CASE("a planar four-bar of four pins in space has one freedom and three equations too many") {
    for (const double turn : {0.0, 0.7}) {
        const FourBar bar(Rotation::about_x(turn) * Rotation::about_y(2 * turn));
        const System system(bar.model);
        const State state = bar.closed(system);
        const Diagnosis d = diagnose(system, state);
        CHECK(d.mobility == 1);
        CHECK(d.rank == 3);
        CHECK(d.equations == 6);
        CHECK(d.redundant.size() == 3);
        CHECK(d.contradictory.empty());
        CHECK(d.ineffective.empty());
        REQUIRE(d.free_directions.size() == 1);
        CHECK(d.free_directions[0].speeds.size() == 4);
        CHECK(says(d, "four-bar: 1 degree of freedom here. 4 speeds; 6 equations, 3 of them independent."));
        CHECK(says(
            d, turn == 0 ? "\"halves\" (place along z): holds by itself" : "each follows from the others"));
        // The free direction is one: it changes no velocity error.
        std::vector<double> v(4), Gv(6);
        for (const SpeedShare& s : d.free_directions[0].speeds)
            v[static_cast<std::size_t>(s.speed)] = s.share;
        multiply_by_G(system, state, v, Gv);
        for (const double x : Gv) CHECK(std::abs(x) < 1e-9);
    }
}

TEST_CASE("Bricard's loop of six pins moves although six equations close it") {
    Model model;
    BodyId last = world;
    std::vector<JointId<Pin>> pins;
    for (int i = 0; i < 6; ++i) {
        const BodyId next = model.add(link("link_" + std::to_string(i)));
        const Transform along{Rotation::about_x((i % 2 ? 1 : -1) * std::numbers::pi / 2), {1, 0, 0}};
        pins.push_back(model.add(Pin{}, {.name = "pin_" + std::to_string(i),
                                         .from = last,
                                         .to = next,
                                         .X_PF = i == 0 ? Transform{} : along}));
        last = next;
    }
    model.add(
        WeldConstraint{"closed", {last, {Rotation::about_x(-std::numbers::pi / 2), {1, 0, 0}}}, {world, {}}});
    const System system(model);
    // Closed along the edges of a cube, all pins at right angles; from there along its one freedom.
    for (const double side : {1.0, -1.0}) {
        State state = system.default_state();
        for (std::size_t i = 0; i < 6; ++i) state.q(pins[i]) = side * std::numbers::pi / 2;
        double error = 0;
        for (const double e : position_errors(system, state)) error = std::max(error, std::abs(e));
        if (error > 1e-9)
            for (std::size_t i = 0; i < 6; ++i)
                state.q(pins[i]) = (i % 2 ? -side : side) * std::numbers::pi / 2;
        for (int step = 0; step < 10; ++step) {
            const Diagnosis d = diagnose(system, state);
            CAPTURE(d.text);
            CHECK(d.position_error < 1e-11);
            CHECK(d.mobility == 1);
            CHECK(d.rank == 5);
            CHECK(d.redundant.size() == 1);
            REQUIRE(d.free_directions.size() == 1);
            std::vector<double> q(state.q().begin(), state.q().end());
            for (const SpeedShare& s : d.free_directions[0].speeds)
                q[static_cast<std::size_t>(s.speed)] += 0.05 * s.share;
            state.set_q(q);
            const Projection p = project_positions(system, state, {.tolerance = 1e-12, .max_iterations = 8});
            CHECK(p.converged);
            CHECK(p.iterations <= 5);  // quadratic although an equation follows from the others
        }
    }
}

TEST_CASE(
    "rods that are doubled are named together; if their lengths differ, as contradictory with what stays") {
    Model model;
    model.name = "swing";
    const BodyId a = model.add(link("a"));
    const auto joint = model.add(Planar{}, {.name = "plane", .from = world, .to = a});
    const ConstraintId one = model.add(Rod{"one", {world, {0, 2, 0}}, {a, {}}, 2});
    const ConstraintId two = model.add(Rod{"two", {world, {0, 2, 0}}, {a, {}}, 2});
    const System system(model);
    State state = system.default_state();
    const Diagnosis d = diagnose(system, state);
    CHECK(d.mobility == 2);
    REQUIRE(d.redundant.size() == 1);
    CHECK(d.redundant[0].equations.size() == 2);
    CHECK(says(d, "redundant: \"one\", \"two\": each follows from the others."));
    state.set_parameter("two.length", 2.1);
    const Diagnosis fight = diagnose(system, state);
    REQUIRE(fight.contradictory.size() == 1);
    CHECK(fight.redundant.empty());
    CHECK(fight.contradictory[0].residual == doctest::Approx(0.1 / std::sqrt(2.0)));
    CHECK(says(fight, "contradictory: \"one\", \"two\": cannot be met together; an error of 0.0707 stays."));
    set_enabled(system, state, two, false);
    const Diagnosis alone = diagnose(system, state);
    CHECK(alone.equations == 1);
    CHECK(alone.redundant.empty());
    CHECK(alone.contradictory.empty());
    set_enabled(system, state, one, false);
    CHECK(diagnose(system, state).mobility == 3);
    CHECK(diagnose(system, state).free_directions.size() == 3);
    CHECK(joint.index == 0);
}

TEST_CASE("a rod from the rim of a wheel to its hub is ineffective, and of another length cannot be met") {
    Model model;
    const BodyId wheel = model.add(link("wheel"));
    const auto axle =
        model.add(Pin{}, {.name = "axle", .from = world, .to = wheel, .X_PF = {.p = {0.3, 0.2, 0.1}}});
    model.add(Gravity{.g = {3, -9, 0}});
    const ConstraintId spoke = model.add(Rod{"spoke", {world, {0.3, 0.2, 0.1}}, {wheel, {0.3, 0.4, 0}}, 0.5});
    const System system(model);
    State state = system.default_state();
    for (const double angle : {0.0, 0.37, 1.1, 2.1, 4.4}) {
        state.q(axle) = angle;
        state.set_parameter("spoke.length", 0.5);
        const Diagnosis d = diagnose(system, state);
        CHECK(d.mobility == 1);
        CHECK(d.rank == 0);
        CHECK(d.ineffective.size() == 1);
        CHECK(constraint_rank(system, state) == 0);  // and forward dynamics thinks so, too
        const double held = forward_dynamics(system, state)[0];
        set_enabled(system, state, spoke, false);
        CHECK(held == forward_dynamics(system, state)[0]);
        CHECK(std::abs(held) > 0.1);
        set_enabled(system, state, spoke, true);
        CHECK(d.contradictory.empty());
        CHECK(says(d, "ineffective: \"spoke\" holds nothing that is free to move."));
        state.set_parameter("spoke.length", 0.6);
        const Diagnosis wrong = diagnose(system, state);
        REQUIRE(wrong.contradictory.size() == 1);
        CHECK(wrong.contradictory[0].residual == doctest::Approx(0.1));
        CHECK(says(wrong, "nothing that is free to move can meet it; an error of 0.1 stays."));
    }
}

TEST_CASE("two motors on a mechanism with one freedom fight, and both are named") {
    FourBar bar;
    bar.model.add(
        Motion{.name = "crank motor", .joint = bar.A, .level = MotionLevel::velocity, .functions = {1.0}});
    bar.model.add(
        Motion{.name = "rocker motor", .joint = bar.D, .level = MotionLevel::velocity, .functions = {1.0}});
    const System system(bar.model);
    State state = bar.closed(system);
    prescribe(system, state);
    project_velocities(system, state);
    const Diagnosis d = diagnose(system, state);
    CAPTURE(d.text);
    CHECK(d.driven == 2);
    REQUIRE(d.contradictory.size() == 1);
    CHECK(d.contradictory[0].velocity_residual > 0.01);
    CHECK(d.contradictory[0].driven.size() == 2);
    CHECK(says(d, "with the given motion of"));
    // One of them alone leaves nothing to move and nothing to fight with.
    set_enabled(system, state, MotionId{1}, false);
    project_velocities(system, state);
    const Diagnosis one = diagnose(system, state);
    CHECK(one.mobility == 0);
    CHECK(one.contradictory.empty());
    CHECK(one.free_directions.empty());
}

TEST_CASE("near a dead centre the joints that hardly obey are named") {
    Model model;
    model.name = "slider-crank";
    const BodyId crank = model.add(link("crank")), piston = model.add(link("piston"));
    const auto A = model.add(Pin{}, {.name = "A", .from = world, .to = crank});
    const auto S = model.add(Slider{}, {.name = "S", .from = world, .to = piston});
    model.add(Rod{"rod", {crank, {1, 0, 0}}, {piston, {}}, 2});
    const ConstraintId held =
        model.add(CoordinateCoupler{"held", {{S, 0}}, Function(function::Polynomial{{1.0, -3.0}})});
    const System system(model);
    State state = system.default_state();
    state.q(S) = 3;
    CHECK(held.index == 1);
    state.q(A) = 1e-4;
    const Diagnosis d = diagnose(system, state);
    CAPTURE(d.text);
    CHECK(d.mobility == 0);
    REQUIRE(d.near_singularities.size() == 1);
    bool names_A = false;
    for (const SpeedShare& s : d.near_singularities[0].speeds) names_A = names_A || s.joint.index == A.index;
    CHECK(names_A);
    CHECK(says(d, "nearly singular"));
    state.q(A) = 0;
    CHECK(diagnose(system, state).mobility == 1);
}

TEST_CASE("a model without constraints has the freedom of its joints less those that are locked") {
    Model model;
    const BodyId a = model.add(link("a")), b = model.add(link("b"));
    model.add(Free{}, {.name = "base", .from = world, .to = a});
    const auto ball = model.add(Ball{}, {.name = "ball", .from = a, .to = b});
    const System system(model);
    State state = system.default_state();
    CHECK(diagnose(system, state).mobility == 9);
    lock(system, state, ball);
    const Diagnosis d = diagnose(system, state);
    CHECK(d.mobility == 6);
    CHECK(d.driven == 3);
    CHECK(d.free_directions.size() == 6);
}

TEST_CASE("a loop that is drawn from joints is diagnosed by the joint that closes it") {
    Model model;
    model.name = "linkage";
    const BodyId crank = model.add(link("crank")), coupler = model.add(link("coupler")),
                 rocker = model.add(link("rocker"));
    const auto A = model.add(Pin{}, {.name = "A", .from = world, .to = crank});
    model.add(Pin{}, {.name = "B", .from = crank, .to = coupler, .X_PF = {.p = {0.6, 0, 0}}});
    const auto D = model.add(Pin{}, {.name = "D", .from = world, .to = rocker, .X_PF = {.p = {2, 0, 0}}});
    model.add(Pin{}, {.name = "C",
                      .from = coupler,
                      .to = rocker,
                      .X_PF = {.p = {1.8, 0, 0}},
                      .X_BM = {.p = {1.4, 0, 0}},
                      .loop = LoopClosure::cut});
    const System system(model);
    State state = system.default_state();
    state.q(A) = 1.0, state.q(D) = 1.9;
    state.set_q(model.joint("B"), std::array{-0.6});
    REQUIRE(project_positions(system, state).converged);
    const Diagnosis d = diagnose(system, state);
    CHECK(d.mobility == 1);
    CHECK(d.equations == 5);
    CHECK(d.rank == 2);
    CHECK(d.redundant.size() == 3);
    CHECK(says(d, "redundant: joint \"C\" (place along z)"));
}
