// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/kernel.h>
#include <sinew/dynamics/columns.h>
#include <sinew/dynamics/hinge.h>
#include <sinew/dynamics/inverse_mass_matrix.h>

namespace sinew {

namespace {

/// rows = D⁻¹ rows.
template <int n, class T>
void divide_by_D(const T* D_inv, std::ptrdiff_t stride, int begin, int end, T* rows) {
    SINEW_INDEPENDENT
    for (int k = begin; k < end; ++k) {
        T epsilon[n];
        for (int i = 0; i < n; ++i) epsilon[i] = rows[i * stride + k];
        for (int i = 0; i < n; ++i) {
            T sum = D_inv[i * n] * epsilon[0];
            for (int j = 1; j < n; ++j) sum += D_inv[i * n + j] * epsilon[j];
            rows[i * stride + k] = sum;
        }
    }
}

template <class T>
void inward(const Tree& tree, const PositionT<T>& x, const ArticulatedT<T>& y, const std::uint8_t* prescribed,
            const InverseMassT<T>& work, T* M_inv) {
    const std::ptrdiff_t n = tree.nu;
    const ColumnsT<T> z(work.z, n);
    for (std::ptrdiff_t i = 0; i < n * n; ++i) M_inv[i] = T(0.0);
    for (std::ptrdiff_t i = 0; i < 6 * n; ++i) work.z[i] = T(0.0);
    for (int B = 0; B < tree.size(); ++B) work.end[B] = tree[B].u + tree[B].nu;
    for (int B = tree.size() - 1; B > 0; --B) {
        const Node& node = tree[B];
        const int end = work.end[B];
        if (!(prescribed && prescribed[B]))
            with_mobilities(node, [&]<int nu, bool> {
                if constexpr (nu > 0) {
                    T* const rows = M_inv + node.u * n;
                    const T* const D_inv = y.D_inv + node.square;
                    const int begin =
                        node.u + nu;  // of the columns beyond its own, for which ε = δ and z = 0
                    for (int i = 0; i < nu; ++i) {
                        const SpatialVelocityT<T>& H = x.H_W[node.u + i];
                        subtract_dot(z, H.w, H.v, begin, end, rows + i * n);
                    }
                    for (int i = 0; i < nu; ++i) {
                        const SpatialForceT<T>& G = y.G_W[node.u + i];
                        add_outer(z, G.m, G.f, begin, end, rows + i * n);
                        set_column(z, node.u + i, G.m, G.f);
                        for (int k = 0; k < nu; ++k) rows[i * n + node.u + k] = D_inv[i * nu + k];
                    }
                    divide_by_D<nu>(D_inv, n, begin, end, rows);
                }
            });
        if (work.end[node.parent] < end) work.end[node.parent] = end;
        if (node.parent > 0) shift_forces(z, x.p_PB_W[B], node.u, end);
    }
}

template <class T>
void outward(const Tree& tree, const PositionT<T>& x, const ArticulatedT<T>& y,
             const std::uint8_t* prescribed, const InverseMassT<T>& work, T* M_inv) {
    const std::ptrdiff_t n = tree.nu;
    for (std::ptrdiff_t i = 0; i < 6 * n; ++i) work.A[i] = T(0.0);
    for (int B = 1; B < tree.size(); ++B) {
        const Node& node = tree[B];
        const ColumnsT<T> A_P(work.A + 6 * n * node.parent, n), A_B(work.A + 6 * n * B, n);
        const bool given = prescribed && prescribed[B], leaf = work.end[B] == node.u + node.nu;
        T* const rows = M_inv + node.u * n;
        if (!given && node.parent > 0)
            for (int i = 0; i < node.nu; ++i) {
                const SpatialForceT<T> G = shift_inward(y.G_W[node.u + i], x.p_PB_W[B]);
                subtract_dot(A_P, G.m, G.f, node.u, tree.nu, rows + i * n);
            }
        if (leaf) continue;
        shift_motions(A_P, x.p_PB_W[B], node.u, tree.nu, A_B);
        if (!given)
            for (int i = 0; i < node.nu; ++i) {
                const SpatialVelocityT<T> H = x.H_W[node.u + i];
                add_outer(A_B, H.w, H.v, node.u, tree.nu, rows + i * n);
            }
    }
}

}  // namespace

template <>
SINEW_KERNEL void inverse_mass_matrix(const Tree& tree, const PositionT<double>& x,
                                      const ArticulatedT<double>& y, const std::uint8_t* prescribed,
                                      const InverseMassT<double>& work, double* M_inv) {
    inward(tree, x, y, prescribed, work, M_inv);
    outward(tree, x, y, prescribed, work, M_inv);
    const std::ptrdiff_t n = tree.nu;
    for (std::ptrdiff_t i = 0; i < n; ++i)
        for (std::ptrdiff_t k = i + 1; k < n; ++k) M_inv[k * n + i] = M_inv[i * n + k];
}

}  // namespace sinew
