// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Contacts under every integrator, the same from run to run and from State to State.
#include <tests/one_way/scenes.h>

#include <doctest/doctest.h>

#include <thread>

using namespace sinew;
using namespace sinew::testing;

TEST_CASE("every method takes a ball through bouncing, sliding and rolling to the same end (long)") {
    const double r = 0.1;
    const BallOnFloor scene(
        1, r, {.restitution = 0.5, .capture_speed = 0.05, .static_friction = 0.3, .sliding_friction = 0.2});
    const System system(scene.model);
    const State start = scene.state(system, {0, 0, 0.3}, {1, 0.5, 0}, {3, -2, 1});
    const State best = last(simulate(system, start, {.until = 1.5, .accuracy = 1e-10}));
    CHECK(touch_of(system, best, scene.floor) == Touch::sticks);
    for (int m = 0; m < method_count; ++m) {
        const auto method = static_cast<Method>(m);
        CAPTURE(std::string(name(method)));
        const bool crude = method == Method::explicit_euler || method == Method::semi_explicit_euler ||
                           method == Method::semi_explicit_euler_doubled;
        SimulationOptions options{.until = 1.5, .accuracy = crude ? 1e-5 : 1e-6, .method = method};
        if (method == Method::semi_explicit_euler) options.fixed_step = 2e-4;
        Simulation run = simulate(system, start, std::move(options));
        CHECK(run.advance_to(1.5) == Outcome::reached);
        CHECK(run.report().failure == "");
        CHECK(touch_of(system, run.state(), scene.floor) == Touch::sticks);
        double off = 0;
        for (std::size_t i = 4; i < 7; ++i) off = std::max(off, std::abs(run.state().q()[i] - best.q()[i]));
        CHECK(off < (crude ? 2e-2 : 1e-4));
        for (const double e : position_errors(system, run.state())) CHECK(std::abs(e) < 1e-4);
    }
}

TEST_CASE("bounces that are lower than what a step may be wrong by do not lead through the floor") {
    const double r = 0.1, e = 0.5;
    const BallOnFloor scene(1, r, {.restitution = e, .static_friction = 0.5, .sliding_friction = 0.4});
    const System system(scene.model);
    for (const Method method : {Method::bdf, Method::adams, Method::rosenbrock, Method::dormand_prince_8})
        for (const double accuracy : {1e-4, 1e-5, 1e-6, 1e-7})
            for (const double speed : {0.0, 1.0, 1.3}) {
                CAPTURE(std::string(name(method)));
                CAPTURE(accuracy);
                CAPTURE(speed);
                const State end = last(simulate(system, scene.state(system, {0, 0, 1 + r}, {speed, 0, 0}),
                                                {.until = 2, .accuracy = accuracy, .method = method}));
                CHECK(std::abs(end.q()[6] - r) < accuracy);
                CHECK(touch_of(system, end, scene.floor) == Touch::sticks);
            }
}

TEST_CASE(
    "a run with contacts is the same to the last bit again, in another thread, and resumed in the middle") {
    const BallOnFloor scene(
        1, 0.1, {.restitution = 0.6, .capture_speed = 0.01, .static_friction = 0.3, .sliding_friction = 0.3});
    const System system(scene.model);
    const State start = scene.state(system, {0, 0, 0.3}, {1, 0.5, 0}, {3, -2, 1});
    const auto run = [&] { return last(simulate(system, start, {.until = 2, .accuracy = 1e-5})); };
    const State once = run();
    State again = start, elsewhere = start;
    std::thread one([&] { again = run(); }), two([&] { elsewhere = run(); });
    one.join(), two.join();
    CHECK(again == once);
    CHECK(elsewhere == once);
    // From the end of a step on.
    Simulation first(system, start, {.until = 2, .accuracy = 1e-5});
    while (first.state().time() < 1.2) first.step();
    const State middle = first.state();
    const double next = first.integrator().next_step();
    Simulation second(system, middle, {.until = 2, .accuracy = 1e-5});
    second.integrator().set_next_step(next);
    second.advance_to(2);
    CHECK(second.state() == once);
}
