// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/fetch.h>
#include <sinew/base/kernel.h>
#include <sinew/dynamics/hinge.h>
#include <sinew/dynamics/position.h>
#include <sinew/math/dual.h>

#include <utility>

namespace sinew {

namespace {

/// A fixed column in W. The column is a constant, or the compiler would look it up for every body.
template <Column c, class T>
SpatialVelocityT<T> fixed_column(const RotationT<T>& R_WF) {
    if constexpr (is_turn(c)) return {axis_of<c>(R_WF), {}};
    else return {{}, axis_of<c>(R_WF)};
}

/// The common case, a joint that turns about and slides along fixed axes of F: its pose keeps its special form, and its
/// hinge map in W is just F's axes.
template <class J, class T>
void place_by_fixed_axes(const JointInput<T>& in, const TransformT<T>& X_WP, const TransformT<T>& X_PF,
                         TransformT<T>& X_WB, Vec3T<T>& p_PB_W, SpatialVelocityT<T>* H_W) {
    const RotationT<T> R_WF = X_WP.R * X_PF.R;
    const auto X_FB = J::X_FM(in);  // B stands at M
    p_PB_W = X_WP.R * X_PF.p;
    add_shift(p_PB_W, R_WF, X_FB.p);
    X_WB.R = R_WF * X_FB.R;
    X_WB.p = X_WP.p + p_PB_W;
    [&]<std::size_t... i>(std::index_sequence<i...>) { ((H_W[i] = fixed_column<J::columns[i]>(R_WF)), ...); }
    (std::make_index_sequence<J::columns.size()>());
}

/// Pose and hinge map across any joint, in F. One described from body to parent is used by its inverse, which keeps its
/// coordinates' meaning:
///     X_FB = X_BF⁻¹     H_w = −R H'_w     H_v = −(R H'_v + p × H_w)     R, p of X_FB                          (7.3)
template <class J, class T>
[[gnu::noinline]] void across(const Node& node, const JointInput<T>& in, TransformT<T>& X_FB,
                              SpatialVelocityT<T>* H_FB) {
    const TransformT<T> as_described = J::X_FM(in);
    hinge_map<J>(in, H_FB);
    X_FB = node.reversed ? as_described.inverse() : as_described;
    if (!node.reversed) return;
    for (int i = 0; i < node.nu; ++i) {
        H_FB[i].w = -(X_FB.R * H_FB[i].w);
        H_FB[i].v = -(X_FB.R * H_FB[i].v + cross(X_FB.p, H_FB[i].w));
    }
}

template <class T>
void place(const Node& node, const TransformT<T>& X_WP, const TransformT<T>& X_PF, const TransformT<T>& X_FB,
           const SpatialVelocityT<T>* H_FB, TransformT<T>& X_WB, Vec3T<T>& p_PB_W, SpatialVelocityT<T>* H_W) {
    const RotationT<T> R_WF = X_WP.R * X_PF.R;
    p_PB_W = X_WP.R * X_PF.p + R_WF * X_FB.p;
    X_WB.R = R_WF * X_FB.R;
    X_WB.p = X_WP.p + p_PB_W;
    for (int i = 0; i < node.nu; ++i) H_W[i] = R_WF * H_FB[i];
}

template <class T>
void pass(const Tree& tree, const InstanceT<T>& instance, const T* q, const PositionT<T>& out) {
    out.X_WB[0] = {};
    out.M_B_W[0] = {};
    out.p_PB_W[0] = {};
    TransformT<T> X_FB;
    SpatialVelocityT<T> H_FB[max_nu];
    const int bodies = tree.size();
    for (int B = 1; B < bodies; ++B) {
        const Node& node = tree[B];
        fetch(instance.body, B + fetch_distance);
        fetch<true>(out.M_B_W, B + fetch_distance);
        fetch<true>(out.X_WB, B + fetch_distance);
        const TransformT<T>&X_WP = out.X_WB[node.parent], &X_PF = instance.body[B].X_PF;
        SpatialVelocityT<T>* H_W = out.H_W + node.u;
        const bool placed = with_joint(node.kind, instance.by_angles[B], [&]<class J> {
            const JointInput<T> in = joint_input(node, instance, q, out.scratch);
            if constexpr (has_fixed_axes<J>()) {
                if (!node.reversed) {
                    place_by_fixed_axes<J>(in, X_WP, X_PF, out.X_WB[B], out.p_PB_W[B], H_W);
                    return true;
                }
            }
            across<J>(node, in, X_FB, H_FB);
            return false;
        });
        if (!placed) place(node, X_WP, X_PF, X_FB, H_FB, out.X_WB[B], out.p_PB_W[B], H_W);
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
