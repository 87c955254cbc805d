// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/wide_kernel.h>
#include <sinew/dynamics/lone_bodies.h>

namespace sinew {

namespace {

/// Of a body that slides along all axes of F. False where it has no mass.
///     D⁻¹ = 1/m     G = (c × H_v, H_v)                                                                   (7.120)
template <class T>
bool slide_alone(const Inward<T>& pass, int B) {
    const Node& node = pass.tree[B];
    const RigidInertiaT<T> M_B = M_B_of(pass.x, B);
    if (!all_of(exceeds(M_B.m, T(0.0)))) return false;
    if (pass.out.Y_B_W) set_rigid(pass.out.Y_B_W[B], inertia_of(pass.x, B));
    const T one_by_m = T(1.0) / M_B.m;
    const Vec3T<T> c = pass.x.X_WB[B].R * (one_by_m * M_B.h);
    Vec3T<T> pull{};
    if (pass.problem) {
        const auto& gravity = pass.problem->gravity;
        pull = M_B.m * Vec3T<T>{gravity.x, gravity.y, gravity.z};
        if (pass.problem->F_B_W) pull += pass.problem->F_B_W[B].f;
    }
    for (int i = 0; i < 3; ++i) {
        const Vec3T<T>& axis = pass.x.H_W[node.u + i].v;
        pass.out.G_W[node.u + i] = {cross(c, axis), axis};
        for (int j = 0; j < 3; ++j) pass.out.D_inv[node.square + 3 * i + j] = i == j ? one_by_m : T(0.0);
        if (pass.problem)
            pass.problem->u_dot[node.u + i] = one_by_m * (pass.problem->f[node.u + i] + dot(axis, pull));
    }
    return true;
}

}  // namespace

SINEW_KERNEL bool step_alone(const Inward<double>& pass, int B) { return slide_alone(pass, B); }
SINEW_KERNEL bool step_alone(const Inward<PackT<4>>& pass, int B) { return slide_alone(pass, B); }
SINEW_WIDE_KERNEL bool step_alone(const Inward<PackT<8>>& pass, int B) { return slide_alone(pass, B); }

}  // namespace sinew
