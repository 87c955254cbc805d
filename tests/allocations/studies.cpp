// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Searches for positions without the heap: recordings are followed in real time.
#include <sinew/studies/search.h>
#include <sinew/studies/track.h>
#include <sinew/system/kinematics.h>
#include <tests/allocations/count.h>
#include <tests/support/mechanisms.h>

#include <doctest/doctest.h>

using namespace sinew;
using namespace sinew::testing;

TEST_CASE("searches for positions take no memory, nor does following a frame of markers") {
    if (!can_count()) return;
    const Holder holder;
    const System system(holder.model);
    const CoordinateBounds elbow{
        .coordinate = {system.model().joint("to_forearm_l"), 0}, .low = 0, .high = 2};
    State state = system.default_state();
    Goals goals;
    goals.stations = {{"hand", holder.hands[0], {0.3, 0.2, 1.1}}};
    goals.orientations = {{"head", {system.model().body("head"), {}}}};
    Search search(system, state, GoalSet(system, state, goals), std::span(&elbow, 1), {}, {});
    Trackers trackers;
    for (int body = 1; body < 10; ++body) trackers.markers.push_back({"", {BodyId{body}, {0.1, 0, 0}}});
    Tracker tracker(system, state, trackers);
    std::vector<Vec3> seen;
    for (const TrackedMarker& m : trackers.markers) seen.push_back(position(system, state, m.station));
    const auto ask = [&](double x) {
        for (Vec3& p : seen) p.x += x;
        tracker.follow(0, seen);
        search.perturb(state, x, 1);
        search.approach(state);
        search.restore(state);
        search.settle(state);
    };
    ask(0);
    const long before = allocations();
    for (int i = 0; i < 5; ++i) ask(0.01);
    CHECK(allocations() == before);
}
