// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Derivatives of the dynamics of Systems: every joint in trees of all kinds, every force, every constraint.
#include <tests/derivatives/differences.h>
#include <tests/support/random_constraint.h>
#include <tests/support/random_force.h>

using namespace sinew;
using namespace sinew::testing;

namespace {

constexpr double wanted = 1e-9;

std::string label(const char* what, std::uint64_t seed) {
    return std::string(what) + ", seed " + std::to_string(seed);
}

}  // namespace

TEST_CASE("derivatives of inverse dynamics are what differences tend to, and by u̇ they are M") {
    Law law(wanted), mass(1e-12);
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        Model model = random_model(seed);
        model.add(Gravity{});
        const System system(model);
        const State state = random_state(system, seed);
        const std::size_t n = at(system.nu());
        Vector u_dot(n), by_q(n * n), by_u(n * n), by_u_dot(n * n), M(n * n);
        Random random(seed);
        for (double& a : u_dot) a = random.within(-1, 1);
        inverse_dynamics_derivatives(system, state, u_dot, by_q, by_u, by_u_dot);
        const auto inverse = [&](const State& there) {
            Vector f(n);
            inverse_dynamics(system, there, u_dot, f);
            return f;
        };
        law.measure(difference(by_q, by_differences(system, state, true, inverse)), label("by q", seed));
        law.measure(difference(by_u, by_differences(system, state, false, inverse)), label("by u", seed));
        mass_matrix(system, state, M);
        mass.measure(difference(by_u_dot, M), label("by u̇", seed));
    }
}

TEST_CASE("dynamics under every force is differentiated") {
    Law law(wanted);
    for_every_force([&]<class E> {
        for (std::uint64_t seed = 1; seed <= 3; ++seed) {
            Model model = random_model(seed);
            Random random(seed + 31);
            model.add(random_force<E>(model, random));
            model.add(Gravity{.name = "weight"});
            const System system(model);
            measure_inverse(law, system, random_state(system, seed), label(E::kind, seed));
        }
    });
}

TEST_CASE("dynamics with every constraint is differentiated, and so are its equations") {
    Law law(wanted);
    for (const KindOfConstraint& kind : every_constraint())
        for (std::uint64_t seed = 1; seed <= 3; ++seed) {
            Model model = random_model(seed);
            Random random(seed + 177);
            model.add_constraint(kind.random(model, random));
            model.add(Gravity{});
            const System system(model);
            State state = random_state(system, seed);
            state.set_time(0.3);
            measure_inverse(law, system, state, label(kind.kind, seed));
        }
}
