// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/at.h>
#include <sinew/dynamics/articulated_pass.h>
#include <sinew/dynamics/carriers.h>
#include <sinew/dynamics/hinge.h>
#include <sinew/dynamics/joint_root.h>

namespace sinew {

namespace {

bool is_free(const Tree& tree, const std::uint8_t* prescribed, int B) {
    return tree[B].nu > 0 && !(prescribed && prescribed[B]);
}

}  // namespace

ArticulatedInertia inertia_of_island(const SpatialForce* Z, const SpatialForce* S, int m) {
    ArticulatedInertia delta{};
    for (int j = 0; j < m; ++j) subtract_outer(delta, -Z[j], S[j]);
    return delta;
}

void carry_inertia(const Tree& tree, const PositionT<double>& x, const ArticulatedT<double>& y,
                   const std::uint8_t* prescribed, int B, ArticulatedInertia& delta) {
    const Node& node = tree[B];
    if (is_free(tree, prescribed, B))
        with_mobilities(node, [&]<int n, bool turns> {
            if constexpr (n > 0) {
                const SpatialVelocity* H = x.H_W + node.u;
                SpatialForce *G = y.G_W + node.u, V[n], X[n], half[n];
                double *D_inv = y.D_inv + node.square, felt[n][n];
                SmallMatT<double, n> D_inverse, D, inverse;
                for (int i = 0; i < n; ++i) V[i] = times_hinge<turns>(delta, H[i]);
                for (int i = 0; i < n; ++i)
                    for (int j = 0; j < n; ++j) {
                        felt[i][j] = hinge_dot<turns>(H[i], V[j]);
                        D_inverse.e[i][j] = D_inv[i * n + j];
                    }
                invert_spd(D_inverse, D);
                for (int i = 0; i < n; ++i)
                    for (int j = 0; j <= i; ++j) D.e[i][j] += felt[i][j];
                invert_spd(D, inverse);
                for (int i = 0; i < n; ++i) {
                    X[i] = half[i] = V[i];
                    for (int j = 0; j < n; ++j) {
                        X[i] -= felt[j][i] * G[j];
                        half[i] -= 0.5 * felt[j][i] * G[j];
                    }
                }
                for (int i = 0; i < n; ++i) {  // (1 − G Hᵀ) ΔY (1 − H Gᵀ), which is symmetric, by two halves
                    subtract_outer(delta, G[i], half[i]);
                    subtract_outer(delta, half[i], G[i]);
                }
                for (int i = 0; i < n; ++i) {
                    SpatialForce step{};
                    for (int j = 0; j < n; ++j) {
                        step += inverse.e[j][i] * X[j];
                        D_inv[i * n + j] = inverse.e[i][j];
                    }
                    subtract_outer(delta, step, X[i]);
                    half[i] = step;
                }
                for (int i = 0; i < n; ++i) G[i] += half[i];
            }
        });
    delta = shift_inward(delta, x.p_PB_W[B]);
}

void carry_force(const Tree& tree, const PositionT<double>& x, const ArticulatedT<double>& y,
                 const std::uint8_t* prescribed, int B, double* v, SpatialForce& z) {
    const Node& node = tree[B];
    for (int i = 0; i < node.nu; ++i) v[node.u + i] = 0;
    if (is_free(tree, prescribed, B))
        with_mobilities(node, [&]<int n, bool turns> {
            if constexpr (n > 0) {
                const JointRootT<double, n> root(y.D_inv + node.square);
                double epsilon[n];
                for (int i = 0; i < n; ++i) epsilon[i] = -hinge_dot<turns>(x.H_W[node.u + i], z);
                for (int i = 0; i < n; ++i) z += epsilon[i] * y.G_W[node.u + i];
                root.multiply_transpose(epsilon, v + node.u);
            }
        });
    z = shift_inward(z, x.p_PB_W[B]);
}

SpatialAcceleration carry_acceleration(const Tree& tree, const PositionT<double>& x,
                                       const ArticulatedT<double>& y, const std::uint8_t* prescribed, int B,
                                       const double* v, const SpatialAcceleration& A_P) {
    const Node& node = tree[B];
    SpatialAcceleration A = shift_outward(A_P, x.p_PB_W[B]);
    if (is_free(tree, prescribed, B))
        with_mobilities(node, [&]<int n, bool turns> {
            if constexpr (n > 0) {
                const JointRootT<double, n> root(y.D_inv + node.square);
                double rate[n];
                root.multiply(v + node.u, rate);
                for (int i = 0; i < n; ++i) rate[i] -= dot(y.G_W[node.u + i], A);
                for (int i = 0; i < n; ++i) add_hinge<turns>(A, x.H_W[node.u + i], rate[i]);
            }
        });
    return A;
}

void subtract_felt(const Tree& tree, const ColumnPlan& plan, const ColumnPlan::Visit& visit, const double* Y,
                   const double* v, double* r) {
    const Node& node = tree[visit.body];
    const int* column = plan.columns.data() + visit.column;
    for (int i = 0; i < node.nu; ++i)
        for (int s = 0; s < visit.count; ++s)
            r[column[s]] -= Y[visit.y + i * visit.count + s] * v[node.u + i];
}

void add_pushed(const Tree& tree, const ColumnPlan& plan, const ColumnPlan::Visit& visit, const double* Y,
                const double* lambda, double* v) {
    const Node& node = tree[visit.body];
    const int* column = plan.columns.data() + visit.column;
    for (int i = 0; i < node.nu; ++i)
        for (int s = 0; s < visit.count; ++s)
            v[node.u + i] += Y[visit.y + i * visit.count + s] * lambda[column[s]];
}

}  // namespace sinew
