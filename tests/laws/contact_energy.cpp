// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// What surfaces that yield store, lose and set in motion, over every model there is.
#include <tests/support/contact_scenes.h>
#include <tests/support/random.h>

#include <doctest/doctest.h>

namespace sinew::testing::energy_of_contact {

namespace {

/// How far the account is open at the end, as a share of the energy at the start.
double left_open(const System& system, const State& start, double until, double accuracy) {
    const State end = last(simulate(system, start, {.until = until, .accuracy = accuracy}));
    const double before = total_energy(system, start) + contact_heat(system, start);
    CHECK(contact_heat(system, end) > 0.01 * before);
    return std::abs(total_energy(system, end) + contact_heat(system, end) - before) / before;
}

}  // namespace

TEST_CASE("stored, moving and lost energy stay the same together on a floor, as exactly as is asked") {
    for (const ContactScene& scene : contact_scenes()) {
        CAPTURE(std::string(scene.name));
        Model model = scene_model(scene, lossy_material);
        model.add(Gravity{.g = {0, 0, -9.81}});
        const System system(model);
        const State start = scene_state(system, scene);
        for (const double accuracy : {1e-4, 1e-6, 1e-8}) {
            CAPTURE(accuracy);
            const double open = left_open(system, start, 0.5, accuracy);
            MESSAGE(std::string(scene.name) << " at " << accuracy << ": " << open);
            CHECK(open < 200 * accuracy);
        }
    }
}

TEST_CASE("stored, moving and lost energy stay the same together in collisions, as exactly as is asked") {
    for (const ContactScene& scene : collision_scenes()) {
        CAPTURE(std::string(scene.name));
        const System system(scene_model(scene, lossy_material, false));
        State start = scene_state(system, scene);
        run_into(start, system);
        for (const double accuracy : {1e-4, 1e-6, 1e-8}) {
            CAPTURE(accuracy);
            const double open = left_open(system, start, 1, accuracy);
            MESSAGE(std::string(scene.name) << " at " << accuracy << ": " << open);
            CHECK(open < 200 * accuracy);
        }
    }
}

TEST_CASE("an ellipsoid that rocks and rolls without losses keeps its energy, whatever its curvatures do") {
    const Material elastic{.young = 2e5, .dissipation = 0, .static_friction = 0, .sliding_friction = 0};
    ContactScene scene{"egg", shape::Ellipsoid{{0.5, 0.6, 0.3}}, shape::Sphere{0.1}, {0, 0, 0.33}, {0, 0, 9}};
    Model model = scene_model(scene, elastic);
    model.add(Gravity{.g = {0, 0, -9.81}});
    const System system(model);
    State start = scene_state(system, scene);
    start.set_u(system.model().joint("a_moves"), std::array{2.0, 1.0, 3.0, 0.0, 0.0, 0.0});
    const double before = total_energy(system, start);
    for (const double accuracy : {1e-5, 1e-8}) {
        const State end = last(simulate(system, start, {.until = 1, .accuracy = accuracy}));
        const double rolled = contact_heat(system, end);
        CHECK(std::abs(total_energy(system, end) + rolled - before) < 200 * accuracy * before);
        // Nothing is lost: what the account holds is what stiffness took as it changed, of the order x/R (15.7).
        CHECK(std::abs(rolled) > 1e-6 * before);
        CHECK(std::abs(rolled) < 0.05 * before);
    }
}

}  // namespace sinew::testing::energy_of_contact
