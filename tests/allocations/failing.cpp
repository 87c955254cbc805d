// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Memory runs out at any moment: what was asked fails as a whole, nothing else changes, nothing is lost.
#include <sinew/sinew.h>
#include <sinew/spatial/solids.h>
#include <sinew/state/save.h>
#include <tests/allocations/count.h>

#include <doctest/doctest.h>

#include <new>

using namespace sinew;
using namespace sinew::testing;

namespace {

struct Arm {
    Model model{.name = "arm"};
    VariableId<std::vector<double>> log = model.add_variable("log", std::vector{1.0, 2.0}, Stage::report);
    AnyJointId shoulder, elbow;
    System system{described()};
    State state = system.default_state();
    const System other{Model{.name = "another"}};

    Model described() {
        const MassProperties mass = box(2.0, {0.1, 0.3, 0.1});
        const BodyId upper = model.add(Body{.name = "upper", .mass = mass});
        const BodyId lower = model.add(Body{.name = "lower", .mass = mass});
        shoulder = model.add(Ball{}, {.name = "shoulder", .from = world, .to = upper});
        FunctionBased hinge;
        hinge.turns[2].function = function::SimmSpline{.x = {-1, 0, 1, 2}, .y = {0, 1, 0, 3}};
        elbow = model.add(hinge, {.name = "elbow", .from = upper, .to = lower, .X_PF = {.p = {0, -0.4, 0}}});
        model.add(Gravity{});
        model.add(
            TwoPointSpring{.name = "band", .from = {upper, {0.1, 0, 0}}, .to = {lower, {}}, .stiffness = 9});
        return model;
    }
};

/// Runs a deed with the first allocation failing, then the second, and so on until none is left to fail. After each
/// failure the sample must be what it was, and no memory may be missing. Returns how many allocations could fail.
template <class Deed>
long fails_as_a_whole(Deed deed) {
    Arm sample;
    const State before = sample.state;
    const std::size_t bodies = sample.model.bodies.size();
    deed(sample);  // what is made once and kept (locales, say) is made now
    sample.state = before;
    sample.model.bodies.resize(bodies);
    for (long k = 1;; ++k) {
        bool threw = false;
        const long live = live_blocks();
        fail_allocation(k);
        try {
            deed(sample);
        } catch (const std::bad_alloc&) {
            threw = true;
        }
        const bool came_to_it = failed();
        fail_allocation(0);
        if (!threw) {  // nothing failed, or what failed was not needed
            sample.state = before;
            sample.model.bodies.resize(bodies);
            if (!came_to_it) return k - 1;
            continue;
        }
        const long lost = live_blocks() - live;
        INFO("allocation " << k);
        CHECK(lost == 0);
        CHECK(sample.state == before);
        CHECK(sample.model.bodies.size() == bodies);
        CHECK(forward_dynamics(sample.system, sample.state).size() == 4);
    }
}

}  // namespace

TEST_CASE("80: memory that runs out while a Model is described or compiled leaves no trace") {
    if (!can_count()) return;
    CHECK(fails_as_a_whole([](Arm& s) { s.model.add(Body{.name = "a body with a name of some length"}); }) >
          0);
    CHECK(fails_as_a_whole([](Arm& s) { Model copy = s.model; }) > 3);
    CHECK(fails_as_a_whole([](Arm& s) { System again(s.system.model()); }) > 100);
}

TEST_CASE("80: memory that runs out while a State is made, copied or changed leaves it as it was") {
    if (!can_count()) return;
    CHECK(fails_as_a_whole([](Arm& s) { State made = s.system.default_state(); }) > 0);
    CHECK(fails_as_a_whole([](Arm& s) { State copy = s.state; }) > 0);
    CHECK(fails_as_a_whole([](Arm& s) { s.state = s.other.default_state(); }) > 0);
    CHECK(fails_as_a_whole([](Arm& s) {
              const State from = s.other.default_state();
              s.state = from;
          }) > 0);
    CHECK(fails_as_a_whole([](Arm& s) { s.state.set_parameter("upper.mass", 3); }) > 0);
    CHECK(fails_as_a_whole([](Arm& s) { s.state.set(s.log, std::vector(100, 1.0)); }) > 0);
    CHECK(fails_as_a_whole([](Arm& s) { use_angles(s.system, s.state, s.shoulder); }) > 0);
    CHECK(fails_as_a_whole([](Arm& s) {
              fit_pose(s.system, s.state, s.elbow, {Rotation::about_z(0.2), {}});
          }) > 0);
}

TEST_CASE("80: memory that runs out while a State is saved, read or compared leaves no trace") {
    if (!can_count()) return;
    CHECK(fails_as_a_whole([](Arm& s) { to_json(s.state); }) > 0);
    CHECK(fails_as_a_whole([](Arm& s) { to_binary(s.state); }) > 0);
    CHECK(fails_as_a_whole([](Arm& s) { s.state = from_json(s.state, to_json(s.state)); }) > 100);
    CHECK(fails_as_a_whole([](Arm& s) { s.state = from_binary(s.state, to_binary(s.state)); }) > 10);
    CHECK(fails_as_a_whole([](Arm& s) {
              State other = s.state;
              other.set(s.log, {3.0});
              differences(s.state, other);
          }) > 0);
}

TEST_CASE("80: memory that runs out in an operator that takes some, or in an error, leaves no trace") {
    if (!can_count()) return;
    std::array<double, 16> M{};
    CHECK(fails_as_a_whole([&](Arm& s) { inverse_mass_matrix(s.system, s.state, M); }) > 0);
    CHECK(fails_as_a_whole([](Arm& s) {
              try {
                  s.state.set_parameter("no such thing", 1);
              } catch (const StateError&) {}
          }) > 0);
}
