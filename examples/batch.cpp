// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Many States at once: how far a double pendulum's tip gets, for a thousand throws, and which length comes to rest.

#include <sinew/batch/kinematics.h>
#include <sinew/batch/sweep.h>
#include <sinew/sinew.h>

#include <cmath>
#include <cstdio>

using namespace sinew;

int main() {
    Model model;
    const auto upper = model.add(Body{.name = "upper", .mass = {.mass = 1.0, .com = {0, -0.5, 0}}});
    const auto lower = model.add(Body{.name = "lower", .mass = {.mass = 1.0, .com = {0, -0.5, 0}}});
    const auto shoulder = model.add(Pin{}, {.name = "shoulder", .from = world, .to = upper});
    model.add(Pin{}, {.name = "elbow", .from = upper, .to = lower, .X_PF = {.p = {0, -1, 0}}});
    model.add(Gravity{.g = {0, -9.81, 0}});
    const System system(model);

    // One batch: a thousand speeds of the elbow, each moved by steps of its own.
    Batch batch(system, system.default_state(), 1000);
    for (int i = 0; i < batch.size(); ++i) batch.u()(i, 1) = 0.01 * i;
    BatchIntegrator(batch, Method::merson, 1e-6).advance_to(1);

    std::vector<Vec3> tip(1000);
    const Station end_of_lower{lower, {0, -1, 0}};
    stations(batch, {&end_of_lower, 1}, tip);
    int best = 0;
    for (int i = 0; i < batch.size(); ++i)
        if (tip[static_cast<std::size_t>(i)].x > tip[static_cast<std::size_t>(best)].x) best = i;
    std::printf("farthest after 1 s: thrown with %.2f rad/s, at %.3f m\n", 0.01 * best,
                tip[static_cast<std::size_t>(best)].x);

    // A sweep: the same start, a parameter that differs, whatever is wanted of the end.
    double lowest = 1e9, length = 0;
    const BatchAccount account = sweep(
        system, system.default_state(), 200, {.until = 2, .accuracy = 1e-5},
        [&](int i, State& state) {
            state.q(shoulder) = 1.0;
            state.set_parameter("elbow.X_PF.p", std::array{0.0, -0.5 - 0.005 * i, 0.0});
        },
        [&](int i, const State& state, const std::string& why) {
            const double still = std::abs(state.u(shoulder));
            if (why.empty() && still < lowest) lowest = still, length = 0.5 + 0.005 * i;
        });
    std::printf("slowest after 2 s: an upper arm of %.3f m (%ld steps, %d did not arrive)\n", length,
                account.steps, account.stuck);
    return account.stuck == 0 && best > 0 ? 0 : 1;
}
