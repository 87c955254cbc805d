// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// A State of a human-sized model is copied in under a microsecond.
#include <sinew/sinew.h>
#include <tests/support/stopwatch.h>

#include <doctest/doctest.h>

#include <cmath>
#include <string>

using namespace sinew;

TEST_CASE("copying a State of 38 degrees of freedom takes less than half a microsecond") {
    Model model;
    BodyId last = model.add(Body{.name = "pelvis", .mass = {10, {}, {0.1, 0.1, 0.1, 0, 0, 0}}});
    model.add(Free{}, {.name = "base", .from = world, .to = last});
    for (int i = 0; i < 32; ++i) {
        const std::string number = std::to_string(i);
        const BodyId body =
            model.add(Body{.name = "body" + number, .mass = {1, {0, 0.1, 0}, {0.01, 0.01, 0.01, 0, 0, 0}}});
        model.add(Pin{}, {.name = "pin" + number, .from = last, .to = body, .X_PF = {.p = {0, 0.2, 0}}});
        last = i % 8 == 7 ? BodyId{1} : body;
    }
    const System system(model);
    REQUIRE(system.nu() == 38);
    const State state = system.default_state();
    forward_dynamics(system, state);
    double sum = 0;
    const double copy = 1e6 * testing::least_seconds(50, [&] {
                            for (int i = 0; i < 1000; ++i) {
                                const State another = state;
                                sum += another.time();
                            }
                        });
    CHECK(std::isfinite(sum));
    MESSAGE("a copy: " << copy << " ns");
    CHECK(copy < 500);  // about 70 ns where this was written
}
