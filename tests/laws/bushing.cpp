// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Two ways to say one thing: a bushing as a force between free bodies, and as a joint with springs and dampers on its
// coordinates. Tolerances as in invariance.cpp.
#include <tests/support/random_force.h>

#include <doctest/doctest.h>

using namespace sinew;
using namespace sinew::testing;

TEST_CASE(
    "a linear bushing moves a free body as springs and dampers move it on a bushing joint, either way "
    "round") {
    for (std::uint64_t seed = 1; seed <= 20; ++seed)
        for (const bool reversed : {false, true}) {
            CAPTURE(seed);
            CAPTURE(reversed);
            Random random(seed);
            Model common;
            const BodyId carrier = hang(common, random, Free{}, world, false);
            const BodyId body = common.add(Body{.name = "body", .mass = random_mass(random)});
            common.add(Gravity{.g = {1, 2, -9}});
            JointPlacement place{.name = "between",
                                 .from = reversed ? body : carrier,
                                 .to = reversed ? carrier : body,
                                 .X_PF = random.pose(0.4),
                                 .X_BM = random.pose(0.4)};
            LinearBushing bushing{
                .name = "bushing", .from = {place.from, place.X_PF}, .to = {place.to, place.X_BM}};
            Model jointed = common, forced = common;
            const auto joint = jointed.add(Bushing{}, place);
            for (int i = 0; i < 6; ++i) {
                const double k = random.within(1, 50), c = random.within(0.1, 5);
                bushing.stiffness[static_cast<std::size_t>(i)] = k;
                bushing.damping[static_cast<std::size_t>(i)] = c;
                jointed.add(MobilitySpring{
                    .name = "k" + std::to_string(i), .coordinate = {joint, i}, .stiffness = k});
                jointed.add(
                    MobilityDamper{.name = "c" + std::to_string(i), .coordinate = {joint, i}, .damping = c});
            }
            const auto free = forced.add(Free{}, place);
            const ForceId id = forced.add(bushing);

            const System a(jointed), b(forced);
            const State state = random_state(a, seed);
            State same = b.default_state();
            same.set_q(AnyJointId{{0}}, state.q(AnyJointId{{0}}));
            use_angles(b, same, AnyJointId{{0}}, uses_angles(a, state, AnyJointId{{0}}));
            same.set_q(AnyJointId{{0}}, state.q(AnyJointId{{0}}));
            same.set_u(AnyJointId{{0}}, state.u(AnyJointId{{0}}));
            fit_pose(b, same, free, joint_pose(a, state, joint));
            fit_velocity(b, same, free, joint_velocity(a, state, joint));

            constexpr double rounding = 1e5 * 2.2e-16;
            CHECK(difference(pose(a, state, body), pose(b, same, body)) < rounding);
            CHECK(difference(acceleration(a, state, body), acceleration(b, same, body)) < rounding);
            CHECK(difference(acceleration(a, state, carrier), acceleration(b, same, carrier)) < rounding);
            CHECK(std::abs(total_energy(a, state) - total_energy(b, same)) < rounding * 100);
            CHECK(std::abs(power(a, state) - power(b, same)) < rounding * 100);
            CHECK(potential_energy(b, same, id) > 0);
        }
}
