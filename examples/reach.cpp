// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0

// An arm seen from its hand: how joint speeds move it, what torques a push of it takes, how heavy it feels.

#include <sinew/sinew.h>

#include <cstdio>
#include <vector>

using namespace sinew;

int main() {
    Model model;
    BodyId last = world;
    std::vector<AnyJointId> joints;
    for (const char* name : {"arm", "forearm", "hand"}) {
        const BodyId next =
            model.add(Body{name, {.mass = 1, .com = {0.15, 0, 0}, .inertia = {0.001, 0.01, 0.01}}});
        const Vec3 at = last == world ? Vec3{} : Vec3{0.3, 0, 0};
        joints.push_back(model.add(
            Pin{}, {.name = std::string("to_") + name, .from = last, .to = next, .X_PF = {.p = at}}));
        last = next;
    }
    const System system(model);
    State state = system.default_state();
    state.set_q(std::array{0.3, 0.9, -0.4});
    state.set_u(std::array{0.5, -1.0, 2.0});
    const FrameOn tip{last, {.p = {0.3, 0, 0}}};

    // v = J u, row by row
    std::vector<double> J(9);
    station_jacobian(system, state, {tip.body, tip.X_BF.p}, J);
    const auto u = state.u();
    const Vec3 v = velocity(system, state, Station{tip.body, tip.X_BF.p});
    std::printf("tip moves with      %8.4f %8.4f m/s, and J u says %8.4f %8.4f\n", v.x, v.y,
                J[0] * u[0] + J[1] * u[1] + J[2] * u[2], J[3] * u[0] + J[4] * u[1] + J[5] * u[2]);

    // f = JᵀF: what a force on the tip is worth at the joints
    std::vector<double> f(3);
    multiply_by_frame_jacobian_transpose(system, state, tip, {{}, {10, 0, 0}}, f);
    std::printf("10 N along x are    %8.4f %8.4f %8.4f N m at the joints\n", f[0], f[1], f[2]);

    // J M⁻¹ Jᵀ, turning first: how the tip accelerates per newton. Its inverse is the mass one feels.
    std::vector<double> per_force(36);
    operational_space_inverse_inertia(system, state, std::span(&tip, 1), per_force);
    std::printf("pushed along x and along y it feels like %.3f kg and %.3f kg\n", 1 / per_force[3 * 6 + 3],
                1 / per_force[4 * 6 + 4]);
}
