// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/kernel.h>
#include <sinew/dynamics/hinge.h>
#include <sinew/dynamics/joint_root.h>
#include <sinew/dynamics/square_root.h>

#include <cmath>

namespace sinew {

namespace {

/// As with_mobilities(), but a joint whose motion is given counts as a weld.
template <class F>
void with_free_mobilities(const Node& node, bool given, F&& f) {
    if (given) return f.template operator()<0, false>();
    with_mobilities(node, f);
}

template <class T>
void clear_given(const Tree& tree, const std::uint8_t* prescribed, T* out) {
    if (!prescribed) return;
    for (int B = 1; B < tree.size(); ++B)
        if (prescribed[B])
            for (int i = 0; i < tree[B].nu; ++i) out[tree[B].u + i] = T(0.0);
}

/// Base to tip: Γ (7.35), or Γ⁻¹ (7.38) if not inverse.
template <bool inverse, class T>
void outward(const Tree& tree, const PositionT<T>& x, const ArticulatedT<T>& y,
             const std::uint8_t* prescribed, const T* in, T* out, SpatialAccelerationT<T>* A_WB) {
    clear_given(tree, prescribed, out);
    A_WB[0] = {};
    for (int B = 1; B < tree.size(); ++B) {
        const Node& node = tree[B];
        SpatialAccelerationT<T> A = shift_outward(A_WB[node.parent], x.p_PB_W[B]);
        with_free_mobilities(node, prescribed && prescribed[B], [&]<int n, bool turns> {
            if constexpr (n > 0) {
                const JointRootT<T, n> root(y.D_inv + node.square);
                T speeds[n], moved[n];  // Gᵀ A⁺
                for (int i = 0; i < n; ++i) moved[i] = dot(y.G_W[node.u + i], A);
                if constexpr (inverse) {
                    root.multiply(in + node.u, speeds);
                    for (int i = 0; i < n; ++i) out[node.u + i] = speeds[i] -= moved[i];
                } else {
                    for (int i = 0; i < n; ++i) speeds[i] = in[node.u + i], moved[i] += speeds[i];
                    root.divide(moved, out + node.u);
                }
                for (int i = 0; i < n; ++i) add_hinge<turns>(A, x.H_W[node.u + i], speeds[i]);
            }
        });
        A_WB[B] = A;
    }
}

/// Tip to base: Γᵀ (7.36), or Γ⁻ᵀ (7.37) if not inverse.
template <bool inverse, class T>
void inward(const Tree& tree, const PositionT<T>& x, const ArticulatedT<T>& y, const std::uint8_t* prescribed,
            const T* in, T* out, SpatialForceT<T>* z_W) {
    clear_given(tree, prescribed, out);
    for (int B = 0; B < tree.size(); ++B) z_W[B] = {};
    for (int B = tree.size() - 1; B > 0; --B) {
        const Node& node = tree[B];
        SpatialForceT<T> z = z_W[B];
        with_free_mobilities(node, prescribed && prescribed[B], [&]<int n, bool turns> {
            if constexpr (n > 0) {
                const JointRootT<T, n> root(y.D_inv + node.square);
                T epsilon[n], felt[n];  // Hᵀ z
                for (int i = 0; i < n; ++i) felt[i] = hinge_dot<turns>(x.H_W[node.u + i], z);
                if constexpr (inverse) {
                    for (int i = 0; i < n; ++i) epsilon[i] = in[node.u + i] - felt[i];
                    root.multiply_transpose(epsilon, out + node.u);
                } else {
                    root.divide_transpose(in + node.u, epsilon);
                    for (int i = 0; i < n; ++i) out[node.u + i] = epsilon[i] + felt[i];
                }
                for (int i = 0; i < n; ++i) z += epsilon[i] * y.G_W[node.u + i];
            }
        });
        if (node.parent > 0) z_W[node.parent] += shift_inward(z, x.p_PB_W[B]);
    }
}

}  // namespace

template <>
SINEW_KERNEL void multiply_by_inverse_root(const Tree& tree, const PositionT<double>& x,
                                           const ArticulatedT<double>& y, const std::uint8_t* prescribed,
                                           const double* v, double* out, SpatialAcceleration* A_WB) {
    outward<true>(tree, x, y, prescribed, v, out, A_WB);
}

template <>
SINEW_KERNEL void multiply_by_inverse_root_transpose(const Tree& tree, const PositionT<double>& x,
                                                     const ArticulatedT<double>& y,
                                                     const std::uint8_t* prescribed, const double* f,
                                                     double* out, SpatialForce* z_W) {
    inward<true>(tree, x, y, prescribed, f, out, z_W);
}

template <>
SINEW_KERNEL void multiply_by_root(const Tree& tree, const PositionT<double>& x,
                                   const ArticulatedT<double>& y, const std::uint8_t* prescribed,
                                   const double* v, double* out, SpatialForce* z_W) {
    inward<false>(tree, x, y, prescribed, v, out, z_W);
}

template <>
SINEW_KERNEL void multiply_by_root_transpose(const Tree& tree, const PositionT<double>& x,
                                             const ArticulatedT<double>& y, const std::uint8_t* prescribed,
                                             const double* u, double* out, SpatialAcceleration* A_WB) {
    outward<false>(tree, x, y, prescribed, u, out, A_WB);
}

double log_determinant_of_M(const Tree& tree, const ArticulatedT<double>& y, const std::uint8_t* prescribed) {
    double sum = 0;
    for (int B = 1; B < tree.size(); ++B)
        with_free_mobilities(tree[B], prescribed && prescribed[B], [&]<int n, bool> {
            if constexpr (n > 0) {
                const JointRootT<double, n> root(y.D_inv + tree[B].square);
                for (int i = 0; i < n; ++i) sum -= 2 * std::log(root.L[i][i]);
            }
        });
    return sum;
}

}  // namespace sinew
