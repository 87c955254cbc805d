// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/studies/phase_loop.h>
#include <sinew/studies/variational_step.h>
#include <sinew/system/constraints.h>
#include <sinew/system/dynamics.h>
#include <sinew/system/energy.h>
#include <sinew/system/forces.h>
#include <sinew/system/kinematics.h>
#include <sinew/system/motions.h>
#include <sinew/system/project.h>
#include <tests/support/closed_mechanism.h>
#include <tests/support/mechanisms.h>
#include <tests/support/random_force.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>

using namespace sinew;
using namespace sinew::testing;

namespace {

/// Where all bodies are, how fast, and what else there is, after a time.
std::vector<double> places_after(const System& system, State state, double time, int steps,
                                 const VariationalOptions& options) {
    VariationalStepper stepper(system, options);
    for (int i = 0; i < steps; ++i) {
        const VariationalStep step = stepper.step(state, time / steps);
        REQUIRE(step.taken);
    }
    std::vector<double> places;
    for (int b = 1; b < static_cast<int>(system.model().bodies.size()); ++b) {
        const Transform X = pose(system, state, BodyId{b});
        for (const Vec3& v : {X.p, X.R.x, X.R.y}) places.insert(places.end(), {v.x, v.y, v.z});
    }
    places.insert(places.end(), state.u().begin(), state.u().end());
    places.insert(places.end(), state.z().begin(), state.z().end());
    return places;
}

double distance(const std::vector<double>& a, const std::vector<double>& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
    return std::sqrt(sum);
}

/// How fast errors fall as steps become shorter.
double observed_order(const System& system, const State& state, double time, int steps,
                      const VariationalOptions& options = {.tolerance = 1e-14}) {
    const auto one = places_after(system, state, time, steps, options);
    const auto two = places_after(system, state, time, 2 * steps, options);
    const auto four = places_after(system, state, time, 4 * steps, options);
    const double order = std::log2(distance(one, two) / distance(two, four));
    if (std::getenv("SINEW_SHOW_ERRORS")) MESSAGE("order " << order << " at " << distance(two, four));
    return order;
}

Model all_joints(std::uint64_t seed) {
    Model model = without_drives(random_model(seed));
    model.add(Gravity{});
    return model;
}

Model without_lines(std::uint64_t seed) {
    Random random(seed);
    Model model;
    BodyId last = world;
    const auto add = [&](auto joint) { last = hang(model, random, joint, last, random.below(2) == 1); };
    add(Free{}), add(Universal{}), add(Ball{}), add(Screw{.pitch = 0.2}), add(Ellipsoid{}),
        add(BendStretch{});
    add(Gimbal{});
    model.add(Gravity{});
    return model;
}

}  // namespace

TEST_CASE("steps are of second order for trees of every joint, by quaternions and by angles") {
    for (std::uint64_t seed = 1; seed <= 8; ++seed)
        for (const RotationKernel kernel : {RotationKernel::exponential, RotationKernel::quaternion}) {
            CAPTURE(seed);
            const System system(all_joints(seed));
            const State state = random_state(system, seed);
            const double order =
                observed_order(system, state, 0.1, 16, {.kernel = kernel, .tolerance = 1e-14});
            CHECK(order == doctest::Approx(2).epsilon(0.05));
        }
}

TEST_CASE("three steps, one of them back, are of fourth order") {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        CAPTURE(seed);
        const System system(without_lines(seed));
        const State state = random_state(system, seed);
        const double order = observed_order(system, state, 0.2, 8, {.order = 4, .tolerance = 1e-14});
        CHECK(order == doctest::Approx(4).epsilon(0.05));
    }
}

TEST_CASE("forces in the middle of a step: of second order for trees of every joint, and there and back") {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        CAPTURE(seed);
        Model model = all_joints(seed);
        model.add(TwoPointSpring{.name = "spring",
                                 .from = {BodyId{3}, {0.1, 0, 0}},
                                 .to = {BodyId{9}, {0, 0.1, 0}},
                                 .stiffness = 20,
                                 .damping = 0.5});
        const System system(model);
        State state = random_state(system, seed);
        const VariationalOptions options{.quadrature = Quadrature::midpoint, .tolerance = 1e-14};
        CHECK(observed_order(system, state, 0.1, 16, options) == doctest::Approx(2).epsilon(0.05));
    }
}

