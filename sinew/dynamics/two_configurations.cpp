// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/kernel.h>
#include <sinew/dynamics/hinge.h>
#include <sinew/dynamics/two_configurations.h>
#include <sinew/math/small_general.h>

namespace sinew {

namespace {

/// p× A, column by column.
Mat3 cross_times(const Vec3& p, const Mat3& A) { return {cross(p, A.x), cross(p, A.y), cross(p, A.z)}; }
/// A p×: its columns are A (p × e_j).
Mat3 times_cross(const Mat3& A, const Vec3& p) {
    return {p.z * A.y - p.y * A.z, p.x * A.z - p.z * A.x, p.y * A.x - p.x * A.y};
}

/// What one body alone contributes (7.102): its mass centre lies at c from its origin, at c' at the far end.
void set_own(TwoSidedInertia& Y, const RigidInertia& M, const RigidInertia& M_next, const BodyIncrement& step,
             double h, RotationKernel kernel) {
    const double m = M.m / h;
    const Vec3 c = M.m > 0 ? (1 / M.m) * M.h : Vec3{}, c_next = M.m > 0 ? (1 / M.m) * M_next.h : Vec3{};
    Y.J =
        turning_derivative(central_inertia(M), step.Q, h, kernel) - times_cross(cross_matrix(m * c), c_next);
    Y.F = cross_matrix(m * c);
    Y.E = cross_matrix(-m * c_next);
    Y.M = {{m, 0, 0}, {0, m, 0}, {0, 0, m}};
}

/// Adds [1 p×; 0 1] Y [1 0; −p'× 1]: Y as the parent sees it, forces at the near end, motions at the far one (7.104).
void add_shifted(TwoSidedInertia& sum, const TwoSidedInertia& Y, const Vec3& p, const Vec3& p_next) {
    const Mat3 E = Y.E - times_cross(Y.M, p_next);
    sum.J += Y.J - times_cross(Y.F, p_next) + cross_times(p, E);
    sum.F += Y.F + cross_times(p, Y.M);
    sum.E += E;
    sum.M += Y.M;
}

SpatialForce times(const TwoSidedInertia& Y, const SpatialVelocity& V) {
    return {Y.J * V.w + Y.F * V.v, Y.E * V.w + Y.M * V.v};
}
SpatialForce transpose_times(const TwoSidedInertia& Y, const SpatialVelocity& V) {
    return {transpose_times(Y.J, V.w) + transpose_times(Y.E, V.v),
            transpose_times(Y.F, V.w) + transpose_times(Y.M, V.v)};
}

/// Y −= G Lᵀ for one column.
void subtract_outer(TwoSidedInertia& Y, const SpatialForce& G, const SpatialForce& L) {
    Y.J -= {L.m.x * G.m, L.m.y * G.m, L.m.z * G.m};
    Y.F -= {L.f.x * G.m, L.f.y * G.m, L.f.z * G.m};
    Y.E -= {L.m.x * G.f, L.m.y * G.f, L.m.z * G.f};
    Y.M -= {L.f.x * G.f, L.f.y * G.f, L.f.z * G.f};
}

/// U = Y H'     V = Yᵀ H     D = Hᵀ U     G = U D⁻¹     L = V D⁻ᵀ                                       (7.103)
/// Leaves Y⁺ = Y − G Vᵀ. Returns false where D is singular; the joint then passes Y on like a weld.
template <int n>
bool free_joint(const SpatialVelocity* H, const SpatialVelocity* H_next, const double* diagonal,
                TwoSidedInertia& Y, SpatialForce* G, SpatialForce* L, double* D_inv) {
    constexpr double rounding = 1e-14;
    SpatialForce U[n], V[n];
    double D[n * n];
    for (int i = 0; i < n; ++i) {
        U[i] = times(Y, H_next[i]);
        V[i] = transpose_times(Y, H[i]);
    }
    double most = 0;
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) D[i * n + j] = dot(U[j], H[i]);
        if (diagonal) D[i * n + i] += diagonal[i];
        const Vec3 w = H[i].w, v = H[i].v;
        most = std::fmax(most, std::fabs(Y.J.x.x + Y.J.y.y + Y.J.z.z) * dot(w, w) +
                                   std::fabs(Y.M.x.x + Y.M.y.y + Y.M.z.z) * dot(v, v));
    }
    bool regular = true;
    for (int i = 0; i < n; ++i) {
        double row = 0;
        for (int j = 0; j < n; ++j) row = std::fmax(row, std::fabs(D[i * n + j]));
        if (!(row > rounding * rounding * most)) regular = false;
    }
    if (!(invert_general<n>(D, D_inv) > rounding)) regular = false;
    for (int i = 0; i < n; ++i) {
        G[i] = L[i] = {};
        for (int j = 0; j < n; ++j) {
            G[i] += D_inv[j * n + i] * U[j];
            L[i] += D_inv[i * n + j] * V[j];
        }
    }
    for (int i = 0; i < (regular ? n : 0); ++i) subtract_outer(Y, G[i], V[i]);
    return regular;
}

