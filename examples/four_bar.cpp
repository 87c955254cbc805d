// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0

// A loop of joints: a four-bar is four pins between three bars and the world. Sinew opens the loop, says where, and
// still knows every joint's angle and force.

#include <sinew/sinew.h>

#include <cmath>
#include <cstdio>

int main() {
    using namespace sinew;
    // Corners at angle 0 of the crank: A (0, 0), B (0, 1) on top of the crank, C (2, 2), D (2, 0).
    Model model{.name = "four-bar"};
    const auto bar = [&](const char* name, const Vec3& end) {
        return model.add(Body{.name = name, .mass = {1, 0.5 * end, {0.1, 0.1, 0.1, 0, 0, 0}}});
    };
    const BodyId crank = bar("crank", {0, 1, 0}), coupler = bar("coupler", {2, 1, 0}),
                 rocker = bar("rocker", {0, 2, 0});
    const auto A = model.add(Pin{}, {.name = "A", .from = world, .to = crank});
    const auto B = model.add(Pin{}, {.name = "B", .from = crank, .to = coupler, .X_PF = {.p = {0, 1, 0}}});
    const auto C = model.add(
        Pin{},
        {.name = "C", .from = coupler, .to = rocker, .X_PF = {.p = {2, 1, 0}}, .X_BM = {.p = {0, 2, 0}}});
    const auto D = model.add(Pin{}, {.name = "D", .from = world, .to = rocker, .X_PF = {.p = {2, 0, 0}}});
    model.add(Gravity{.g = {0, -9.81, 0}});

    const System system(model);
    std::printf("%s", system.explain().c_str());
    State state = system.default_state();  // closed as it stands
    state.u(A) = 1;                        // the top of the crank moves to the left with 1 m/s,
    state.u(B) = -1;                       // the coupler with it, without turning,
    state.u(D) = 0.5;                      // and so does the top of the rocker
    const Reaction at_C = reaction(system, state, C);
    std::printf("at C: angle %g, speed %g, force (%.3f, %.3f) N on the rocker\n", joint_q(system, state, C),
                joint_u(system, state, C), at_C.on_to_at_M.f.x, at_C.on_to_at_M.f.y);
    std::printf("the crank accelerates with %.4f rad/s²; %d of %d equations are independent\n",
                forward_dynamics(system, state)[0], constraint_rank(system, state),
                equation_counts(system).all());
    return std::abs(joint_u(system, state, C) - 0.5) < 1e-12 ? 0 : 1;
}
