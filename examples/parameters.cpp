// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0

// Every number of a Model is a parameter of the State: a sweep compiles nothing.

#include <sinew/sinew.h>

#include <cmath>
#include <cstdio>
#include <numbers>

using namespace sinew;

int main() {
    Model model;
    const BodyId bob = model.add(Body{.name = "bob", .mass = {.mass = 2, .com = {0, -1, 0}}});
    const auto swing = model.add(Pin{}, {.name = "swing", .from = world, .to = bob});
    model.add(Gravity{.g = {0, -9.81, 0}});
    const System system(model);

    // Small swings of a pendulum: the period follows from how fast it turns back.
    const auto period = [&](State state) {
        state.q(swing) = 1e-4;
        return 2 * std::numbers::pi * std::sqrt(1e-4 / -forward_dynamics(system, state)[0]);
    };

    std::printf("length m   period s on the Earth   on the Moon\n");
    for (const double length : {0.25, 0.5, 1.0, 2.0}) {
        State earth = system.default_state();
        earth.set_parameter("bob.com", std::array{0.0, -length, 0.0});
        State moon = earth;  // a copy with all that was set so far
        moon.set_parameter("gravity.g", std::array{0.0, -1.62, 0.0});
        std::printf("%8.2f %23.4f %13.4f\n", length, period(earth), period(moon));
    }

    std::printf("\nAll parameters of this model:\n");
    for (const ParameterSlot& slot : system.layout().parameters)
        std::printf("  %-16s %d number%s\n", slot.path.c_str(), slot.range.count,
                    slot.range.count == 1 ? "" : "s");
}
