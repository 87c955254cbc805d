// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Surfaces that yield, without the heap.
#include <sinew/studies/point_contacts.h>
#include <tests/allocations/count.h>
#include <tests/support/contact_scenes.h>

#include <doctest/doctest.h>

using namespace sinew;
using namespace sinew::testing;

TEST_CASE("no evaluation of contact allocates, whatever touches what, nor do steps in time") {
    if (!can_count()) return;
    for (const ContactScene& scene : contact_scenes()) {
        CAPTURE(scene.name);
        Model model = scene_model(scene, {.young = 2e4, .thickness = 0.1});
        model.add(Gravity{.g = {0, 0, -9.81}});
        const System system(model);
        State state = scene_state(system, scene);
        REQUIRE(!contacts(system, state).empty());
        double sum = 0;
        const auto ask = [&] {
            state.set_q(state.q());
            sum += forward_dynamics(system, state)[0] + z_dot(system, state)[0];
            sum += total_energy(system, state) + contact_energy(system, state) + power(system, state);
            sum += applied_on(system, state, BodyId{1}).f.x + contact_heat(system, state);
        };
        ask();
        const long before = allocations();
        ask();
        CHECK(allocations() == before);
        CHECK(std::isfinite(sum));

        Simulation run(system, state, {.until = 1, .accuracy = 1e-3, .method = Method::merson});
        for (int i = 0; i < 5; ++i) run.step();
        const long stepping = allocations();
        for (int i = 0; i < 20; ++i) run.step();
        CHECK(allocations() == stepping);
    }
}

TEST_CASE("no step of two bodies that run into one another allocates, whatever their shapes") {
    if (!can_count()) return;
    for (const ContactScene& scene : collision_scenes()) {
        CAPTURE(std::string(scene.name));
        const System system(scene_model(scene, {.young = 2e4, .thickness = 0.1}, false));
        State start = scene_state(system, scene);
        run_into(start, system);
        Simulation run(system, start, {.until = 1, .accuracy = 1e-4, .max_step = 0.01});
        for (int i = 0; i < 5; ++i) run.step();
        const long before = allocations();
        while (!run.is_over()) run.step();
        CHECK(allocations() == before);
        CHECK(contact_heat(system, run.state()) > 0);
    }
}

TEST_CASE("no step of surfaces that yield allocates to tell what they do, once all has happened") {
    if (!can_count()) return;
    ContactScene scene = contact_scenes()[0];
    scene.p_first.z = 0.6, scene.p_second = {3, 0, 0.7};
    Model model = scene_model(scene, {.young = 1e6, .dissipation = 0.05});
    model.add(Gravity{.g = {0, 0, -9.81}});
    const System system(model);
    int told = 0;
    SimulationOptions options{.until = 10, .accuracy = 1e-4, .max_step = 0.01};
    options.on_contact = [&told](const State&, const ContactEvent&) { ++told; };
    Simulation run(system, scene_state(system, scene), std::move(options));
    while (told < 10) run.step();
    const long before = allocations();
    while (told < 20) run.step();
    CHECK(allocations() == before);
}

TEST_CASE("no step of contacts that are force elements allocates") {
    if (!can_count()) return;
    Model model{.name = "feet"};
    const BodyId body = model.add(Body{.name = "body", .mass = box(10, {0.2, 0.2, 0.2})});
    model.add(Free{}, {.name = "moves", .to = body, .X_PF = {.p = {0, 0, 0.25}}});
    model.add(Gravity{.g = {0.5, 0, -9.81}});
    for (int i = 0; i < 8; ++i) {
        const Station corner{body, {i & 1 ? 0.1 : -0.1, i & 2 ? 0.1 : -0.1, i & 4 ? 0.1 : -0.1}};
        const std::string number = std::to_string(i);
        model.add(SmoothContact{.name = "smooth" + number, .at = corner, .radius = 0.02});
        model.add(ExponentialContact{.name = "exponential" + number, .at = corner});
        model.add(PointContact{.name = "point" + number,
                               .at = corner,
                               .normal_stiffness = 1e4,
                               .tangential_stiffness = 1e4,
                               .normal_damping = 100,
                               .tangential_damping = 100});
    }
    const System system(model);
    SimulationOptions options{.until = 1, .accuracy = 1e-4, .method = Method::merson};
    options.handlers.push_back(commit_point_contacts(system));
    Simulation run(system, system.default_state(), std::move(options));
    run.advance_to(0.3);
    const long before = allocations();
    run.advance_to(0.6);
    CHECK(allocations() == before);
    CHECK(pose(system, run.state(), body).p.z < 0.2);
}
