// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/studies/simulate.h>
#include <sinew/system/dynamics.h>
#include <sinew/system/model.h>

#include <doctest/doctest.h>

using namespace sinew;

TEST_CASE("what a handler writes counts, also if it asks for accelerations afterwards") {
    Model model;
    const BodyId body = model.add(Body{.name = "body", .mass = {.mass = 1}});
    const auto rail = model.add(Slider{}, {.name = "rail", .to = body});
    const auto fuel = model.add_variable("fuel", 1.0, Stage::report);
    const System system(model);
    for (const bool asks : {false, true}) {
        CAPTURE(asks);
        SimulationOptions options{.until = 2};
        options.handlers = {{"kick", AtTimes{{0.5}}, [&](State& s) {
                                 s.u(rail) = 3;
                                 if (asks) static_cast<void>(forward_dynamics(system, s));
                             }}};
        CHECK(last(simulate(system, system.default_state(), std::move(options))).q(rail) ==
              doctest::Approx(4.5));
    }
    SimulationOptions options{.until = 2};
    options.handlers = {{"burn", AtTimes{{0.5}}, [&](State& s) { s.set(fuel, 0.25); }}};
    Simulation run = simulate(system, system.default_state(), std::move(options));
    run.advance_to(2);
    CHECK(run.report().restarts == 0);  // nothing that moves anything was changed
    CHECK(run.state().get(fuel) == 0.25);
}
