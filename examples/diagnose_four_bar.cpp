// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0

// A four-bar linkage is asked what holds it: how it can move, what is said twice, what cannot be met.

#include <sinew/sinew.h>

#include <cstdio>

using namespace sinew;

int main() {
    Model model;
    model.name = "four-bar";
    const MassProperties bar{.mass = 1, .com = {0.5, 0, 0}, .inertia = {0.01, 0.4, 0.4}};
    const BodyId crank = model.add(Body{"crank", bar}), coupler = model.add(Body{"coupler", bar}),
                 rocker = model.add(Body{"rocker", bar});
    const auto A = model.add(Pin{}, {.name = "A", .from = world, .to = crank});
    const auto B = model.add(Pin{}, {.name = "B", .from = crank, .to = coupler, .X_PF = {.p = {0.6, 0, 0}}});
    const auto D = model.add(Pin{}, {.name = "D", .from = world, .to = rocker, .X_PF = {.p = {2, 0, 0}}});
    model.add(BallConstraint{"C", {coupler, {1.8, 0, 0}}, {rocker, {1.4, 0, 0}}});
    model.add(Rod{
        "brace", {coupler, {1.8, 0, 0}}, {world, {2, 0, 0}}, 1.4});  // as long as the rocker: one too many

    const System system(model);
    State state = system.default_state();
    state.q(A) = 1.0, state.q(B) = -0.6, state.q(D) = 1.9;
    if (!project_positions(system, state).converged) return 1;
    std::printf("%s\n", diagnose(system, state).text.c_str());

    // A brace of another length cannot be met; both speakers are named.
    state.set_parameter("brace.length", 1.5);
    std::printf("with a longer brace:\n%s\n", diagnose(system, state).text.c_str());

    // Held at both ends, nothing moves: three speeds, two of them given, for two equations.
    state.set_parameter("brace.length", 1.4);
    lock(system, state, A);
    lock(system, state, D);
    const Diagnosis held = diagnose(system, state);
    std::printf("locked at A and D:\n%s", held.text.c_str());
    return held.mobility == 0 ? 0 : 1;
}
