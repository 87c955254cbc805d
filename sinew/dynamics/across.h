// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/dynamics/hinge.h>

#include <type_traits>

namespace sinew {

template <class T>
inline constexpr bool is_pack = false;
template <int lanes>
inline constexpr bool is_pack<PackT<lanes>> = true;

/// Whether a joint of functions is of the short kind.
template <class J>
bool is_plain(const JointData* data) {
    if constexpr (std::is_same_v<J, FunctionBased>)
        return static_cast<const FunctionBased::Tables*>(data)->plain;
    else return false;
}
template <class J, class T>
void plain_across(const JointInput<T>& in, TransformT<T>& X_FM, SpatialVelocityT<T>* H_FM) {
    if constexpr (std::is_same_v<J, FunctionBased>) {
        T angle[3];
        FunctionBased::plain_angles(static_cast<const FunctionBased::Tables&>(*in.data), in.q, angle);
        const SinCos<T> sines[3]{sin_cos(angle[0]), sin_cos(angle[1]), sin_cos(angle[2])};
        FunctionBased::plain_X_and_H(in, sines, X_FM, H_FM);
    }
}
/// Whether packs of lanes go through a joint's functions as they are.
template <class J, int lanes>
bool goes_in_packs(const Node& node) {
    if constexpr (std::is_same_v<J, CustomJoint>)
        return CustomJoint::formula_on<PackT<lanes>>(node.data) != nullptr;
    else return has_own_size<J> || (is_plain<J>(node.data) && !node.reversed);
}

/// Pose and hinge map across any joint, in F. One described from body to parent is used by its inverse, which keeps its
/// coordinates' meaning:
///     X_FB = X_BF⁻¹     H_w = −R H'_w     H_v = −(R H'_v + p × H_w)     R, p of X_FB                          (7.3)
template <class J, class T>
void across_in_place(const Node& node, const JointInput<T>& in, TransformT<T>& X_FB,
                     SpatialVelocityT<T>* H_FB) {
    TransformT<T> as_described;
    if (is_plain<J>(in.data) && !node.reversed) {
        plain_across<J>(in, as_described, H_FB);
    } else if constexpr (has_own_size<J> || !is_pack<T> || std::is_same_v<J, CustomJoint>) {
        as_described = J::X_FM(in);
        hinge_map<J>(in, H_FB);
    }
    X_FB = node.reversed ? as_described.inverse() : as_described;
    if (!node.reversed) return;
    for (int i = 0; i < node.nu; ++i) {
        H_FB[i].w = -(X_FB.R * H_FB[i].w);
        H_FB[i].v = -(X_FB.R * H_FB[i].v + cross(X_FB.p, H_FB[i].w));
    }
}

/// Ḣ u across the joint, derivative taken in F, expressed in W (7.7). For a reversed joint, with b = Ḣ'u of
/// the joint as described and (w, v) the velocity of B in P (5.8):
///     β = −R b_w     a = −R b_v + 2 w × v − p × β + w × (p × w)
/// H_W and u are those of the joint.
template <class J, class T>
SpatialAccelerationT<T> bias_in_place(const Node& node, const JointInput<T>& in, const RotationT<T>& R_WF,
                                      const SpatialVelocityT<T>* H_W, const T* u) {
    const SpatialAccelerationT<T> b = hinge_bias<J>(in, u);
    if (!node.reversed) return R_WF * b;
    SpatialVelocityT<T> V_PB_W{};
    for (int i = 0; i < node.nu; ++i) V_PB_W += u[i] * H_W[i];
    const TransformT<T> X_FM = TransformT<T>(J::X_FM(in)).inverse();
    const Vec3T<T> w = V_PB_W.w, v = V_PB_W.v, p = R_WF * X_FM.p;
    const SpatialAccelerationT<T> b_W = R_WF * (X_FM.R * b);
    const Vec3T<T> beta = -b_W.w;
    return {beta, T(2.0) * cross(w, v) - b_W.v - cross(p, beta) + cross(w, cross(p, w))};
}

/// The same by a call: the functions of all joints at once would crowd the registers of a loop that they were put into.
template <class J, class T>
[[gnu::noinline]] void across(const Node& node, const JointInput<T>& in, TransformT<T>& X_FB,
                              SpatialVelocityT<T>* H_FB) {
    across_in_place<J>(node, in, X_FB, H_FB);
}
template <class J, class T>
[[gnu::noinline]] SpatialAccelerationT<T> bias_in_W(const Node& node, const JointInput<T>& in,
                                                    const RotationT<T>& R_WF, const SpatialVelocityT<T>* H_W,
                                                    const T* u) {
    return bias_in_place<J>(node, in, R_WF, H_W, u);
}

}  // namespace sinew
