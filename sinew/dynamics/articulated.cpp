// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/kernel.h>
#include <sinew/dynamics/articulated.h>
#include <sinew/dynamics/hinge.h>
#include <sinew/math/dual.h>
#include <sinew/math/small_spd.h>

#include <cstring>

namespace sinew {

namespace {

/// Y = articulated(M), written entry by entry: a struct of 21 numbers built apart and then copied stalls
/// (half the pass).
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

/// One body of the pass: Y_P gains shift(Y⁺) with Y⁺ = Y − G Uᵀ (7.10). Shifting Y, G and U apart lets the
/// long shift of Y run beside the division that G waits for. Returns false where D is singular.
template <class T>
bool pass_inertia_inward(const Node& node, bool given, const PositionT<T>& x, int B,
                         const ArticulatedT<T>& out) {
    const ArticulatedInertiaT<T>& Y = out.Y_B_W[B];
    const Vec3T<T> p = x.p_PB_W[B];
    ArticulatedInertiaT<T>& Y_P = out.Y_B_W[node.parent];
    if (given || node.nu == 0) {
        Y_P += shift_inward(Y, p);
        return true;
    }
    bool regular = true;
    with_mobilities(node, [&]<int n, bool turns> {
        if constexpr (n > 0) {
            SpatialForceT<T>* G = out.G_W + node.u;
            SpatialForceT<T> U[n];
            regular = free_joint<n, turns>(Y, x.H_W + node.u, U, G, out.D_inv + node.square);
            if (n == 6 || node.parent == 0)
                return;  // nothing is felt beyond six freedoms; the world feels nothing
            if (!regular) {  // pass on like a weld, or what is not a number would spoil the verdict on other joints
                Y_P += shift_inward(Y, p);
                return;
            }
            ArticulatedInertiaT<T> Y_plus = shift_inward(Y, p);
            for (int i = 0; i < n; ++i) subtract_outer(Y_plus, shift_inward(G[i], p), shift_inward(U[i], p));
            Y_P += Y_plus;
        }
    });
    return regular;
}

template <class T>
int inertia_pass(const Tree& tree, const PositionT<T>& x, const std::uint8_t* prescribed,
                 const ArticulatedT<T>& out) {
    int singular = 0;
    for (int B = 0; B < tree.size(); ++B) set_rigid(out.Y_B_W[B], x.M_B_W[B]);
    for (int B = tree.size() - 1; B > 0; --B)
        if (!pass_inertia_inward(tree[B], prescribed && prescribed[B], x, B, out)) singular = B;
    return singular;
}

/// Tip to base:
///     z = Y c + g − F + Σ_C shift(z⁺_C)     free: ε = f − Hᵀz, z⁺ = z + G ε     prescribed: z⁺ = z + Y H u̇  (7.11)
/// Leaves D⁻¹ε in u_dot of free joints. has_bias is false for M⁻¹f, where c, g and F are zero.
template <bool with_bias, class T>
void inward(const Tree& tree, const PositionT<T>& x, const VelocityT<T>* v, const ArticulatedT<T>& y,
            const ForwardT<T>& problem) {
    for (int B = 0; B < tree.size(); ++B) problem.z_W[B] = {};
    for (int B = tree.size() - 1; B > 0; --B) {
        const Node& node = tree[B];
        SpatialForceT<T> z = problem.z_W[B];
        if constexpr (with_bias) {
            z += y.Y_B_W[B] * v->c_W[B] + v->g_W[B];
            if (problem.F_B_W) z -= problem.F_B_W[B];
            problem.z_W[B] = z;
        }
        const bool given = problem.prescribed && problem.prescribed[B];
        with_mobilities(node, [&]<int n, bool turns> {
            const SpatialVelocityT<T>* H = x.H_W + node.u;
            T* u_dot = problem.u_dot + node.u;
            if (given) {
                SpatialAccelerationT<T> A{};
                for (int i = 0; i < n; ++i) add_hinge<turns>(A, H[i], u_dot[i]);
                z += y.Y_B_W[B] * A;
            } else if constexpr (n > 0) {
                T epsilon[n];
                for (int i = 0; i < n; ++i) {
                    epsilon[i] = problem.f[node.u + i] - hinge_dot<turns>(H[i], problem.z_W[B]);
                    z += epsilon[i] * y.G_W[node.u + i];
                }
                for (int i = 0; i < n; ++i) {
                    T sum(0.0);
                    for (int j = 0; j < n; ++j) sum += y.D_inv[node.square + i * n + j] * epsilon[j];
                    u_dot[i] = sum;
                }
            }
        });
        if (node.parent > 0) problem.z_W[node.parent] += shift_inward(z, x.p_PB_W[B]);
    }
}

/// Base to tip:
///     A⁺ = shift(A_P)     free: u̇ = D⁻¹ε − GᵀA⁺     prescribed: τ = Hᵀ(Y(A⁺ + H u̇) + z) − f
///     A = A⁺ + H u̇ + c                                                                               (7.12)
template <bool with_bias, class T>
void outward(const Tree& tree, const PositionT<T>& x, const VelocityT<T>* v, const ArticulatedT<T>& y,
             const ForwardT<T>& problem) {
    problem.A_WB[0] = {};
    for (int B = 1; B < tree.size(); ++B) {
        const Node& node = tree[B];
        SpatialAccelerationT<T> A = shift_outward(problem.A_WB[node.parent], x.p_PB_W[B]);
        const bool given = problem.prescribed && problem.prescribed[B];
        with_mobilities(node, [&]<int n, bool turns> {
            T* u_dot = problem.u_dot + node.u;
            if (!given) {
                const SpatialAccelerationT<T> A_plus = A;
                for (int i = 0; i < n; ++i) u_dot[i] -= dot(y.G_W[node.u + i], A_plus);
            }
            for (int i = 0; i < n; ++i) add_hinge<turns>(A, x.H_W[node.u + i], u_dot[i]);
            if (given && problem.tau) {
                const SpatialForceT<T> needed = y.Y_B_W[B] * A + problem.z_W[B];
                for (int i = 0; i < n; ++i)
                    problem.tau[node.u + i] = hinge_dot<turns>(x.H_W[node.u + i], needed) -
                                              (problem.f ? problem.f[node.u + i] : T(0.0));
            }
        });
        if constexpr (with_bias) A += v->c_W[B];
        problem.A_WB[B] = A;
    }
}

}  // namespace

template <>
SINEW_KERNEL int articulated_inertias(const Tree& tree, const PositionT<double>& x,
                                      const std::uint8_t* prescribed, const ArticulatedT<double>& out) {
    return inertia_pass(tree, x, prescribed, out);
}

template <>
SINEW_KERNEL void forward_dynamics(const Tree& tree, const PositionT<double>& x, const VelocityT<double>& v,
                                   const ArticulatedT<double>& y, const ForwardT<double>& problem) {
    inward<true>(tree, x, &v, y, problem);
    outward<true>(tree, x, &v, y, problem);
}

template <>
SINEW_KERNEL void multiply_by_M_inverse(const Tree& tree, const PositionT<double>& x,
                                        const ArticulatedT<double>& y, const std::uint8_t* prescribed,
                                        const double* f, double* u_dot, SpatialForce* z_W,
                                        SpatialAcceleration* A_WB) {
    if (prescribed)
        for (int B = 1; B < tree.size(); ++B)
            for (int i = 0; i < (prescribed[B] ? tree[B].nu : 0); ++i) u_dot[tree[B].u + i] = 0;
    const ForwardT<double> problem{f, nullptr, prescribed, u_dot, A_WB, z_W, nullptr};
    inward<false>(tree, x, static_cast<const VelocityT<double>*>(nullptr), y, problem);
    outward<false>(tree, x, static_cast<const VelocityT<double>*>(nullptr), y, problem);
}

}  // namespace sinew
