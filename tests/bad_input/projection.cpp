// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// What projections and impulses refuse, and with which words.
#include <sinew/sinew.h>

#include <doctest/doctest.h>

#include <cmath>

using namespace sinew;

namespace {

template <class F>
std::string refusal(F&& f) {
    try {
        f();
    } catch (const Error& e) {
        return e.what();
    }
    return "accepted";
}

}  // namespace

TEST_CASE("projections and impulses refuse arrays of the wrong size and numbers that mean nothing") {
    Model model;
    const BodyId a = model.add(Body{"a", {.mass = 1, .com = {}, .inertia = {1, 1, 1}}});
    model.add(Planar{}, {.name = "plane", .from = world, .to = a});
    model.add(Rod{"rod", {world, {0, 2, 0}}, {a, {}}, 1.5});
    const System system(model);
    State state = system.default_state();
    const std::vector<double> two(2, 1.0), zero{1, 0, 1}, nan{1, NAN, 1};
    CHECK(refusal([&] { project_positions(system, state, {.speed_weights = two}); }).find("speed_weights") !=
          std::string::npos);
    CHECK(refusal([&] { project_positions(system, state, {.speed_weights = zero}); }) ==
          "speed_weights[1] is 0. Weights must be positive.");
    CHECK(refusal([&] {
              project_velocities(system, state, {.equation_weights = two});
          }).find("equation_weights") != std::string::npos);
    CHECK(refusal([&] { apply_impulse(system, state, {.f = two}); }).find("impulses.f") != std::string::npos);
    CHECK(refusal([&] { apply_impulse(system, state, {.f = nan}); }) ==
          "impulses.f has a number that is not finite.");
    CHECK(refusal([&] { apply_impulse(system, state, {.jumps = two}); }).find("impulses.jumps") !=
          std::string::npos);
    const State other = System(Model{}).default_state();
    CHECK(refusal([&] { diagnose(system, other); }).find("model") != std::string::npos);
    CHECK(refusal([&] { equilibrate(system, other); }).find("model") != std::string::npos);
    CHECK(state == system.default_state());
}
