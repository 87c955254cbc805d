// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0

// A program outside the project. Every compiler and build type must make it print the same, to the last bit.
#include <sinew/sinew.h>

#include <cstdio>

int main() {
    using namespace sinew;
    Model model;
    const MassProperties rod{.mass = 1.0, .com = {0, -0.5, 0}, .inertia = {.xx = 0.1, .yy = 0.01, .zz = 0.1}};
    const auto upper = model.add(Body{.name = "upper", .mass = rod});
    const auto lower = model.add(Body{.name = "lower", .mass = rod});
    const auto shoulder = model.add(Pin{}, {.name = "shoulder", .from = world, .to = upper});
    const auto elbow = model.add(Ball{}, {.name = "elbow", .from = upper, .to = lower});
    model.add(Gravity{.g = {0, -9.81, 0}});

    const System system(model);
    State state = system.default_state();
    state.q(shoulder) = 0.3;
    state.u(elbow) = {0.1, 0.2, 0.3};
    const auto A = acceleration(system, state, lower);
    std::printf("sinew %s: %a %a %a\n", version(), A.w.x, A.v.y, pose(system, state, lower).R.x.y);
    std::printf("sizes: State %zu, Model %zu, Body %zu, System %zu\n", sizeof(State), sizeof(Model),
                sizeof(Body), sizeof(System));
}
