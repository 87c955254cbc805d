// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/dynamics/caches.h>

namespace sinew {

/// The square of what an equation's column would amount to if all that acts on a body moved its own joint: what its
/// length is to be compared with when it should vanish (10.14).
template <class T>
T reach_of_force(const Tree& tree, const PositionT<T>& x, const ArticulatedT<T>& y,
                 const std::uint8_t* prescribed, int B, SpatialForceT<T> F) {
    while (B > 0 && (tree[B].nu == 0 || (prescribed && prescribed[B]))) {
        F = shift_inward(F, x.p_PB_W[B]);
        B = tree[B].parent;
    }
    T sum(0.0);
    if (B == 0) return sum;
    const Node& node = tree[B];
    // A force that passes the joint has no moment now: the body's radius of gyration stands for the arm it might have.
    const RigidInertiaT<T> M = M_B_of(x, B);
    constexpr double least = 1e-300;  // no arm without mass
    const T arm2 = (M.I.xx + M.I.yy + M.I.zz) / (M.m + M.m + T(least));
    const T f = dot(F.f, F.f), m = dot(F.m, F.m) + arm2 * f;
    for (int i = 0; i < node.nu; ++i) {
        const SpatialVelocityT<T>& H = x.H_W[node.u + i];
        sum += y.D_inv[node.square + i * (node.nu + 1)] * (dot(H.w, H.w) * m + dot(H.v, H.v) * f);
    }
    return sum;
}

}  // namespace sinew
