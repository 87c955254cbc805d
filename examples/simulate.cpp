// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0

// Motion in time: a leg whose knee is let go at an event, a table of what it does, and the run's own account.

#include <sinew/sinew.h>

#include <cstdio>

using namespace sinew;

int main() {
    Model model;
    const Body half{.name = "thigh", .mass = {.mass = 1, .com = {0, -0.5, 0}, .inertia = {0.1, 0.01, 0.1}}};
    const auto thigh = model.add(half);
    const auto shank = model.add(Body{.name = "shank", .mass = half.mass});
    const auto hip = model.add(Pin{}, {.name = "hip", .from = world, .to = thigh});
    const auto knee =
        model.add(Pin{}, {.name = "knee", .from = thigh, .to = shank, .X_PF = {.p = {0, -1, 0}}});
    model.add(Gravity{.g = {0, -9.81, 0}});
    const System system(model);
    State start = system.default_state();
    start.q(hip) = 1.2;
    start.q(knee) = -0.8;
    lock(system, start, knee);

    // The knee is held as it is until the leg first hangs straight down; then it is let go.
    SimulationOptions options{.until = 2, .report_every = 0.2, .accuracy = 1e-6};
    options.handlers = {{.name = "let go",
                         .when = Crossing{.witness = [&](const State& s) { return s.q(hip); },
                                          .direction = Direction::falling},
                         .act = [&](State& s, Event& event) {
                             unlock(system, s, knee);
                             std::printf("%6.4f  the knee is free\n", event.time);
                         }}};
    Simulation run = simulate(system, start, std::move(options));
    for (const State& now : run)
        std::printf("%6.4f  hip %8.4f  knee %8.4f  energy %9.5f\n", now.time(), now.q(hip), now.q(knee),
                    total_energy(system, now));
    std::printf("\n%s", run.report().summary().c_str());
    return run.outcome() == Outcome::reached ? 0 : 1;
}
