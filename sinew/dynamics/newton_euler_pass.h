// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/dynamics/hinge.h>
#include <sinew/dynamics/newton_euler.h>

/// The passes of newton_euler.h for any scalar.
namespace sinew::newton_euler {

/// Base to tip: A of each body (7.20), then at_body(B, A).
template <class T, class F>
void outward(const Tree& tree, const PositionT<T>& x, const SpatialAccelerationT<T>* c_W, const T* u_dot,
             SpatialAccelerationT<T>* A_WB, F&& at_body) {
    A_WB[0] = {};
    for (int B = 1; B < tree.size(); ++B) {
        const Node& node = tree[B];
        SpatialAccelerationT<T> A = shift_outward(A_WB[node.parent], x.p_PB_W[B]);
        if (u_dot)
            with_mobilities(node, [&]<int n, bool turns> {
                for (int i = 0; i < n; ++i) add_hinge<turns>(A, x.H_W[node.u + i], u_dot[node.u + i]);
            });
        if (c_W) A += c_W[B];
        A_WB[B] = A;
        at_body(B, A);
    }
}

/// M A + g − F_B of one body by itself.
template <class T>
SpatialForceT<T> force_by_itself(const PositionT<T>& x, const SpatialVelocityT<T>* V_WB,
                                 const SpatialForceT<T>* F_B_W, int B, const SpatialAccelerationT<T>& A) {
    SpatialForceT<T> F = x.M_B_W[B] * A;
    if (V_WB) F += gyroscopic_force(x.M_B_W[B], V_WB[B].w);
    if (F_B_W) F -= F_B_W[B];
    return F;
}

/// F_P += shift(F_B), and residual = Hᵀ F + a u̇ − f where it is asked for.
template <class T>
void inward(const Tree& tree, const PositionT<T>& x, SpatialForceT<T>* F_W, const T* u_dot, const T* f,
            T* residual) {
    for (int B = tree.size() - 1; B > 0; --B) {
        const Node& node = tree[B];
        const SpatialForceT<T> F = F_W[B];
        if (residual)
            with_mobilities(node, [&]<int n, bool turns> {
                for (int i = 0; i < n; ++i) {
                    const T needed = hinge_dot<turns>(x.H_W[node.u + i], F);
                    residual[node.u + i] = f ? needed - f[node.u + i] : needed;
                }
            });
        F_W[node.parent] += shift_inward(F, x.p_PB_W[B]);
    }
    if (residual && u_dot && x.armature)
        for (int i = 0; i < tree.nu; ++i) residual[i] += x.armature[i] * u_dot[i];
}

/// c_W and V_WB null: at rest.
template <class T>
void inverse_pass(const Tree& tree, const PositionT<T>& x, const SpatialAccelerationT<T>* c_W,
                  const SpatialVelocityT<T>* V_WB, const InverseT<T>& problem) {
    problem.F_J_W[0] = {};
    outward(tree, x, c_W, problem.u_dot, problem.A_WB, [&](int B, const SpatialAccelerationT<T>& A) {
        problem.F_J_W[B] = force_by_itself(x, V_WB, problem.F_B_W, B, A);
    });
    inward(tree, x, problem.F_J_W, problem.u_dot, problem.f, problem.residual);
}

/// M a: inverse dynamics at rest.
template <class T>
void product_pass(const Tree& tree, const PositionT<T>& x, const T* a, T* f, SpatialAccelerationT<T>* A_WB,
                  SpatialForceT<T>* F_W) {
    inverse_pass<T>(tree, x, nullptr, nullptr, {a, nullptr, nullptr, f, A_WB, F_W});
}

}  // namespace sinew::newton_euler
