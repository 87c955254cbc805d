// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/studies/contact_steps.h>
#include <sinew/studies/simulate.h>
#include <sinew/system/energy.h>
#include <sinew/system/kinematics.h>
#include <sinew/system/system.h>

#include <doctest/doctest.h>

using namespace sinew;

namespace {

/// A box over the ground.
Model falling_box(double step) {
    Model model;
    model.contact.kind = ContactKind::rigid, model.contact.step = step;
    model.add(Gravity{.g = {0, 0, -9.81}});
    model.add(ContactSurface{.name = "floor", .shape = shape::HalfSpace{}});
    const BodyId body = model.add(Body{.name = "box", .mass = box(1, {0.2, 0.2, 0.2})});
    model.add(Free{}, {.name = "free", .to = body, .X_PF = {.p = {0, 0, 0.6}}});
    model.add(ContactSurface{.name = "sides", .body = body, .shape = shape::Box{{0.2, 0.2, 0.2}}});
    model.surfaces[0].material.restitution = model.surfaces[1].material.restitution = 0;
    return model;
}

}  // namespace

TEST_CASE("a Model that asks for steps through contact is simulated by them, and the report says so") {
    const System system(falling_box(0.004));
    Simulation run = simulate(system, system.default_state(), {.until = 1, .report_every = 0.1});
    double highest = 0;
    for (const State& now : run) highest = std::max(highest, pose(system, now, BodyId{1}).p.z);
    const SimulationReport report = run.report();
    CHECK(report.outcome == Outcome::reached);
    CHECK(report.method == "contact_steps of 0.004 s");
    CHECK(report.account.find("1 touchdowns, 0 lift-offs") != std::string::npos);
    CHECK(report.statistics.steps == 250);
    CHECK(highest == doctest::Approx(0.6));
    CHECK(pose(system, run.state(), BodyId{1}).p.z == doctest::Approx(0.1).epsilon(1e-3));
    CHECK(kinetic_energy(system, run.state()) < 1e-9);
}

TEST_CASE("a shorter step may be asked for, and events cut it") {
    const System system(falling_box(0.004));
    SimulationOptions options{.until = 0.5};
    options.fixed_step = 0.001;
    double seen = -1;
    options.reporters.push_back({.name = "low",
                                 .when = Crossing{.witness = [&](const State& s) { return s.q()[6] + 0.25; }},
                                 .report = [&](const State& s) { seen = s.time(); }});
    Simulation run = simulate(system, system.default_state(), std::move(options));
    run.advance_to(0.5);
    CHECK(run.report().method == "contact_steps of 0.001 s");
    CHECK(seen == doctest::Approx(std::sqrt(2 * 0.25 / 9.81)).epsilon(1e-2));
}

TEST_CASE("without a length, steps through contact are refused in words") {
    const System system(falling_box(0));
    SimulationOptions options{.until = 1};
    options.integrator = std::make_unique<ContactStepIntegrator>();
    CHECK_THROWS_WITH_AS(simulate(system, system.default_state(), std::move(options)),
                         doctest::Contains("set fixed_step"), Error);
    Model wrong = falling_box(-1);
    CHECK_THROWS_WITH_AS(System{wrong}, doctest::Contains("step = -1 s"), ModelError);
}
