// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0

#include <sinew/sinew.h>

#include <cstdio>

using namespace sinew;

int main() {
    Model model;  // describe
    const auto bob = model.add(Body{.name = "bob", .mass = {.mass = 1.0, .com = {0, -0.5, 0}}});
    const auto swing = model.add(Pin{}, {.name = "swing", .from = world, .to = bob});
    model.add(Gravity{.g = {0, -9.81, 0}});

    const System system(model);  // compile: every fault of the model is reported at once, by name

    State state = system.default_state();  // vary
    state.q(swing) = 1.0;
    state.set_parameter("bob.mass", 2.0);

    const Vec3 force = reaction(system, state, swing).on_to_at_M.f;  // ask
    std::printf("acceleration %.4f rad/s2, bearing force %.3f %.3f N\n", forward_dynamics(system, state)[0],
                force.x, force.y);

    for (const State& now :
         simulate(system, state, {.until = 2, .report_every = 0.5, .accuracy = 1e-6}))  // let go
        std::printf("t %.1f s: angle %7.4f rad, energy %.6f J\n", now.time(), now.q(swing),
                    total_energy(system, now));
}