/// As with_mobilities, but only sizes matter here.
template <class F>
void with_size(const Node& node, F&& f) {
    switch (node.nu) {
        case 0: return;
        case 1: return f.template operator()<1>();
        case 2: return f.template operator()<2>();
        case 3: return f.template operator()<3>();
        case 4: return f.template operator()<4>();
        case 5: return f.template operator()<5>();
        default: return f.template operator()<6>();
    }
}

}  // namespace

SINEW_KERNEL int factor_two_sided(const Tree& tree, const TwoConfigurations& step,
                                  const TwoSidedFactors& out) {
    int singular = 0;
    for (int B = 1; B < tree.size(); ++B)
        set_own(out.Y_W[B], inertia_of(step.x, B), inertia_of(step.x_next, B), step.increments[B], step.h,
                step.kernel);
    for (int B = tree.size() - 1; B > 0; --B) {
        const Node& node = tree[B];
        TwoSidedInertia& Y = out.Y_W[B];
        if (!(step.given && step.given[B]))
            with_size(node, [&]<int n> {
                const double* diagonal = step.diagonal ? step.diagonal + node.u : nullptr;
                if (!free_joint<n>(step.x.H_W + node.u, step.x_next.H_W + node.u, diagonal, Y,
                                   out.G_W + node.u, out.L_W + node.u, out.D_inv + node.square))
                    singular = B;
            });
        if (node.parent > 0) add_shifted(out.Y_W[node.parent], Y, step.x.p_PB_W[B], step.x_next.p_PB_W[B]);
    }
    return singular;
}

SINEW_KERNEL void solve_two_sided(const Tree& tree, const TwoConfigurations& step,
                                  const TwoSidedFactors& factors, const double* e, double* delta,
                                  SpatialForce* z_W, SpatialVelocity* y_W) {
    for (int B = 0; B < tree.size(); ++B) z_W[B] = {};
    for (int B = tree.size() - 1; B > 0; --B) {
        const Node& node = tree[B];
        SpatialForce z = z_W[B];
        const bool given = step.given && step.given[B];
        with_size(node, [&]<int n> {
            double* out = delta + node.u;
            for (int i = 0; i < n; ++i) out[i] = 0;
            if (given) return;
            double epsilon[n];
            for (int i = 0; i < n; ++i) epsilon[i] = e[node.u + i] - dot(z, step.x.H_W[node.u + i]);
            const double* D_inv = factors.D_inv + node.square;
            for (int i = 0; i < n; ++i) {
                z += epsilon[i] * factors.G_W[node.u + i];
                for (int j = 0; j < n; ++j) out[i] += D_inv[i * n + j] * epsilon[j];
            }
        });
        if (node.parent > 0) z_W[node.parent] += shift_inward(z, step.x.p_PB_W[B]);
    }
    y_W[0] = {};
    for (int B = 1; B < tree.size(); ++B) {
        const Node& node = tree[B];
        SpatialVelocity y = shift_outward(y_W[node.parent], step.x_next.p_PB_W[B]);
        if (!(step.given && step.given[B])) {
            const SpatialVelocity y_plus = y;
            for (int i = node.u; i < node.u + node.nu; ++i) {
                delta[i] -= dot(factors.L_W[i], y_plus);
                y += delta[i] * step.x_next.H_W[i];
            }
        }
        y_W[B] = y;
    }
}

}  // namespace sinew
