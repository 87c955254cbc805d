// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/kernel.h>
#include <sinew/dynamics/hinge.h>
#include <sinew/dynamics/position.h>
#include <sinew/math/dual.h>

namespace sinew {

namespace {

/// The hinge map in W of a joint that leads from parent to body. Fixed columns are just F's axes.
template <class J, class T>
void express_hinge(const Node& node, const JointInput<T>& in, const RotationT<T>& R_WF,
                   SpatialVelocityT<T>* H_W) {
    SpatialVelocityT<T> H_FM[6];
    if constexpr (!has_fixed_axes<J>()) J::H_FM(in, H_FM);
    const int n = nu_of<J>(node.data);
    for (int i = 0; i < n; ++i) {
        const Column c = J::nu < 0 ? Column::general : J::columns[static_cast<std::size_t>(i)];
        if (is_fixed(c) && is_turn(c)) H_W[i] = {axis_of(R_WF, c), {}};
        else if (is_fixed(c)) H_W[i] = {{}, axis_of(R_WF, c)};
        else if (c == Column::turn) H_W[i] = {R_WF * H_FM[i].w, {}};
        else if (c == Column::slide) H_W[i] = {{}, R_WF * H_FM[i].v};
        else H_W[i] = R_WF * H_FM[i];
    }
}

/// A joint described from body to parent, used from parent to body: its inverse, with its coordinates' meaning kept.
///     X_FM = X_MF⁻¹     H_w = −R H'_w     H_v = −(R H'_v + p × H_w)     R, p of X_FM                   (7.3)
template <class J, class T>
TransformT<T> reverse_hinge(const Node& node, const JointInput<T>& in, const RotationT<T>& R_WF,
                            SpatialVelocityT<T>* H_W) {
    const TransformT<T> X_FM = TransformT<T>(J::X_FM(in)).inverse();
    SpatialVelocityT<T> H_MF[6];
    hinge_map<J>(in, H_MF);
    for (int i = 0; i < node.nu; ++i) {
        const Vec3T<T> w = -(X_FM.R * H_MF[i].w);
        H_W[i] = R_WF * SpatialVelocityT<T>{w, -(X_FM.R * H_MF[i].v + cross(X_FM.p, w))};
    }
    return X_FM;
}

template <class J, class T>
void place(const Node& node, const BodyConstantsT<T>& body, const JointInput<T>& in,
           const TransformT<T>& X_WP, TransformT<T>& X_WB, Vec3T<T>& p_PB_W, SpatialVelocityT<T>* H_W) {
    const RotationT<T> R_WF = X_WP.R * body.X_PF.R;
    p_PB_W = X_WP.R * body.X_PF.p;
    if (node.reversed) {
        const TransformT<T> X_FM = reverse_hinge<J>(node, in, R_WF, H_W);
        p_PB_W += R_WF * X_FM.p;
        X_WB.R = R_WF * X_FM.R;  // letters: B is compiled to have M as its frame
    } else {
        const auto X_FM = J::X_FM(in);
        add_shift(p_PB_W, R_WF, X_FM.p);
        X_WB.R = R_WF * X_FM.R;  // letters: B is compiled to have M as its frame
        express_hinge<J>(node, in, R_WF, H_W);
    }
    X_WB.p = X_WP.p + p_PB_W;
}

template <class T>
void pass(const Tree& tree, const InstanceT<T>& instance, const T* q, const PositionT<T>& out) {
    out.X_WB[0] = {};
    out.M_B_W[0] = {};
    out.p_PB_W[0] = {};
    for (int B = 1; B < tree.size(); ++B) {
        const Node& node = tree[B];
        const JointInput<T> in = joint_input(node, instance, q, out.scratch);
        with_joint(node.kind, instance.by_angles[B], [&]<class J> {
            place<J>(node, instance.body[B], in, out.X_WB[node.parent], out.X_WB[B], out.p_PB_W[B],
                     out.H_W + node.u);
        });
        out.M_B_W[B] = re_express(out.X_WB[B].R, instance.body[B].M_B);
    }
}

}  // namespace

template <>
SINEW_KERNEL void position_kinematics(const Tree& tree, const InstanceT<double>& instance, const double* q,
                                      const PositionT<double>& out) {
    pass(tree, instance, q, out);
}

template <>
void position_kinematics(const Tree& tree, const InstanceT<Dual>& instance, const Dual* q,
                         const PositionT<Dual>& out) {
    pass(tree, instance, q, out);
}

}  // namespace sinew
