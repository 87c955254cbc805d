// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// The inertia of drives that turn with joints, on trees of every joint there is.
#include <tests/support/law.h>
#include <tests/support/random_model.h>

#include <sinew/studies/assemble.h>

#include <doctest/doctest.h>

using namespace sinew;
using namespace sinew::testing;

namespace {

constexpr double rounding = 1e5 * 2.2e-16;

}  // namespace

TEST_CASE("an armature stands on the diagonal of M, and in nothing that M does not tell") {
    Law law(rounding);
    for (std::uint64_t seed = 3; seed <= 18; seed += 3) {
        const Model model = random_model(seed);
        const System system(model), without(without_drives(model));
        const State state = random_state(system, seed), same = random_state(without, seed);
        const std::size_t n = static_cast<std::size_t>(system.nu());
        std::vector<double> M(n * n), M0(n * n), f0(n), back(n);
        mass_matrix(system, state, M);
        mass_matrix(without, same, M0);
        for (std::size_t j = 0; j < model.joints.size(); ++j) {
            const Range u = system.layout().u_of_joint[j];
            for (int i = u.first; i < u.first + u.count; ++i)
                M0[static_cast<std::size_t>(i) * (n + 1)] += model.joints[j].placement.armature;
        }
        law.measure(difference(M, M0), "mass matrix");

        std::vector<double> u_dot(n);
        for (std::size_t i = 0; i < n; ++i) u_dot[i] = std::sin(static_cast<double>(i + seed));
        multiply_by_M(system, state, u_dot, back);
        for (std::size_t i = 0; i < n; ++i) {
            double row = 0;
            for (std::size_t k = 0; k < n; ++k) row += M[i * n + k] * u_dot[k];
            law.measure(std::abs(row - back[i]) / (1 + std::abs(row)), "product with M");
        }
        multiply_by_M_inverse(system, state, back, f0);
        law.measure(difference(f0, u_dot), "product with the inverse of M");

        double energy = 0;
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t k = 0; k < n; ++k) energy += 0.5 * state.u()[i] * M[i * n + k] * state.u()[k];
        law.measure(std::abs(energy - kinetic_energy(system, state)) / energy, "kinetic energy");

        std::vector<double> zero(n), left(n);
        inverse_dynamics(system, state, forward_dynamics(system, state), left);
        law.measure(difference(left, zero), "inverse of forward dynamics");
    }
}

TEST_CASE("a drive turns a joint that moves no mass at all") {
    Model model{.name = "rotor"};
    const BodyId hand = model.add(Body{.name = "hand"});
    const auto wrist = model.add(Pin{}, {.name = "wrist", .from = world, .to = hand, .armature = 0.5});
    model.add(MobilityConstant{.name = "motor", .coordinate = {wrist}, .force = 3});
    const System system(model);
    State state = system.default_state();
    CHECK(forward_dynamics(system, state)[0] == 6);
    state.set_parameter("wrist.armature", 0.25);
    CHECK(forward_dynamics(system, state)[0] == 12);
}

TEST_CASE("a drive's inertia is not taken for that of a goal") {
    const Model model = random_model(3);
    const System system(model), without(without_drives(model));
    AssemblyOptions options;
    for (int b = 1; b < 6; ++b)
        options.goals.stations.push_back(
            {.station = {BodyId{b}, {0.1, 0.2, 0.3}}, .target = {0.5, 0.4, 0.1 * b}});
    const Assembly found = assemble(system, random_state(system, 3), options),
                   wanted = assemble(without, random_state(without, 3), options);
    CHECK(std::ranges::equal(found.state.q(), wanted.state.q()));
    CHECK(found.iterations == wanted.iterations);
}

TEST_CASE("what moves a joint whose motion is given turns its drive, too") {
    Model model{.name = "fan"};
    const BodyId blades = model.add(Body{.name = "blades", .mass = sphere(2.0, 0.5)});
    const auto hub = model.add(Pin{}, {.name = "hub", .from = world, .to = blades, .armature = 0.3});
    model.add(Motion{.name = "start",
                     .joint = hub,
                     .level = MotionLevel::acceleration,
                     .functions = {function::Constant{7}}});
    const System system(model);
    std::vector<double> f(1);
    motor_forces(system, system.default_state(), f);
    CHECK(f[0] == doctest::Approx(7 * (0.4 * 2 * 0.25 + 0.3)).epsilon(1e-15));
}
