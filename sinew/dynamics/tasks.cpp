// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/kernel.h>
#include <sinew/dynamics/hinge.h>
#include <sinew/dynamics/tasks.h>
#include <sinew/dynamics/velocity.h>

namespace sinew {

namespace {

template <class T>
Vec3T<T> from_body(const PositionT<T>& x, const TaskT<T>& task) {
    return task.p_WS - x.X_WB[task.body].p;
}

/// Tip to base over the whole tree, from forces that lie in z_W already.
template <class T>
void inward(const Tree& tree, const PositionT<T>& x, SpatialForceT<T>* z_W, T* f) {
    for (int B = tree.size() - 1; B > 0; --B) {
        const Node& node = tree[B];
        const SpatialForceT<T> z = z_W[B];
        with_mobilities(node, [&]<int n, bool turns> {
            for (int i = 0; i < n; ++i) f[node.u + i] = hinge_dot<turns>(x.H_W[node.u + i], z);
        });
        z_W[node.parent] += shift_inward(z, x.p_PB_W[B]);
    }
}

}  // namespace

template <>
SINEW_KERNEL SpatialVelocity multiply_by_frame_jacobian(const Tree& tree, const PositionT<double>& x,
                                                        const Task& task, const double* u) {
    SpatialVelocity V_WS;
    for (int B = task.body; B > 0; B = tree[B].parent) {
        const Node& node = tree[B];
        SpatialVelocity V_PB_W;
        for (int i = node.u; i < node.u + node.nu; ++i) V_PB_W += u[i] * x.H_W[i];
        V_WS += shift_outward(V_PB_W, task.p_WS - x.X_WB[B].p);
    }
    return V_WS;
}

template <>
SINEW_KERNEL void multiply_by_frame_jacobians(const Tree& tree, const PositionT<double>& x,
                                              std::span<const Task> tasks, const double* u,
                                              SpatialVelocity* V_WS, SpatialVelocity* V_WB) {
    multiply_by_J(tree, x, u, V_WB);
    for (const Task& task : tasks) *V_WS++ = shift_outward(V_WB[task.body], from_body(x, task));
}

template <>
SINEW_KERNEL void multiply_by_station_jacobians(const Tree& tree, const PositionT<double>& x,
                                                std::span<const Task> tasks, const double* u, Vec3* v_WS,
                                                SpatialVelocity* V_WB) {
    multiply_by_J(tree, x, u, V_WB);
    for (const Task& task : tasks) *v_WS++ = shift_outward(V_WB[task.body], from_body(x, task)).v;
}

template <>
SINEW_KERNEL void multiply_by_frame_jacobian_transpose(const Tree& tree, const PositionT<double>& x,
                                                       const Task& task, const SpatialForce& F_S_W,
                                                       double* f) {
    for (int i = 0; i < tree.nu; ++i) f[i] = 0;
    for (int B = task.body; B > 0; B = tree[B].parent) {
        const Node& node = tree[B];
        const SpatialForce F_B_W = shift_inward(F_S_W, task.p_WS - x.X_WB[B].p);
        for (int i = node.u; i < node.u + node.nu; ++i) f[i] = dot(F_B_W, x.H_W[i]);
    }
}

template <>
SINEW_KERNEL void multiply_by_frame_jacobians_transpose(const Tree& tree, const PositionT<double>& x,
                                                        std::span<const Task> tasks,
                                                        const SpatialForce* F_S_W, double* f,
                                                        SpatialForce* z_W) {
    for (int B = 0; B < tree.size(); ++B) z_W[B] = {};
    for (const Task& task : tasks) z_W[task.body] += shift_inward(*F_S_W++, from_body(x, task));
    inward(tree, x, z_W, f);
}

template <>
SINEW_KERNEL void multiply_by_station_jacobians_transpose(const Tree& tree, const PositionT<double>& x,
                                                          std::span<const Task> tasks, const Vec3* f_S_W,
                                                          double* f, SpatialForce* z_W) {
    for (int B = 0; B < tree.size(); ++B) z_W[B] = {};
    for (const Task& task : tasks)
        z_W[task.body] += shift_inward(SpatialForce{{}, *f_S_W++}, from_body(x, task));
    inward(tree, x, z_W, f);
}

template <>
SINEW_KERNEL SpatialAcceleration frame_bias(const Tree& tree, const PositionT<double>& x,
                                            const VelocityT<double>& v, const Task& task) {
    const Vec3 w = v.V_WB[task.body].w;
    SpatialAcceleration bias{{}, cross(w, cross(w, from_body(x, task)))};
    for (int B = task.body; B > 0; B = tree[B].parent)
        bias += shift_outward(v.c_W[B], task.p_WS - x.X_WB[B].p);
    return bias;
}

}  // namespace sinew
