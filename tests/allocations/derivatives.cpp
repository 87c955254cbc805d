// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Derivatives of the dynamics, where they are exact, without the heap after the first call.
#include <sinew/system/derivatives.h>
#include <tests/allocations/count.h>
#include <tests/support/closed_mechanism.h>
#include <tests/support/random_model.h>

#include <doctest/doctest.h>

using namespace sinew;
using namespace sinew::testing;

TEST_CASE(
    "derivatives that are exact take no memory after the first call, also while something slides or a line "
    "is bent") {
    if (!can_count()) return;
    for (const bool slides : {false, true}) {
        Random random(5);
        Model model;
        BodyId last = world;
        for (const AnyJoint& joint : {AnyJoint{Free{}}, AnyJoint{Pin{}}, AnyJoint{LineOrientation{}},
                                      AnyJoint{Slider{}}, AnyJoint{Pin{}}})
            last = hang_by(model, random, joint, last);
        model.add(Gravity{});
        model.add(
            MobilityPid{.name = "pid", .coordinate = {AnyJointId{{1}}, 0}, .proportional = 2, .integral = 1});
        model.add(
            TwoPointSpring{.name = "spring", .from = {BodyId{2}, {}}, .to = {last, {}}, .stiffness = 3});
        model.add_constraint(SphereOnPlane{.name = "floor",
                                           .plane = {world, z_axis, 0},
                                           .center = {BodyId{1}, {0.1, 0.2, -0.3}},
                                           .radius = 0.1,
                                           .rolls = true});
        model.add(OneWay{.name = "floor", .static_friction = 0.6, .sliding_friction = 0.5});
        const System system(model);
        State state = random_state(system, 4);
        set_touch(system, state, ConstraintId{0}, slides ? Touch::slides : Touch::sticks);
        REQUIRE(has_exact_derivatives(system, state));
        const auto all = static_cast<std::size_t>(system.nq() + system.nu() + system.nz());
        std::vector<double> J(all * all), u_dot(static_cast<std::size_t>(system.nu()));
        DynamicsDerivatives derivatives(system);
        double sum = 0;
        const auto ask = [&] {
            state.set_q(state.q());
            sum += derivatives.inverse(state, u_dot).by_q[0] + derivatives.forward(state).by_q[0];
            derivatives.jacobian(state, J);
            sum += J[1];
        };
        ask();
        const long before = allocations();
        for (int i = 0; i < 3; ++i) ask();
        CHECK(allocations() == before);
        CHECK(sum == sum);
    }
}
