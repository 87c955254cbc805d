// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/joints/pose.h>
#include <sinew/joints/rates.h>
#include <sinew/spatial/transform.h>
#include <sinew/spatial/vectors.h>

#include <array>
#include <concepts>

namespace sinew {

/// Data of a joint beyond numbers: the tables of a function-based joint, the user's own joint object.
struct JointData {
    virtual ~JointData() = default;
};

/// What the functions of a joint are given.
template <class T>
struct JointInput {
    const T* k;             ///< the joint's parameters, in the order of its parameter_names
    const T* q;             ///< its coordinates
    T* scratch;             ///< scratch_size numbers: X_FM leaves there what H_FM and bias_FM need again
    const JointData* data;  ///< null for joints that are numbers only
};

/// One column of the hinge map H_FM. Most joints turn about or slide along fixed axes of F; naming the axis is all
/// they need to say, and the passes exploit it. A general column is filled by the joint's own H_FM, which need not
/// write the fixed ones, nor the v of a column that only turns or the w of one that only slides.
enum class Column : unsigned char { turn_x, turn_y, turn_z, slide_x, slide_y, slide_z, turn, slide, general };

constexpr bool is_fixed(Column c) { return c < Column::turn; }
/// True for a column without translation of M's origin.
constexpr bool is_turn(Column c) { return c <= Column::turn_z || c == Column::turn; }

/// The contract of a joint between frame F (on the body it comes from) and frame M (on the body it leads to). (5.1)
///     X_FM(q)           where M stands in F
///     H_FM(q)           V_FM = H_FM u, derivatives taken in F, v of M's origin
///     bias_FM(q, u)     A_FM = H_FM u̇ + Ḣ_FM u; this is the second part
///     Rates             q̇ = N(q) u, where speeds are not just rates
///     fit(X_FM, q)      the q whose pose comes nearest to a given one; q holds a guess for those that iterate
/// A joint with only fixed columns needs neither H_FM nor bias_FM. See pin.h for the shortest one, universal.h for one
/// with a moving axis, ball.h for one with a quaternion, sizes.h for what a joint of run-time size says.
template <class J>
concept JointDefinition = requires(const JointInput<double>& in, const Transform& X, double* q) {
    { J::name } -> std::convertible_to<const char*>;
    { J::nq } -> std::convertible_to<int>;
    { J::nu } -> std::convertible_to<int>;
    J::coordinate_names.size();
    J::columns.size();
    { J::X_FM(in) } -> std::convertible_to<Transform>;
    J::fit(in, X, q);
};

/// What a joint need not say: no parameters, no scratch, speeds that are rates.
template <class J>
constexpr auto parameter_names_of() {
    if constexpr (requires { J::parameter_names; }) return J::parameter_names;
    else return std::array<const char*, 0>{};
}
template <class J>
constexpr int scratch_size_of() {
    if constexpr (requires { J::scratch_size; }) return J::scratch_size;
    else return 0;
}
template <class J>
struct RatesOf {
    using Type = SpeedsAreRates;
};
template <class J>
requires requires { typename J::Rates; }
struct RatesOf<J> {
    using Type = typename J::Rates;
};

/// Whether all columns of a joint are fixed in F, so that H_FM and bias_FM need not be asked.
template <class J>
constexpr bool has_fixed_axes() {
    if (J::nu < 0) return false;
    for (const Column c : J::columns)
        if (!is_fixed(c)) return false;
    return true;
}

/// Whether no column moves M's origin: the joint turns about it.
template <class J>
constexpr bool only_turns() {
    if (J::nu < 0) return false;
    for (const Column c : J::columns)
        if (!is_turn(c)) return false;
    return true;
}

/// The unit vector of a fixed column, expressed in the frame whose axes R's columns are.
template <Column c, class T>
constexpr const Vec3T<T>& axis_of(const RotationT<T>& R) {
    constexpr int axis = static_cast<int>(c) % 3;
    if constexpr (axis == 0) return R.x;
    else if constexpr (axis == 1) return R.y;
    else return R.z;
}

}  // namespace sinew
