// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Surfaces that yield know plain numbers only: their part of derivatives is the limit of differences.
#include <tests/derivatives/differences.h>
#include <tests/support/contact_scenes.h>

using namespace sinew;
using namespace sinew::testing;

TEST_CASE("dynamics is differentiated in every scene of surfaces that yield, fast and at a crawl") {
    Law by_q(1e-9), by_u(1e-9);
    for (const auto& scene : contact_scenes())
        for (const double speed : {1.0, 0.003}) {
            Model model = scene_model(scene, lossy_material);
            model.add(Gravity{});
            const System system(model);
            State state = scene_state(system, scene);
            Random random(3);
            Vector u(at(system.nu())), f(u.size());
            for (double& x : u) x = speed * random.within(-1, 1);
            state.set_u(u);
            applied_mobility_force(system, state, f);
            double touching = 0;
            for (const double x : f) touching = std::max(touching, std::abs(x));
            REQUIRE(touching > 1);
            const Vector u_dot(u.size());
            DynamicsDerivatives derivatives(system);
            const InverseDerivatives& found = derivatives.inverse(state, u_dot);
            const auto inverse = [&](const State& there) {
                Vector tau(u.size());
                inverse_dynamics(system, there, u_dot, tau);
                return tau;
            };
            const auto differences_along = [&](bool along_q) {
                Vector matrix(u.size() * u.size());
                for (int k = 0; k < system.nu(); ++k) {
                    const Vector column = extrapolated(
                        [&](double h) { return inverse(moved(system, state, k, along_q, h)); }, 1.7e-5);
                    for (std::size_t i = 0; i < u.size(); ++i) matrix[i * u.size() + at(k)] = column[i];
                }
                return matrix;
            };
            double damped = 0;
            for (const double x : found.by_u) damped = std::max(damped, std::abs(x));
            CHECK(damped > 1);
            by_q.measure(difference(found.by_q, differences_along(true)), scene.name);
            by_u.measure(difference(found.by_u, differences_along(false)), scene.name);
            CHECK_FALSE(has_exact_derivatives(system, state));
        }
}
