// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/kernel.h>
#include <sinew/dynamics/hinge.h>
#include <sinew/dynamics/jacobian.h>
#include <sinew/math/dual.h>

#include <cstddef>

namespace sinew {

namespace {

template <class T>
void inward(const Tree& tree, const PositionT<T>& x, const SpatialForceT<T>* F_B_W, T* f,
            SpatialForceT<T>* z_W) {
    for (int B = 0; B < tree.size(); ++B) z_W[B] = F_B_W[B];
    for (int B = tree.size() - 1; B > 0; --B) {
        const Node& node = tree[B];
        const SpatialForceT<T> z = z_W[B];
        with_mobilities(node, [&]<int n, bool turns> {
            for (int i = 0; i < n; ++i) f[node.u + i] = hinge_dot<turns>(x.H_W[node.u + i], z);
        });
        z_W[node.parent] += shift_inward(z, x.p_PB_W[B]);
    }
}

/// Fills the last `rows` rows (6: all, 3: those of the point) of the six of a frame at task.p_WS.
template <int rows, class T>
void fill_rows(const Tree& tree, const PositionT<T>& x, const TaskT<T>& task, T* J) {
    const int n = tree.nu;
    for (int i = 0; i < rows * n; ++i) J[i] = T(0.0);
    T* const linear = J + (rows - 3) * n;
    for (int B = task.body; B > 0; B = tree[B].parent) {
        const Node& node = tree[B];
        const Vec3T<T> p_BS_W = task.p_WS - x.X_WB[B].p;
        with_mobilities(node, [&]<int columns, bool turns> {
            for (int i = node.u; i < node.u + columns; ++i) {
                const SpatialVelocityT<T>& H = x.H_W[i];
                Vec3T<T> v = cross(H.w, p_BS_W);
                if (!turns) v += H.v;
                if constexpr (rows == 6) J[i] = H.w.x, J[n + i] = H.w.y, J[2 * n + i] = H.w.z;
                linear[i] = v.x, linear[n + i] = v.y, linear[2 * n + i] = v.z;
            }
        });
    }
}

}  // namespace

template <>
SINEW_KERNEL void multiply_by_J_transpose(const Tree& tree, const PositionT<double>& x,
                                          const SpatialForce* F_B_W, double* f, SpatialForce* z_W) {
    inward(tree, x, F_B_W, f, z_W);
}

template <>
SINEW_KERNEL void system_jacobian(const Tree& tree, const PositionT<double>& x, double* J) {
    for (int B = 0; B < tree.size(); ++B)
        fill_rows<6, double>(tree, x, {B, x.X_WB[B].p}, J + std::ptrdiff_t{6} * B * tree.nu);
}

template <>
SINEW_KERNEL void frame_jacobian(const Tree& tree, const PositionT<double>& x, const Task& task, double* J) {
    fill_rows<6>(tree, x, task, J);
}

template <>
void frame_jacobian(const Tree& tree, const PositionT<Dual>& x, const TaskT<Dual>& task, Dual* J) {
    fill_rows<6>(tree, x, task, J);
}

template <>
SINEW_KERNEL void station_jacobian(const Tree& tree, const PositionT<double>& x, const Task& task,
                                   double* J) {
    fill_rows<3>(tree, x, task, J);
}

}  // namespace sinew
