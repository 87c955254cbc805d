// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Newton's and Euler's laws for the whole and for every part: momentum changes by the forces from outside,
// each joint gives to one body what it takes from the other, forward and inverse dynamics undo each other.
// Tolerances as in invariance.cpp.
#include <tests/support/random_model.h>

#include <doctest/doctest.h>

using namespace sinew;
using namespace sinew::testing;

namespace {

constexpr double rounding = 1e5 * 2.2e-16;
constexpr int seeds = 12;

}  // namespace

TEST_CASE("the forces on every body, joints and gravity together, are what its motion takes") {
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        Model model = random_model(seed);
        const Vec3 g{0.3, -9.7, 0.8};
        model.add(Gravity{.g = g});
        const System system(model);
        const State state = random_state(system, seed);
        for (int b = 1; b < static_cast<int>(model.bodies.size()); ++b) {
            CAPTURE(seed);
            CAPTURE(b);
            const BodyId body{b};
            const Transform X_WB = pose(system, state, body);
            const RigidInertia M =
                re_express(X_WB.R, about_origin(model.bodies[static_cast<std::size_t>(b)].mass));
            const SpatialVelocity V = velocity(system, state, body);
            const SpatialForce needed = M * acceleration(system, state, body) + gyroscopic_force(M, V.w);
            SpatialForce given{cross(M.h, g), M.m * g};
            for (int j = 0; j < static_cast<int>(model.joints.size()); ++j) {
                const JointPlacement& place = model.joints[static_cast<std::size_t>(j)].placement;
                if (place.from != body && place.to != body) continue;
                given += X_WB.R * reaction_on(system, state, AnyJointId{{j}}, body, FrameOn{body, {}});
            }
            CHECK(difference(needed, given) < rounding);
        }
    }
}

TEST_CASE("what a joint gives to one body it takes from the other") {
    const System system([] {
        Model model = random_model(5);
        model.add(Gravity{});
        return model;
    }());
    const State state = random_state(system, 5);
    for (int j = 0; j < static_cast<int>(system.model().joints.size()); ++j) {
        const JointPlacement& place = system.model().joints[static_cast<std::size_t>(j)].placement;
        const FrameOn somewhere{world, {Rotation::about_x(0.3), {1, 2, 3}}};
        const SpatialForce sum = reaction_on(system, state, AnyJointId{{j}}, place.from, somewhere) +
                                 reaction_on(system, state, AnyJointId{{j}}, place.to, somewhere);
        CHECK(difference(sum, SpatialForce{}) <
              rounding * norm(reaction(system, state, AnyJointId{{j}}).on_to_at_M.f) + rounding);
    }
}

TEST_CASE("a free tree's momentum changes by its weight alone, whatever happens inside") {
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        CAPTURE(seed);
        Model model = random_model(seed, true);
        const Vec3 g{1, -2, 3};
        model.add(Gravity{.g = g});
        const System system(model);
        const State state = random_state(system, seed);
        const MassCentre centre = mass_centre(system, state);
        CHECK(difference(centre.a_WC, g) < rounding);
        CHECK(difference(momentum(system, state).f, centre.m * centre.v_WC) < rounding);
    }
}

TEST_CASE(
    "inverse dynamics asks for nothing where forward dynamics has answered, and mixed dynamics agrees with "
    "both") {
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        CAPTURE(seed);
        Model model = random_model(seed);
        model.add(Gravity{});
        const System system(model);
        const State state = random_state(system, seed);
        const auto n = static_cast<std::size_t>(system.nu());
        const std::span<const double> u_dot = forward_dynamics(system, state);
        std::vector<double> residual(n), zero(n), bias(n), applied(n);
        inverse_dynamics(system, state, u_dot, residual);
        CHECK(difference(residual, zero) < rounding * 100);  // forces are up to a hundred here
        // Half of the joints given the accelerations found: no force is missing, and the others' come out the same.
        std::vector<AnyJointId> given;
        std::vector<double> mixed(u_dot.begin(), u_dot.end()), tau(n);
        for (int j = 0; j < static_cast<int>(model.joints.size()); j += 2) given.push_back(AnyJointId{{j}});
        for (int j = 1; j < static_cast<int>(model.joints.size()); j += 2) {
            const Range r = state.layout().u_of_joint[static_cast<std::size_t>(j)];
            for (int i = 0; i < r.count; ++i) mixed[static_cast<std::size_t>(r.first + i)] = 1e9;
        }
        mixed_dynamics(system, state, given, mixed, tau);
        CHECK(difference(mixed, u_dot) < rounding);
        CHECK(difference(tau, zero) < rounding * 100);
    }
}

TEST_CASE(
    "half of the joints given: legs that are alike, which passes take together, give way as one by one") {
    Model model;
    const BodyId trunk = model.add(Body{.name = "trunk", .mass = box(20, {0.5, 0.3, 0.2})});
    model.add(Free{}, {.name = "base", .to = trunk});
    std::vector<AnyJointId> given;
    for (int leg = 0; leg < 4; ++leg) {
        BodyId above = trunk;
        for (int part = 0; part < 3; ++part) {
            const std::string name = "part" + std::to_string(3 * leg + part);
            const BodyId below = model.add(Body{.name = name, .mass = box(1 + part, {0.1, 0.1, 0.4})});
            const auto joint =
                model.add(Pin{}, {.name = name + " pin",
                                  .from = above,
                                  .to = below,
                                  .X_PF = {Rotation::about_x(0.3 * leg), {0.1 * leg, 0.2, -0.3}}});
            if (part == 1) given.push_back(joint);
            above = below;
        }
    }
    model.add(Gravity{});
    const System system(model);
    const State state = random_state(system, 5);
    const std::span<const double> u_dot = forward_dynamics(system, state);
    std::vector<double> mixed(u_dot.begin(), u_dot.end()), tau(u_dot.size());
    for (int i = 0; i < 6; ++i) mixed[static_cast<std::size_t>(i)] = 1e9;
    mixed_dynamics(system, state, given, mixed, tau);
    CHECK(difference(mixed, u_dot) < rounding);
    CHECK(difference(tau, std::vector<double>(tau.size())) < rounding * 100);
}
