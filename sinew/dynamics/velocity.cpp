// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/kernel.h>
#include <sinew/dynamics/hinge.h>
#include <sinew/dynamics/velocity.h>
#include <sinew/math/dual.h>

namespace sinew {

namespace {

/// Ḣ u across the joint, derivative taken in F, expressed in W (7.7). For a reversed joint, with b = Ḣ'u of
/// the joint as described and V = (w, v) the velocity of B in P (5.8):
///     β = −R b_w     a = −R b_v + 2 w × v − p × β + w × (p × w)
template <class J, class T>
[[gnu::noinline]] SpatialAccelerationT<T> bias_in_W(const Node& node, const JointInput<T>& in,
                                                    const RotationT<T>& R_WF, const T* u,
                                                    const SpatialVelocityT<T>& V_PB_W) {
    const SpatialAccelerationT<T> b = hinge_bias<J>(in, u);
    if (!node.reversed) return R_WF * b;
    const TransformT<T> X_FM = TransformT<T>(J::X_FM(in)).inverse();
    const Vec3T<T> w = V_PB_W.w, v = V_PB_W.v, p = R_WF * X_FM.p;
    const SpatialAccelerationT<T> b_W = R_WF * (X_FM.R * b);
    const Vec3T<T> beta = -b_W.w;
    return {beta, T(2.0) * cross(w, v) - b_W.v - cross(p, beta) + cross(w, cross(p, w))};
}

template <class T>
void pass(const Tree& tree, const InstanceT<T>& instance, const PositionT<T>& x, const T* q, const T* u,
          const VelocityT<T>& out) {
    out.V_WB[0] = {};
    out.c_W[0] = {};
    for (int B = 1; B < tree.size(); ++B) {
        const Node& node = tree[B];
        const Vec3T<T> p = x.p_PB_W[B];
        const SpatialVelocityT<T> V_WP = out.V_WB[node.parent];
        SpatialVelocityT<T> V_PB_W{};
        with_mobilities(node, [&]<int n, bool turns> {
            for (int i = 0; i < n; ++i) add_hinge<turns>(V_PB_W, x.H_W[node.u + i], u[node.u + i]);
        });
        const Vec3T<T> swing = cross(V_WP.w, p);  // of B as if welded to P
        out.V_WB[B] = {V_WP.w + V_PB_W.w, V_WP.v + swing + V_PB_W.v};
        SpatialAccelerationT<T> c{cross(V_WP.w, V_PB_W.w), cross(V_WP.w, swing + T(2.0) * V_PB_W.v)};
        if (node.has_bias) {
            const JointInput<T> in = joint_input(node, instance, q, x.scratch);
            const RotationT<T> R_WF = x.X_WB[node.parent].R * instance.body[B].X_PF.R;
            with_joint(node.kind, instance.by_angles[B],
                       [&]<class J> { c += bias_in_W<J>(node, in, R_WF, u + node.u, V_PB_W); });
        }
        out.c_W[B] = c;
    }
}

template <class T>
void jacobian_pass(const Tree& tree, const PositionT<T>& x, const T* u, SpatialVelocityT<T>* V_WB) {
    V_WB[0] = {};
    for (int B = 1; B < tree.size(); ++B) {
        const Node& node = tree[B];
        SpatialVelocityT<T> V = shift_outward(V_WB[node.parent], x.p_PB_W[B]);
        with_mobilities(node, [&]<int n, bool turns> {
            for (int i = 0; i < n; ++i) add_hinge<turns>(V, x.H_W[node.u + i], u[node.u + i]);
        });
        V_WB[B] = V;
    }
}

}  // namespace

template <>
SINEW_KERNEL void velocity_kinematics(const Tree& tree, const InstanceT<double>& instance,
                                      const PositionT<double>& x, const double* q, const double* u,
                                      const VelocityT<double>& out) {
    pass(tree, instance, x, q, u, out);
}

template <>
void velocity_kinematics(const Tree& tree, const InstanceT<Dual>& instance, const PositionT<Dual>& x,
                         const Dual* q, const Dual* u, const VelocityT<Dual>& out) {
    pass(tree, instance, x, q, u, out);
}

template <>
SINEW_KERNEL void multiply_by_J(const Tree& tree, const PositionT<double>& x, const double* u,
                                SpatialVelocity* V_WB) {
    jacobian_pass(tree, x, u, V_WB);
}

}  // namespace sinew
