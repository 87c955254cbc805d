// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Measures are watched along a run without the heap.
#include <sinew/studies/observer.h>
#include <tests/allocations/count.h>
#include <tests/support/mechanisms.h>

#include <doctest/doctest.h>

using namespace sinew;
using namespace sinew::testing;

TEST_CASE("an observer takes no memory after its first steps, whatever it watches") {
    if (!can_count()) return;
    const Holder holder;
    const System system(holder.model);
    const AnyJointId elbow = system.model().joint("to_forearm_l");
    const VectorMeasure hand = measure::position(holder.hands[0]);
    const Measure angle = measure::q(elbow);
    Observer watch(system,
                   {hand.x, rate(rate(hand.x)), integral(measure::power()), maximum(norm(hand)),
                    delayed(angle, 0.05), sampled(measure::kinetic_energy(), 0.1), rate(rate(angle))});
    State state = system.default_state();
    const auto show = [&](int i) {
        state.set_time(0.01 * i);
        watch.observe(state);
    };
    for (int i = 0; i < 20; ++i) show(i);
    const long before = allocations();
    for (int i = 20; i < 60; ++i) show(i);
    CHECK(allocations() == before);
}
