// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Measures: numbers over the States of a run, combined, integrated, delayed, and their extremes.
#include <sinew/sinew.h>
#include <sinew/studies/observer.h>

#include <cmath>
#include <cstdio>

using namespace sinew;

int main() {
    Model model;
    const BodyId bob = model.add(Body{.name = "bob", .mass = {.mass = 1.0, .com = {0, -1, 0}}});
    const auto swing = model.add(Pin{}, {.name = "swing", .to = bob});
    model.add(Gravity{.g = {0, -9.81, 0}});
    const ForceId bearing =
        model.add(MobilityDamper{.name = "bearing", .coordinate = {swing}, .damping = 0.2});
    const System system(model);

    const VectorMeasure tip = measure::position(Station{bob, {0, -1, 0}});
    const Measure speed = sqrt(rate(tip.x) * rate(tip.x) + rate(tip.y) * rate(tip.y));
    const Measure lost = integral(-measure::power(bearing));
    const Measure lag = delayed(measure::q(swing), 0.05);  // a sensor that is 50 ms late
    Observer watch(system, {maximum(speed), time_of_maximum(speed), lost, lag, maximum(tip.y)});

    State state = system.default_state();
    state.q(swing) = 2.0;
    const double before = total_energy(system, state);
    for (const State& now : simulate(system, state, {.until = 3, .report_every = 0.02, .accuracy = 1e-6})) {
        watch.observe(now);
        state = now;
    }
    const double missing = before - total_energy(system, state);
    std::printf("fastest %.3f m/s, at %.3f s; highest point %.3f m\n", watch[0], watch[1], watch[4]);
    std::printf("lost in the bearing %.4f J of work, %.4f J of energy\n", watch[2], missing);
    std::printf("the late sensor says %.3f rad, the pendulum is at %.3f rad\n", watch[3],
                state.q(swing) * 1.0);
    return std::abs(watch[2] - missing) < 1e-4 ? 0 : 1;
}
