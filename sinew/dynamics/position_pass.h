// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/dynamics/lanes.h>

#include <utility>

namespace sinew {

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

/// Places the bodies of subtrees that are alike, side by side.
void place_in_lanes(const Tree& tree, const InstanceT<double>& instance, const double* q, const Alike& alike,
                    const PositionT<double>& out);

}  // namespace sinew
