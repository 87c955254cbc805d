// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// A step costs as much per body for many bodies as for few: Newton's direction is found in two passes over the tree.
#include <sinew/sinew.h>
#include <sinew/studies/variational_step.h>
#include <tests/support/stopwatch.h>

#include <doctest/doctest.h>

#include <cstdlib>

using namespace sinew;

namespace {

Model chain(int links) {
    Model model;
    BodyId last = world;
    for (int i = 0; i < links; ++i) {
        const std::string number = std::to_string(i);
        const BodyId link = model.add(
            Body{.name = "link" + number,
                 .mass = {.mass = 0.1, .com = {0, 0, -0.1}, .inertia = {4e-4, 4e-4, 4e-5, 0, 0, 0}}});
        model.add(Pin{}, {.name = "pin" + number,
                          .from = last,
                          .to = link,
                          .X_PF = {Rotation::about_x(i % 2 ? 1.5 : -1.5), {0, 0, i ? -0.2 : 0.0}}});
        last = link;
    }
    model.add(Gravity{});
    return model;
}

/// Processor seconds per Newton iteration and link, the least of some runs.
double seconds(int links) {
    const System system(chain(links));
    VariationalStepper stepper(system, {.fixed_iterations = 2});
    const int steps = 4096 / links;
    const double least = testing::least_seconds(7, [&] {
        State state = system.default_state();
        for (int i = 0; i < steps; ++i) stepper.step(state, 1e-4);
    });
    return least / (2.0 * steps * links);
}

}  // namespace

TEST_CASE("the cost of variational steps grows as the number of links, from 8 to 512") {
    const double few = seconds(8);
    for (const int links : {32, 128, 512}) {
        const double many = seconds(links);
        if (std::getenv("SINEW_SHOW_ERRORS"))
            MESSAGE(links << " links: " << 1e6 * many << " us, 8: " << 1e6 * few);
        CHECK(many < 2.5 * few);  // O(n²) would be 64 times for 512
    }
}
