// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/base/fetch.h>
#include <sinew/dynamics/articulated.h>
#include <sinew/dynamics/hinge.h>
#include <sinew/math/small_spd.h>

namespace sinew {

// The passes of forward dynamics as templates: articulated.cpp, forward_dynamics.cpp and multiply_by_M_inverse.cpp make
// kernels of them, each in a file of its own because every number of mobilities is compiled anew.

/// Y = articulated(M), written entry by entry: a struct of 21 numbers built apart and then copied stalls.
template <class T>
void set_rigid(ArticulatedInertiaT<T>& Y, const RigidInertiaT<T>& M) {
    const T zero(0.0);
    Y.J = M.I;
    Y.F.x = {zero, M.h.z, -M.h.y};
    Y.F.y = {-M.h.z, zero, M.h.x};
    Y.F.z = {M.h.y, -M.h.x, zero};
    Y.M = {M.m, M.m, M.m, zero, zero, zero};
}

/// Y H for one column.
template <bool turns, class T>
SpatialForceT<T> times_hinge(const ArticulatedInertiaT<T>& Y, const SpatialVelocityT<T>& H) {
    if constexpr (turns) return {Y.J * H.w, transpose_times(Y.F, H.w)};
    else return {Y.J * H.w + Y.F * H.v, transpose_times(Y.F, H.w) + Y.M * H.v};
}

/// Y −= G Uᵀ for one column; the sum over a joint's columns is symmetric, so six entries of each block suffice.
template <class T>
void subtract_outer(ArticulatedInertiaT<T>& Y, const SpatialForceT<T>& G, const SpatialForceT<T>& U) {
    Y.J -= {G.m.x * U.m.x, G.m.y * U.m.y, G.m.z * U.m.z, G.m.x * U.m.y, G.m.x * U.m.z, G.m.y * U.m.z};
    Y.F -= {U.f.x * G.m, U.f.y * G.m, U.f.z * G.m};
    Y.M -= {G.f.x * U.f.x, G.f.y * U.f.y, G.f.z * U.f.z, G.f.x * U.f.y, G.f.x * U.f.z, G.f.y * U.f.z};
}

/// True where a joint moves (almost) no inertia: its entry of D vanishes against the largest it could be for
/// this hinge.
template <bool turns, class T>
bool moves_nothing(const T& d, const ArticulatedInertiaT<T>& Y, const SpatialVelocityT<T>& H) {
    constexpr double rounding = 1e-14;
    double most = value_of(Y.J.xx + Y.J.yy + Y.J.zz) * value_of(dot(H.w, H.w));
    if constexpr (!turns) most += value_of(Y.M.xx + Y.M.yy + Y.M.zz) * value_of(dot(H.v, H.v));
    return !(value_of(d) > rounding * most);
}

/// U = Y H     D = Hᵀ U     G = U D⁻¹                                                                   (7.9)
/// Returns false where D is singular.
template <int n, bool turns, class T>
bool free_joint(const ArticulatedInertiaT<T>& Y, const SpatialVelocityT<T>* H, SpatialForceT<T>* U,
                SpatialForceT<T>* G, T* D_inv) {
    SmallMatT<T, n> D, inverse;
    for (int i = 0; i < n; ++i) U[i] = times_hinge<turns>(Y, H[i]);
    for (int i = 0; i < n; ++i)
        for (int j = 0; j <= i; ++j) D.e[i][j] = hinge_dot<turns>(H[i], U[j]);
    bool regular = invert_spd(D, inverse);
    for (int i = 0; i < n; ++i) {
        if (moves_nothing<turns>(D.e[i][i], Y, H[i])) regular = false;
        SpatialForceT<T> sum = inverse.e[0][i] * U[0];
        for (int j = 1; j < n; ++j) sum += inverse.e[j][i] * U[j];
        G[i] = sum;
        for (int j = 0; j < n; ++j) D_inv[i * n + j] = inverse.e[i][j];
    }
    return regular;
}

/// The forces of motion and from outside on one body: z = Y c + g − F (7.11).
template <class T>
void add_own_forces(const PositionT<T>& x, const VelocityT<T>& v, const ForwardT<T>& problem, int B,
                    const ArticulatedInertiaT<T>& Y, SpatialForceT<T>& z) {
    const RigidInertiaT<T>& M = x.M_B_W[B];
    const Vec3T<T> w = v.V_WB[B].w;
    const SpatialForceT<T> Yc = Y * v.c_W[B];
    z.m += Yc.m + cross(w, M.I * w) - cross(M.h, problem.gravity);
    z.f += Yc.f + cross(w, cross(w, M.h)) - M.m * problem.gravity;
    if (problem.F_B_W) z -= problem.F_B_W[B];
}

/// z⁺ = z + G ε with ε = f − Hᵀ z; leaves D⁻¹ε in u_dot (7.11).
template <int n, bool turns, class T>
void release(const SpatialVelocityT<T>* H, const SpatialForceT<T>* G, const T* D_inv, const T* f, T* u_dot,
             SpatialForceT<T>& z) {
    T epsilon[n];
    for (int i = 0; i < n; ++i) epsilon[i] = f[i] - hinge_dot<turns>(H[i], z);
    for (int i = 0; i < n; ++i) z += epsilon[i] * G[i];
    for (int i = 0; i < n; ++i) {
        T sum(0.0);
        for (int j = 0; j < n; ++j) sum += D_inv[i * n + j] * epsilon[j];
        u_dot[i] = sum;
    }
}

/// The stack of bodies that wait for what hangs on them.
template <class T>
struct Stack {
    PendingT<T>* top;  ///< one before the first when empty

