// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0

// A State is a value: copy it to ask "what if" and the original stays as it is; ask many at once, one State per thread.

#include <sinew/sinew.h>

#include <cstdio>
#include <thread>
#include <vector>

using namespace sinew;

int main() {
    Model model;
    const BodyId rotor = model.add(Body{.name = "rotor", .mass = {.mass = 1, .inertia = {0.1, 0.2, 0.3}}});
    const auto bearing = model.add(Ball{}, {.name = "bearing", .from = world, .to = rotor});
    const System system(model);

    State now = system.default_state();
    now.u(bearing) = {0.01, 5, 0.01};
    State what_if = now;
    what_if.u(bearing) = {5, 0.01, 0.01};
    std::printf("spin about the middle axis changes by   %8.4f %8.4f %8.4f rad/s2\n",
                forward_dynamics(system, now)[0], forward_dynamics(system, now)[1],
                forward_dynamics(system, now)[2]);
    std::printf("spin about the smallest one would by    %8.4f %8.4f %8.4f rad/s2\n",
                forward_dynamics(system, what_if)[0], forward_dynamics(system, what_if)[1],
                forward_dynamics(system, what_if)[2]);

    // The System is shared, each thread has States of its own.
    std::vector<double> energy(4);
    {
        std::vector<std::jthread> threads;
        for (std::size_t i = 0; i < energy.size(); ++i)
            threads.emplace_back([&, i] {
                State mine = now;
                mine.set_parameter("rotor.inertia",
                                   std::array{0.1, 0.2 + 0.02 * static_cast<double>(i), 0.3, 0.0, 0.0, 0.0});
                energy[i] = kinetic_energy(system, mine);
            });
    }
    std::printf("energies of four rotors at that spin    %8.4f %8.4f %8.4f %8.4f J\n", energy[0], energy[1],
                energy[2], energy[3]);

    const bool untouched = now == State(now) && !(now == what_if);
    std::printf("and the State we began with is %s\n", untouched ? "as it was" : "changed");
    return untouched ? 0 : 1;
}