TEST_CASE("a spring much stiffer than the steps are short is borne in the middle, not at the ends") {
    Model model;
    const BodyId arm = model.add(slender("arm")), bob = model.add(slender("bob"));
    model.add(Free{}, {.name = "pose", .from = world, .to = arm});
    const auto along =
        model.add(Slider{}, {.name = "strut", .from = arm, .to = bob, .X_PF = {.p = {0.5, 0, 0}}});
    model.add(Ball{}, {.name = "joint", .from = bob, .to = model.add(slender("head"))});
    model.add(MobilitySpring{.name = "spring", .coordinate = {along, 0}, .stiffness = 1e6});
    const System system(model);
    State start = system.default_state();
    std::vector<double> u(static_cast<std::size_t>(system.nu()), 0.5);
    start.set_u(u);
    const double h = 0.01, energy = total_energy(system, start);  // h times the frequency is above 10
    for (const Quadrature quadrature : {Quadrature::trapezoid, Quadrature::midpoint}) {
        const bool middle = quadrature == Quadrature::midpoint;
        VariationalStepper stepper(system, {.quadrature = quadrature});
        State state = start;
        SpatialMomentum first;
        double worst = 0, momentum = 0;
        bool taken = true;
        for (int i = 0; i < 300 && taken; ++i) {
            const VariationalStep step = stepper.step(state, h);
            if (!(taken = step.taken)) break;
            if (i == 0) first = step.momentum;
            momentum = std::max(momentum, difference(step.momentum, first));
            worst = std::max(worst, std::abs(total_energy(system, state) - energy));
        }
        CHECK((taken && worst < energy) == middle);
        if (middle) CHECK(momentum < 1e-10);
    }
}

TEST_CASE("a step and one back lead to where they began") {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        CAPTURE(seed);
        const System system(without_lines(seed));
        State state = random_state(system, seed);
        const auto before = places_after(system, state, 0, 0, {});
        VariationalStepper stepper(system, {.tolerance = 1e-14});
        REQUIRE(stepper.step(state, 0.05).taken);
        CHECK(distance(before, places_after(system, state, 0, 0, {})) > 0.01);
        REQUIRE(stepper.step(state, -0.05).taken);
        CHECK(distance(before, places_after(system, state, 0, 0, {})) < 1e-10);
    }
}

TEST_CASE("forces that follow speeds, and their auxiliary variables, keep the second order") {
    for_every_force([]<class E> {
        CAPTURE(std::string(E::kind));
        Random random(3);
        Model model = without_drives(random_model(3));
        E element = random_force<E>(model, random);
        // Where a force has a kink there is no order: limits are out of reach, a support is pressed in all the time.
        if constexpr (requires { element.limit; }) element.limit = 1e3;
        if constexpr (std::is_same_v<E, Support>) element.on.X_BF.p += 10.0 * element.on.X_BF.R.z;
        model.add(element);
        const System system(model);
        // Nor where a point comes to touch or its slip all but stops: the middle of some short runs has neither.
        if constexpr (requires {
                          element.on.body;
                          element.at.body;
                      }) {
            std::vector<double> orders;
            for (std::uint64_t seed = 3; seed <= 9; ++seed)
                orders.push_back(observed_order(system, random_state(system, seed), 0.03, 64));
            std::nth_element(orders.begin(), orders.begin() + 3, orders.end());
            CHECK(orders[3] == doctest::Approx(2).epsilon(0.01));
            return;
        }
        const State state = random_state(system, 3);
        CHECK(observed_order(system, state, 0.1, 16) == doctest::Approx(2).epsilon(0.05));
    });
}

