// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Surfaces that yield, without the heap.
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
