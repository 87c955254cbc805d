// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Surfaces that yield: several threads on one System get the bits of one.
#include <tests/support/contact_scenes.h>

#include <doctest/doctest.h>

#include <cstring>
#include <thread>

using namespace sinew;
using namespace sinew::testing;

TEST_CASE("contact gives the same bits to any number of threads") {
    std::vector<ContactScene> scenes = contact_scenes();
    for (ContactScene scene : collision_scenes()) {
        scene.p_second.z = 0.8;  // deep in one another
        scenes.push_back(scene);
    }
    for (const ContactScene& scene : scenes) {
        CAPTURE(std::string(scene.name));
        const bool on_floor = scene.p_first.z > 0;
        Model model = scene_model(scene, {.young = 2e4, .thickness = 0.1}, on_floor);
        model.add(Gravity{.g = {0, 0, -9.81}});
        const System system(model);
        const State start = scene_state(system, scene);
        const auto evaluate = [&](int thread) {
            State state = start;
            std::uint64_t hash = 0;
            for (int i = 0; i < 100; ++i) {
                std::vector<double> q(start.q().begin(), start.q().end());
                q[6] += 1e-5 * (i + 100 * thread);
                state.set_q(q);
                for (const double a : forward_dynamics(system, state)) {
                    std::uint64_t bits;
                    std::memcpy(&bits, &a, sizeof bits);
                    hash = (hash ^ bits) * 1099511628211u;
                }
            }
            return hash;
        };
        constexpr std::size_t threads = 4;
        std::array<std::uint64_t, threads> alone{}, together{};
        for (std::size_t t = 0; t < threads; ++t) alone[t] = evaluate(static_cast<int>(t));
        {
            std::vector<std::jthread> running;
            for (std::size_t t = 0; t < threads; ++t)
                running.emplace_back([&, t] { together[t] = evaluate(static_cast<int>(t)); });
        }
        CHECK(alone == together);
    }
}