TEST_CASE("forces between bodies that are too strong to be left out of Newton's matrix are differenced") {
    Model model = all_joints(7);
    model.add(TwoPointDamper{
        .name = "damper", .from = {BodyId{5}, {0.1, 0, 0}}, .to = {BodyId{12}, {0, 0.1, 0}}, .damping = 300});
    const System system(model);
    State state = random_state(system, 7);
    VariationalStepper stepper(system);
    for (int i = 0; i < 20; ++i) {
        const VariationalStep step = stepper.step(state, 0.01);
        REQUIRE(step.converged);
        CHECK(step.iterations < 12);
    }
}

TEST_CASE("a step that can not be taken leaves the State as it was") {
    const System system(without_lines(3));
    State state = random_state(system, 3);
    std::vector<double> fast(static_cast<std::size_t>(system.nu()), 30.0);
    state.set_u(fast);
    const State before = state;
    VariationalStepper stepper(system, {.max_iterations = 1});
    CHECK(!stepper.step(state, 0.5).taken);
    CHECK(state == before);
}

TEST_CASE("a fixed number of iterations is kept to, and what they leave is told") {
    const System system(all_joints(2));
    for (const int iterations : {1, 3}) {
        State state = random_state(system, 2);
        VariationalStepper stepper(system, {.fixed_iterations = iterations});
        const VariationalStep step = stepper.step(state, 0.02);
        CHECK(step.taken);
        CHECK(step.iterations == iterations);
        CHECK(step.converged == (step.residual <= 1e-13));
        CHECK(step.residual > 0);
        CHECK(step.residual < (iterations == 1 ? 1e-2 : 1e-8));
    }
}

TEST_CASE("constraints on speeds are refused by name") {
    Model model = all_joints(2);
    model.add(NoSlip{.name = "skate", .one = BodyId{1}, .other = BodyId{2}, .at = {world, {}}});
    const System system(model);
    State state = system.default_state();
    VariationalStepper stepper(system);
    CHECK_THROWS_AS(stepper.step(state, 0.01), StateError);
}

TEST_CASE("armatures are refused by name") {
    const System system(random_model(3));
    CHECK_THROWS_WITH_AS(
        VariationalStepper{system},
        "joint \"joint2\" of system \"random 3\" has an armature, which the variational integrator "
        "does not know. Take another method, or give its body that inertia in place of the armature.",
        StateError);
}

TEST_CASE("joints whose motion is given move as told, and the others of second order") {
    for (const MotionLevel level :
         {MotionLevel::position, MotionLevel::velocity, MotionLevel::acceleration}) {
        CAPTURE(static_cast<int>(level));
        Random random(5);
        Model model;
        BodyId last = world;
        for (int i = 0; i < 3; ++i) last = hang(model, random, Pin{}, last, i == 1);
        hang(model, random, Ball{}, last, false);
        model.add(Gravity{});
        const Function swing = function::Sinusoid{.amplitude = 0.5, .frequency = 7, .phase = 0.3};
        const AnyJointId driven{{1}};
        Motion motion{.name = "motor", .joint = driven, .level = level, .functions = {swing}};
        model.motions.push_back(motion);
        const System system(model);
        State state = random_state(system, 5);
        prescribe(system, state);
        CHECK(observed_order(system, state, 0.2, 16) == doctest::Approx(2).epsilon(0.05));
        if (level != MotionLevel::position) continue;
        VariationalStepper stepper(system);
        for (int i = 0; i < 20; ++i) REQUIRE(stepper.step(state, 0.01).taken);
        State told = state;
        prescribe(system, told);
        CHECK(told == state);
    }
}

TEST_CASE("a joint held in place stays to the last bit, and the others move as if it were welded") {
    const System system(all_joints(4));
    State state = random_state(system, 4);
    for (const int j : {2, 5, 9}) lock(system, state, AnyJointId{{j}});
    const State start = state;
    CHECK(observed_order(system, state, 0.1, 16) == doctest::Approx(2).epsilon(0.05));
    VariationalStepper stepper(system);
    for (int i = 0; i < 10; ++i) REQUIRE(stepper.step(state, 0.01).taken);
    for (const int j : {2, 5, 9}) {
        const auto q = state.q(AnyJointId{{j}}), before = start.q(AnyJointId{{j}});
        CHECK(std::equal(q.begin(), q.end(), before.begin()));
    }
}

