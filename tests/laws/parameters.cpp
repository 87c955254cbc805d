// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// A parameter changed in a State gives the same bits as a Model rebuilt with it.
#include <tests/support/random_model.h>

#include <doctest/doctest.h>

using namespace sinew;
using namespace sinew::testing;

namespace {

std::array<double, 9> rows_of(const Rotation& R) {
    return {R.x.x, R.y.x, R.z.x, R.x.y, R.y.y, R.z.y, R.x.z, R.y.z, R.z.z};
}

}  // namespace

TEST_CASE("masses, frames and gravity changed in a State give what a rebuilt Model gives") {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        CAPTURE(seed);
        Model model = random_model(seed);
        model.add(Gravity{.g = {0.1, -0.2, -9.8}});
        const System system(model);
        Model changed = model;
        Random random(seed + 1000);
        State state = random_state(system, seed);
        const State before = state;
        const std::vector<double> u_dot_before(forward_dynamics(system, before).begin(),
                                               forward_dynamics(system, before).end());
        for (std::size_t b = 1; b < changed.bodies.size(); ++b) {
            Body& body = changed.bodies[b];
            body.mass = random_mass(random);
            state.set_parameter(body.name + ".mass", body.mass.mass);
            state.set_parameter(body.name + ".com", std::span(&body.mass.com.x, 3));
            state.set_parameter(body.name + ".inertia", std::span(&body.mass.inertia.xx, 6));
        }
        for (JointElement& joint : changed.joints) {
            JointPlacement& place = joint.placement;
            place.X_PF = random.pose(0.4);
            place.X_BM = random.pose(0.4);
            state.set_parameter(place.name + ".X_PF.p", std::span(&place.X_PF.p.x, 3));
            state.set_parameter(place.name + ".X_PF.R", rows_of(place.X_PF.R));
            state.set_parameter(place.name + ".X_BM.p", std::span(&place.X_BM.p.x, 3));
            state.set_parameter(place.name + ".X_BM.R", rows_of(place.X_BM.R));
        }
        changed.forces[0].as<Gravity>().g = {1, 2, 3};
        state.set_parameter("gravity.g", std::array{1.0, 2.0, 3.0});

        const System rebuilt(changed);
        const State same = random_state(rebuilt, seed);
        CHECK(difference(forward_dynamics(system, state), forward_dynamics(rebuilt, same)) == 0);
        for (int b = 1; b < static_cast<int>(model.bodies.size()); ++b)
            CHECK(difference(pose(system, state, BodyId{b}), pose(rebuilt, same, BodyId{b})) == 0);
        for (int j = 0; j < static_cast<int>(model.joints.size()); ++j)
            CHECK(difference(reaction(system, state, AnyJointId{{j}}).on_to_at_M,
                             reaction(rebuilt, same, AnyJointId{{j}}).on_to_at_M) == 0);
        // The State it was copied from has kept its own.
        CHECK(difference(forward_dynamics(system, before), u_dot_before) == 0);
    }
}

namespace {

/// A joint with functions of every kind, its numbers scaled by some factor.
FunctionBased knee(double s) {
    using namespace sinew::function;
    FunctionBased joint;
    joint.coordinates = {"flexion", "rotation"};
    joint.turns[0] = {{0.1 * s, 0.2, 1}, Linear{{1 * s, 0.1}, 0.2 * s}};
    joint.turns[1] = {{0, s, 0}, Product{{Sinusoid{0.3 * s, 1 + s, 0.1}, Linear{{0.5 * s}, 1}}}};
    joint.turns[2] = {{1, 0, -s}, compose(Polynomial{{0.2 * s, s, 0.1}}, {Argument{1}})};
    joint.shifts[0] = {{s, 0, 0}, SimmSpline{.x = {-2, -s, 0, s, 3}, .y = {0, 0.1, 0.02 * s, -0.1, s}}};
    joint.shifts[1] = {{0, -1, 0}, Scaled{0.1 * s, NaturalCubicSpline{.x = {-1, 0, s}, .y = {s, 0, 0.3}}}};
    joint.shifts[2] = {
        {0, 0, 1},
        Sum{{Constant{0.1 * s}, PiecewiseLinear{.x = {-s, s}, .y = {0, s}}, Step{0, s, -s, 2 * s}}}};
    return joint;
}

}  // namespace

TEST_CASE("axes and functions of a joint changed in a State give what a rebuilt Model gives") {
    for (const bool inward : {false, true}) {
        CAPTURE(inward);
        const auto model_with = [&](const FunctionBased& joint) {
            Random random(5);
            Model model{.name = "leg"};
            const BodyId thigh = hang(model, random, Ball{}, world, false);
            hang(model, random, Pin{}, hang(model, random, joint, thigh, inward), false);
            model.add(Gravity{});
            return model;
        };
        const System system(model_with(knee(1))), rebuilt(model_with(knee(1.3)));
        REQUIRE(system.layout().parameters.size() == rebuilt.layout().parameters.size());
        State state = random_state(system, 2);
        const State before = state, same = random_state(rebuilt, 2);
        int changed = 0;
        for (const ParameterSlot& slot : rebuilt.layout().parameters) {
            if (slot.path.find("turns[") == slot.path.npos && slot.path.find("shifts[") == slot.path.npos)
                continue;
            state.set_parameter(slot.path, same.parameter(slot.path));
            changed += slot.range.count;
        }
        CHECK(changed > 50);
        CHECK(difference(forward_dynamics(system, state), forward_dynamics(rebuilt, same)) == 0);
        CHECK(difference(forward_dynamics(system, state), forward_dynamics(system, before)) > 1e-3);
        for (int b = 1; b < 4; ++b)
            CHECK(difference(pose(system, state, BodyId{b}), pose(rebuilt, same, BodyId{b})) == 0);
        const State copy = from_binary(system.default_state(), to_binary(state));
        CHECK(difference(forward_dynamics(system, copy), forward_dynamics(rebuilt, same)) == 0);
    }
}
