// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Bodies that nothing hangs on have a way of their own through forward dynamics: it leads where the others do.
#include <sinew/base/at.h>
#include <sinew/base/error.h>
#include <sinew/batch/dynamics.h>
#include <sinew/sinew.h>
#include <tests/support/law.h>
#include <tests/support/random_force.h>

#include <cmath>

namespace sinew::testing::lone_bodies {

namespace {

/// Free bodies and bodies that slide, alone, in reverse, and with something on them.
Model lone_and_others(std::uint64_t seed, bool with_drives) {
    Random random(seed);
    Model model{.name = "lone"};
    for (int i = 0; i < 12; ++i) {
        const bool inward = i % 5 == 4;
        const BodyId body = i % 2 ? hang(model, random, Free{}, world, inward)
                                  : hang(model, random, Cartesian{}, world, inward);
        if (i % 4 == 3) hang(model, random, Pin{}, body, false);
        if (i == 6) model.bodies[at(body.index)].mass = {1.5, {0.1, 0.2, 0.3}, {}};  // a particle
    }
    if (with_drives) model.joints[2].placement.armature = 0.3;
    model.add(Gravity{});
    for (int i = 0; i < 6; ++i) model.add(random_force<TwoPointSpring>(model, random));
    for (std::size_t i = 1; i < model.forces.size(); ++i)
        model.forces[i].as<TwoPointSpring>().name = "spring" + std::to_string(i);
    return model;
}

}  // namespace

TEST_CASE("accelerations of lone bodies take the forces that inverse dynamics finds, and M⁻¹ undoes M") {
    Law law(1e-12);
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const System system(lone_and_others(seed, seed % 4 == 0));
        const State state = random_state(system, seed);
        const std::span<const double> u_dot = forward_dynamics(system, state);
        std::vector<double> f(at(system.nu())), v(f.size()), M_v(f.size()), back(f.size());
        inverse_dynamics(system, state, u_dot, f);
        Random random(seed);
        for (double& x : v) x = random.within(-1, 1);
        law.measure(difference(f, std::vector<double>(f.size())), "forces");
        multiply_by_M(system, state, v, M_v);
        multiply_by_M_inverse(system, state, M_v, back);
        law.measure(difference(v, back), "products");
    }
}

TEST_CASE("what holds lone bodies to others gets the same factors") {
    Law law(1e-11);
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        Model model = lone_and_others(seed, false);
        Random random(seed);
        model.add(BallConstraint{"ball", {BodyId{1}, random.vector(1)}, {BodyId{2}, random.vector(1)}});
        model.add(WeldConstraint{"weld", {BodyId{4}, random.pose(1)}, {BodyId{7}, random.pose(1)}});
        const System system(model);
        const State state = random_state(system, seed);
        for (const double error : acceleration_errors(system, state)) law.measure(std::abs(error), "held");
    }
}

TEST_CASE("batches, given motions and what is put on a body in a State agree with one State at a time") {
    Law law(1e-12);
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        const System system(lone_and_others(seed, false));
        Batch batch(system, system.default_state(), 5);
        std::vector<State> states;
        for (int i = 0; i < 5; ++i) {
            states.push_back(random_state(system, seed + 10 * at(i), false));
            batch.q().set(i, states.back().q());
            batch.u().set(i, states.back().u());
        }
        forward_dynamics(batch);
        std::vector<double> u_dot(at(system.nu()));
        for (int i = 0; i < 5; ++i) {
            batch.u_dot().get(i, u_dot);
            law.measure(difference(u_dot, forward_dynamics(system, states[at(i)])), "batch");
        }
        State locked = states[0];
        lock(system, locked, AnyJointId{{0}}, MotionLevel::velocity);
        lock(system, locked, AnyJointId{{1}}, MotionLevel::velocity);
        for (int i = 0; i < 9; ++i) CHECK(forward_dynamics(system, locked)[at(i)] == 0);
    }
}

TEST_CASE("how a free body turns in the air does not depend on where its joint is, as far as digits go") {
    const Vec3 w{0.3, -0.8, 0.5}, g{0, 0, -9.81};
    const double radius = 0.3;  // of gyration, about
    Vec3 turning{};
    for (const double far : {0.0, 0.1, 1.0, 10.0, 100.0}) {
        CAPTURE(far);
        const Vec3 d{0.6 * far, -0.8 * far, 0.1 * far};
        Model model;
        const BodyId body =
            model.add(Body{.name = "body", .mass = {2, d, {0.1, 0.2, 0.25, 0.01, 0.02, 0.03}}});
        const auto joint = model.add(Free{}, {.name = "air", .to = body});
        model.add(Gravity{.g = g});
        const System system(model);
        State state = system.default_state();
        state.set_u(joint, std::array{w.x, w.y, w.z, 1.0, 2.0, 3.0});
        const std::span<const double> u_dot = forward_dynamics(system, state);
        const Vec3 alpha{u_dot[0], u_dot[1], u_dot[2]}, a{u_dot[3], u_dot[4], u_dot[5]};
        if (far == 0) turning = alpha;
        // The last by factors of D, as with something on it.
        const double ratio = far / radius, lost = 1e-14 * (1 + std::pow(ratio, far < 30 ? 2 : 4));
        CHECK(norm(alpha - turning) < lost);
        CHECK(norm(a + cross(alpha, d) + cross(w, cross(w, d)) - g) < 1e-14 * (10 + far) + lost * far);
    }
}

TEST_CASE("a free body without inertia about an axis is told by name, as ever") {
    Model model;
    model.add(Body{.name = "line", .mass = {1, {}, {1, 1, 0, 0, 0, 0}}});
    model.add(Free{}, {.name = "air", .from = world, .to = BodyId{1}});
    CHECK_THROWS_AS(System{model}, ModelError);
}

}  // namespace sinew::testing::lone_bodies
