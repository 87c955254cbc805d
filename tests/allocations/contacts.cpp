// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Impacts, sliding, sticking and lift-off without the heap, after the first of each.
#include <sinew/studies/simulate.h>
#include <sinew/system/model.h>
#include <tests/allocations/count.h>

#include <doctest/doctest.h>

#include <array>

using namespace sinew;
using namespace sinew::testing;

TEST_CASE("no step and no event of contacts takes memory once each kind has been") {
    if (!can_count()) return;
    Model model;
    const BodyId ball = model.add(Body{"ball", {.mass = 1, .inertia = {0.004, 0.004, 0.004}}}),
                 other = model.add(Body{"other", {.mass = 2, .inertia = {0.008, 0.008, 0.008}}});
    const auto free = model.add(Free{}, {.name = "free", .to = ball}),
               loose = model.add(Free{}, {.name = "loose", .to = other});
    model.add(Gravity{.g = {0, 0, -9.81}});
    model.add(SphereOnPlane{.name = "floor", .center = {ball, {}}, .radius = 0.1});
    model.add(SphereOnPlane{.name = "ground", .center = {other, {}}, .radius = 0.1});
    model.add(
        SphereOnPlane{.name = "wall", .plane = {world, {-1, 0, 0}, -1}, .center = {ball, {}}, .radius = 0.1});
    model.add(
        SphereOnPlane{.name = "back", .plane = {world, {1, 0, 0}, -1}, .center = {ball, {}}, .radius = 0.1});
    for (const char* name : {"floor", "ground", "wall", "back"})
        model.add(OneWay{.name = name, .restitution = 0.7, .static_friction = 0.3, .sliding_friction = 0.2});
    const BodyId block = model.add(Body{"block", {.mass = 1, .inertia = {0.1, 0.1, 0.1}}});
    const auto slider = model.add(Slider{}, {.name = "slider", .to = block});
    model.add(MobilitySpring{.name = "spring", .coordinate = {slider}, .stiffness = 60});
    const ConstraintId rubs = model.add(ConstantSpeed{.name = "rubs", .coordinate = {slider}, .value = 0.1});
    model.add(Bounded{.name = "rubs", .limit = 0.5});
    const System system(model);
    State start = system.default_state();
    start.set_q(free, std::array{1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.5});
    start.set_u(free, std::array{0.0, 0.0, 0.0, 3.0, 0.1, 0.0});
    start.set_q(loose, std::array{1.0, 0.0, 0.0, 0.0, 0.0, 2.0, 0.1});
    start.set_u(loose, std::array{0.0, 0.0, 0.0, 0.5, 0.0, 0.0});
    start.set_u(slider, std::array{0.1});
    long seen = 0, given_way[2] = {};
    SimulationOptions options{.accuracy = 1e-5};
    options.on_contact = [&](const State& state, const ContactEvent& event) {
        ++seen;
        if (event.condition == rubs) ++given_way[state.time() > 1.5];
    };
    Simulation run(system, start, std::move(options));
    run.advance_to(1.5);
    const long seen_before = seen, before = allocations();
    run.advance_to(3);
    CHECK(allocations() == before);
    CHECK(seen_before > 3);
    CHECK(seen > seen_before);
    CHECK(given_way[0] > 1);
    CHECK(given_way[1] > 1);
    CHECK(run.report().failure == "");
}