TEST_CASE("constraints hold at every node, positions and speeds, at second order") {
    FourBar bar;
    bar.model.add(Gravity{.g = {0, -9.81, 0}});
    const System system(bar.model);
    State state = system.default_state();
    state.q(bar.A) = 1.0;
    state.q(bar.B) = -0.8;
    state.q(bar.D) = 1.8;
    state.u(bar.A) = 3;
    REQUIRE(project(system, state, {.tolerance = 1e-14}).positions.error < 1e-13);
    CHECK(observed_order(system, state, 0.3, 32) == doctest::Approx(2).epsilon(0.05));
    const double E0 = total_energy(system, state);
    double worst = 0, drift = 0;
    VariationalStepper stepper(system);
    for (int i = 0; i < 2000; ++i) {
        const VariationalStep step = stepper.step(state, 0.005);
        REQUIRE(step.taken);
        for (const double e : position_errors(system, state)) worst = std::max(worst, std::abs(e));
        for (const double e : velocity_errors(system, state)) worst = std::max(worst, std::abs(e));
        drift = std::max(drift, std::abs(total_energy(system, state) - E0));
    }
    CHECK(worst < 1e-11);
    CHECK(drift < 0.01 * E0);
}

TEST_CASE("loops of every joint, closed by equations, are of second order") {
    std::uint64_t seed = 0;
    for (const AnyJoint& middle : joint_of_every_kind()) {
        const ClosedChain chain = closed_chain(middle, Pin{}, ++seed);
        const System system(chain.model);
        Model split = chain.model;
        split.joints[static_cast<std::size_t>(chain.closing.index)].placement.loop = LoopClosure::split;
        const System as_split(split);
        const State state = same_motion(as_split, chain.assembled(as_split, seed), system);
        CAPTURE(std::string(kind_of(middle)));
        CHECK(observed_order(system, state, 0.05, 16) == doctest::Approx(2).epsilon(0.1));
    }
}

TEST_CASE("a step undone by one of the opposite length ends where it began") {
    const System system(without_lines(2));
    const State start = random_state(system, 2);
    State state = start;
    VariationalStepper stepper(system, {.tolerance = 1e-14});
    REQUIRE(stepper.step(state, 0.03).taken);
    REQUIRE(stepper.step(state, -0.03).taken);
    CHECK(difference(state.u(), start.u()) < 1e-11);
    for (int b = 1; b < static_cast<int>(system.model().bodies.size()); ++b)
        CHECK(difference(pose(system, state, BodyId{b}), pose(system, start, BodyId{b})) < 1e-12);
}

TEST_CASE("areas in phase space stay the same: the method is symplectic") {
    const VariationalOptions all[] = {
        {.kernel = RotationKernel::exponential, .order = 2},
        {.kernel = RotationKernel::exponential, .order = 4},
        {.kernel = RotationKernel::quaternion, .order = 2},
        {.kernel = RotationKernel::quaternion, .order = 4},
        {.kernel = RotationKernel::exponential, .quadrature = Quadrature::midpoint},
    };
    for (const VariationalOptions& options : all) {
        const System system(without_lines(3));
        const State middle = random_state(system, 3, false);
        Random random(8);
        std::vector<double> a, b;
        for (int i = 0; i < system.nu(); ++i)
            a.push_back(random.within(-0.03, 0.03)), b.push_back(random.within(-0.03, 0.03));
        std::vector<State> loop = phase_ellipse(system, middle, a, b, 24);
        const double before = phase_area(system, loop);
        VariationalStepper stepper(system, options);
        for (State& state : loop)
            for (int i = 0; i < 20; ++i) REQUIRE(stepper.step(state, 0.01).taken);
        const double after = phase_area(system, loop);
        CAPTURE(before);
        CHECK(std::abs(after - before) < 1e-9 * std::abs(before));
        if (std::getenv("SINEW_SHOW_ERRORS")) MESSAGE("area " << before << " changes by " << after - before);
    }
}