    /// Adds what B was given, if anything, and takes it off.
    void take(int B, ArticulatedInertiaT<T>& Y, SpatialForceT<T>& z) {
        if (top->body != B) return;
        Y += top->Y;
        z += top->z;
        --top;
    }
    /// Gives a body something; most bodies have one child, so the first gift is written, not added to zeros.
    void give(int body, const ArticulatedInertiaT<T>& Y, const SpatialForceT<T>& z) {
        if (top->body == body) {
            top->Y += Y;
            top->z += z;
        } else {
            ++top;
            top->body = body;
            top->Y.J = Y.J;
            top->Y.F = Y.F;
            top->Y.M = Y.M;
            top->z = z;
        }
    }
};

/// Y_P gains shift(Y⁺) with Y⁺ = Y − G Uᵀ (7.10), z_P gains shift(z⁺). Shifting Y, G and U apart lets the long shift of
/// Y run beside the division that G waits for. problem and v are null where only inertias are wanted.
template <class T>
int inward(const Tree& tree, const PositionT<T>& x, const VelocityT<T>* v, const ForwardT<T>* problem,
           const std::uint8_t* prescribed, PendingT<T>* pending, const ArticulatedT<T>& out) {
    int singular = 0;
    pending->body = -1;  // never matches
    Stack<T> stack{pending};
    for (int B = tree.size() - 1; B > 0; --B) {
        const Node& node = tree[B];
        fetch(x.M_B_W, B - fetch_distance);
        fetch(x.H_W, node.u - fetch_distance);
        if (v) {
            fetch(v->V_WB, B - fetch_distance);
            fetch(v->c_W, B - fetch_distance);
        }
        fetch<true>(out.G_W, node.u - fetch_distance);
        ArticulatedInertiaT<T> Y;
        SpatialForceT<T> z;
        set_rigid(Y, x.M_B_W[B]);
        stack.take(B, Y, z);
        if (out.Y_B_W) out.Y_B_W[B] = Y;
        if (problem) add_own_forces(x, *v, *problem, B, Y, z);
        const Vec3T<T> p = x.p_PB_W[B];
        const bool given = prescribed && prescribed[B];
        with_mobilities(node, [&]<int n, bool turns> {
            const SpatialVelocityT<T>* H = x.H_W + node.u;
            if (n == 0 || given) {
                if (problem) {
                    SpatialAccelerationT<T> A{};
                    for (int i = 0; i < n; ++i) add_hinge<turns>(A, H[i], problem->u_dot[node.u + i]);
                    z += Y * A;
                }
                if (node.parent == 0) return;
                stack.give(node.parent, shift_inward(Y, p), shift_inward(z, p));
            } else if constexpr (n > 0) {
                SpatialForceT<T>* G = out.G_W + node.u;
                T* D_inv = out.D_inv + node.square;
                SpatialForceT<T> U[n];
                const bool regular = free_joint<n, turns>(Y, H, U, G, D_inv);
                if (!regular) singular = B;
                if (problem) release<n, turns>(H, G, D_inv, problem->f + node.u, problem->u_dot + node.u, z);
                if (node.parent == 0) return;  // the world feels nothing
                ArticulatedInertiaT<T> Y_plus{};
                if constexpr (n < 6) {  // beyond six freedoms no inertia is felt
                    Y_plus = shift_inward(Y, p);
                    // A singular joint passes inertia on like a weld: NaN would spoil the verdict on other joints.
                    for (int i = 0; i < (regular ? n : 0); ++i)
                        subtract_outer(Y_plus, shift_inward(G[i], p), shift_inward(U[i], p));
                }
                stack.give(node.parent, Y_plus, shift_inward(z, p));
            }
        });
    }
    return singular;
}

/// Base to tip: A⁺ = shift(A_P);  free: u̇ = D⁻¹ε − GᵀA⁺;  A = A⁺ + H u̇ + c.                          (7.12)
template <class T>
void outward(const Tree& tree, const PositionT<T>& x, const SpatialAccelerationT<T>* c_W,
             const SpatialForceT<T>* G_W, const std::uint8_t* prescribed, T* u_dot,
             SpatialAccelerationT<T>* A_WB) {
    A_WB[0] = {};
    for (int B = 1; B < tree.size(); ++B) {
        const Node& node = tree[B];
        SpatialAccelerationT<T> A = shift_outward(A_WB[node.parent], x.p_PB_W[B]);
        const bool given = prescribed && prescribed[B];
        with_mobilities(node, [&]<int n, bool turns> {
            if (!given) {
                const SpatialAccelerationT<T> A_plus = A;
                for (int i = 0; i < n; ++i) u_dot[node.u + i] -= dot(G_W[node.u + i], A_plus);
            }
            for (int i = 0; i < n; ++i) add_hinge<turns>(A, x.H_W[node.u + i], u_dot[node.u + i]);
        });
        if (c_W) A += c_W[B];
        A_WB[B] = A;
    }
}

}  // namespace sinew
