// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/stepping/test/grounds.h>
#include <sinew/system/constraints.h>
#include <sinew/system/motions.h>
#include <tests/support/mechanisms.h>

#include <numbers>

using namespace sinew;
using namespace sinew::testing;

namespace {

/// A chain of rods on pins whose ends are round points, over a plane.
struct Chain {
    Model model;
    std::unique_ptr<BallsOnPlane> ground = std::make_unique<BallsOnPlane>();
    explicit Chain(int links) {
        model.add(Gravity{.g = {0, 0, -9.81}});
        BodyId last = world;
        for (int i = 0; i < links; ++i) {
            const BodyId link =
                model.add(Body{.name = "link" + std::to_string(i),
                               .mass = re_express({.p = {0.15, 0, 0}}, box(1, {0.3, 0.05, 0.05}))});
            model.add(Pin{}, {.name = "pin" + std::to_string(i),
                              .from = last,
                              .to = link,
                              .X_PF = {Rotation::about_x(i == 0 ? -std::numbers::pi / 2 : 0),
                                       {i == 0 ? 0.0 : 0.3, 0, i == 0 ? 0.5 : 0.0}}});
            ground->balls.push_back({link, {0.3, 0, 0}, 0.02});
            last = link;
        }
    }
};

}  // namespace

TEST_CASE("a chain that falls on the ground never gains energy and comes to rest on it") {
    Chain chain(6);
    const System system(chain.model);
    ContactStepper stepper(system, std::move(chain.ground));
    State state = system.default_state();
    double lowest = total_energy(system, state), lifted = 0;
    const double start = std::abs(lowest);
    for (int i = 0; i < 4000; ++i) {
        lifted += stepper.step(state, 0.002).lifted;
        const double energy = total_energy(system, state);
        CHECK(energy <= lowest + lifted + 0.003 * start);
        lowest = std::min(lowest, energy);
    }
    for (int i = 1; i < 7; ++i) CHECK(pose(system, state, BodyId{i}).p.z > -0.01);
}

TEST_CASE("joint dampers and springs of any size are stable, and slow ones exact") {
    Chain chain(3);
    for (int i = 0; i < 3; ++i) {
        const AnyJointId pin = chain.model.joint("pin" + std::to_string(i));
        chain.model.add(MobilityDamper{"damper" + std::to_string(i), {pin}, 1e4});
        chain.model.add(MobilitySpring{"spring" + std::to_string(i), {pin}, 1e7, 0.1});
    }
    const System system(chain.model);
    ContactStepper stepper(system, nullptr);
    State state = system.default_state();
    for (int i = 0; i < 2000; ++i) stepper.step(state, 0.01);
    for (const double q : state.q()) CHECK(q == doctest::Approx(0.1).epsilon(1e-4));
    for (const double u : state.u()) CHECK(std::abs(u) < 1e-6);
}

TEST_CASE("dry friction of a joint holds below its limit and slides above") {
    for (const double torque : {0.9, 1.1}) {
        Model model;
        const BodyId wheel = model.add(Body{.name = "wheel", .mass = cylinder(2, 0.1, 0.1)});
        const auto pin = model.add(Pin{}, {.name = "pin", .from = world, .to = wheel});
        model.add(MobilityConstant{"torque", {pin}, torque});
        model.add(MobilityFriction{.name = "brake", .coordinate = {pin}, .at_transition = 1, .sliding = 1});
        const System system(model);
        ContactStepper stepper(system, nullptr);
        State state = system.default_state();
        for (int i = 0; i < 100; ++i) stepper.step(state, 0.01);
        if (torque < 1) CHECK(std::abs(state.q()[0]) < 1e-12);
        else
            CHECK(state.u()[0] ==
                  doctest::Approx(0.1 / 0.01).epsilon(1e-9));  // 0.1 N m for 1 s on 0.01 kg m2
    }
}

TEST_CASE("coordinates stop at their limits") {
    Model model;
    model.add(Gravity{.g = {0, -9.81, 0}});
    const BodyId rod =
        model.add(Body{.name = "rod", .mass = re_express({.p = {0.15, 0, 0}}, box(1, {0.3, 0.05, 0.05}))});
    const auto pin = model.add(Pin{}, {.name = "pin", .from = world, .to = rod});
    model.add(CoordinateLimits{{pin}, -0.5, 1});
    const System system(model);
    ContactStepOptions options;
    options.limits_stop = true;
    ContactStepper stepper(system, nullptr, options);
    State state = system.default_state();
    int stops = 0;
    for (int i = 0; i < 300; ++i) {
        stops += stepper.step(state, 0.005).stops;
        CHECK(state.q()[0] > -0.5 - 1e-9);
    }
    CHECK(state.q()[0] == doctest::Approx(-0.5).epsilon(1e-6));
    CHECK(stops > 200);
}

TEST_CASE("a loop stays closed while what it carries hits the ground") {
    FourBar four_bar;
    four_bar.model.add(Gravity{.g = {0, -9.81, 0}});
    const System system(four_bar.model);
    State state = system.default_state();
    state.q(four_bar.A) = 1.0, state.q(four_bar.B) = -0.8, state.q(four_bar.D) = 1.5;
    REQUIRE(Projector(system).positions(state).converged);
    auto ground = std::make_unique<BallsOnPlane>();
    ground->up = {0, 1, 0};
    const Vec3 end{FourBar::coupler, 0, 0};  // of the coupler: it may fall by 0.1 m
    ground->balls = {{BodyId{2}, end, (pose(system, state, BodyId{2}) * end).y - 0.1}};
    ContactStepper stepper(system, std::move(ground));
    int contacts = 0;
    double worst = 0;
    for (int i = 0; i < 1000; ++i) {
        contacts += stepper.step(state, 0.002).contacts;
        for (const double e : position_errors(system, state)) worst = std::max(worst, std::abs(e));
        for (const double e : velocity_errors(system, state)) worst = std::max(worst, std::abs(e));
    }
    CHECK(worst < 1e-8);
    CHECK(contacts > 100);
}
