// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0

// Two rods hang from each other: where they are, how they begin to fall, what their joints carry.

#include <sinew/sinew.h>

#include <cstdio>
#include <numbers>

using namespace sinew;

int main() {
    // Describe. Rods of 1 kg and 1 m hang along -y from their frames' origins; a pin turns about z.
    Model model;
    const MassProperties rod{.mass = 1, .com = {0, -0.5, 0}, .inertia = {1.0 / 12, 0, 1.0 / 12}};
    const BodyId upper = model.add(Body{.name = "upper", .mass = rod});
    const BodyId lower = model.add(Body{.name = "lower", .mass = rod});
    const auto shoulder = model.add(Pin{}, {.name = "shoulder", .from = world, .to = upper});
    const auto elbow =
        model.add(Pin{}, {.name = "elbow", .from = upper, .to = lower, .X_PF = {.p = {0, -1, 0}}});
    model.add(Gravity{.g = {0, -9.81, 0}});

    // Compile, then vary: a System never changes, a State is a value.
    const System system(model);
    State state = system.default_state();
    const double degree = std::numbers::pi / 180;
    state.q(shoulder) = 60 * degree;
    state.q(elbow) = -20 * degree;
    state.u(shoulder) = 1.5;

    // Ask. What is needed for an answer is computed then, once.
    const auto row = [](const char* what, const Vec3& v) {
        std::printf("%-34s %8.4f %8.4f\n", what, v.x, v.y);
    };
    std::printf("%-34s %8s %8s\n", "", "x", "y");
    row("tip of the upper rod         m", position(system, state, Station{upper, {0, -1, 0}}));
    row("tip of the lower rod         m", position(system, state, Station{lower, {0, -1, 0}}));
    row("  its velocity               m/s", velocity(system, state, Station{lower, {0, -1, 0}}));
    row("  its acceleration           m/s2", acceleration(system, state, Station{lower, {0, -1, 0}}));
    row("shoulder carries             N", reaction(system, state, shoulder).on_to_at_M.f);
    row("elbow carries                N", reaction(system, state, elbow).on_to_at_M.f);

    const auto u_dot = forward_dynamics(system, state);
    std::printf("\nangular accelerations %30.4f %8.4f rad/s2\n", u_dot[0], u_dot[1]);
    std::printf("kinetic and potential energy %23.4f %8.4f J\n", kinetic_energy(system, state),
                potential_energy(system, state));
}
