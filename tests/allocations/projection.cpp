// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// A Projector takes its memory when it is made, projections take none.
#include <sinew/system/project.h>
#include <tests/allocations/count.h>
#include <tests/support/random_model.h>

#include <doctest/doctest.h>

using namespace sinew;
using namespace sinew::testing;

TEST_CASE("projections of positions, velocities and estimates allocate nothing after the first") {
    if (!can_count()) return;
    Model model = random_model(2);
    model.add(Rod{"rod", {BodyId{3}, {0.1, 0, 0}}, {BodyId{5}, {}}, 1});
    model.add(BallConstraint{"ball", {BodyId{6}, {0.1, 0, 0}}, {world, {1, 1, 1}}});
    const System system(model);
    State state = random_state(system, 2);
    Projector projector(system);
    std::vector<double> q(state.q().begin(), state.q().end()), dq(q.size()), du(state.u().size());
    const auto once = [&] {
        state.set_q(q);
        projector.positions(state);
        projector.velocities(state);
        projector.position_estimate(state, dq);
        projector.velocity_estimate(state, du);
    };
    once();
    const long before = allocations();
    once();
    CHECK(allocations() == before);
}
