// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Steps, events that are looked for, reports and reporters without the heap, after the first.
#include <sinew/studies/simulate.h>
#include <sinew/system/kinematics.h>
#include <sinew/system/model.h>
#include <tests/allocations/count.h>
#include <tests/support/mechanisms.h>

#include <doctest/doctest.h>

#include <string>

using namespace sinew;
using namespace sinew::testing;

TEST_CASE(
    "no step takes memory, accepted or refused, with constraints, given motion, witnesses and reports") {
    if (!can_count()) return;
    FourBar four;
    four.model.add(Gravity{.g = {0, -9.81, 0}});
    const BodyId ball = four.model.add(
                     Body{"ball", {.mass = 1, .com = {0.1, 0.1, 0}, .inertia = {0.1, 0.2, 0.2}}}),
                 arm =
                     four.model.add(Body{"arm", {.mass = 1, .com = {0.2, 0, 0}, .inertia = {0.1, 0.2, 0.2}}});
    const auto turn = four.model.add(Free{}, {.name = "turn", .from = world, .to = ball});
    const auto crank = four.model.add(Pin{}, {.name = "crank", .from = ball, .to = arm});
    four.model.add(Motion{.name = "drive", .joint = crank, .functions = {function::Sinusoid{0.5, 5, 0}}});
    const System system(four.model);
    State start = system.default_state();
    start.q(four.A) = 0.5;
    start.q(four.B) = 0.6;
    start.q(four.D) = 1.8;
    start.u(turn) = {1, 2, 3, 0, 0, 1};
    for (int m = 0; m < method_count; ++m) {
        const auto method = static_cast<Method>(m);
        CAPTURE(std::string(name(method)));
        SimulationOptions options{.accuracy = 1e-4, .method = method, .start_may_move = 10};
        if (method == Method::semi_explicit_euler) options.fixed_step = 1e-3;
        long seen = 0;
        options.reporters = {{"A", Crossing{[&](const State& s) { return s.u(four.A); }}, [&] { ++seen; }},
                             {"tick", Every{0.01}, [&] { ++seen; }},
                             {"step", EveryStep{}, [&] { ++seen; }}};
        options.handlers = {
            {"B", Crossing{[&](const State& s) { return s.u(four.B); }}, [&](State&) { ++seen; }},
            {"end", EveryStep{}, [&](State&) { ++seen; }}};
        Simulation run(system, start, std::move(options));
        run.advance_to(0.2);
        const long before = allocations();
        run.advance_to(0.5);
        for (int i = 0; i < 20; ++i) run.step();
        CHECK(allocations() == before);
        CHECK(seen > 100);
        CHECK(run.report().failure == "");
    }
}
