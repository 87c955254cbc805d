// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/joints/contract.h>

#include <utility>

namespace sinew {

// The position pass's step across one joint (7.2), (7.4); B stands at M.

/// A fixed column in W. The column is a constant, or the compiler would look it up for every body.
template <Column c, class T>
SpatialVelocityT<T> fixed_column(const RotationT<T>& R_WF) {
    if constexpr (is_turn(c)) return {axis_of<c>(R_WF), {}};
    else return {{}, axis_of<c>(R_WF)};
}

/// The common case, a joint that turns about and slides along fixed axes of F: its pose keeps its special form, and its
/// hinge map in W is just F's axes.
template <class J, class Pose, class T>
void place_by_fixed_axes(const Pose& X_FB, const TransformT<T>& X_WP, const TransformT<T>& X_PF,
                         TransformT<T>& X_WB, Vec3T<T>& p_PB_W, SpatialVelocityT<T>* H_W) {
    const RotationT<T> R_WF = X_WP.R * X_PF.R;
    p_PB_W = X_WP.R * X_PF.p;
    add_shift(p_PB_W, R_WF, X_FB.p);
    X_WB.R = R_WF * X_FB.R;
    X_WB.p = X_WP.p + p_PB_W;
    [&]<std::size_t... i>(std::index_sequence<i...>) { ((H_W[i] = fixed_column<J::columns[i]>(R_WF)), ...); }
    (std::make_index_sequence<J::columns.size()>());
}

/// Any joint, by its pose and the nu columns of its hinge map in F; turns: these have no v.
template <class T>
void place_by_columns(int nu, bool turns, const TransformT<T>& X_WP, const TransformT<T>& X_PF,
                      const TransformT<T>& X_FB, const SpatialVelocityT<T>* H_FB, TransformT<T>& X_WB,
                      Vec3T<T>& p_PB_W, SpatialVelocityT<T>* H_W) {
    const RotationT<T> R_WF = X_WP.R * X_PF.R;
    p_PB_W = X_WP.R * X_PF.p + R_WF * X_FB.p;
    X_WB.R = R_WF * X_FB.R;
    X_WB.p = X_WP.p + p_PB_W;
    for (int i = 0; i < nu; ++i) {
        H_W[i].w = R_WF * H_FB[i].w;
        H_W[i].v = turns ? Vec3T<T>{} : R_WF * H_FB[i].v;
    }
}

}  // namespace sinew
