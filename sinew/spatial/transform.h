// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/math/rotation.h>

namespace sinew {

/// X_AB: where frame B stands in frame A. R turns, p is the vector from A's origin to B's, expressed in A (3.1).
template <class T>
struct TransformT {
    RotationT<T> R = RotationT<T>::identity();
    Vec3T<T> p{};

    friend constexpr Vec3T<T> operator*(const TransformT& X_AB, const Vec3T<T>& p_B) {
        return X_AB.p + X_AB.R * p_B;
    }
    friend constexpr TransformT operator*(const TransformT& X_AB, const TransformT& X_BC) {
        return {X_AB.R * X_BC.R, X_AB * X_BC.p};
    }
    constexpr TransformT inverse() const { return {R.inverse(), -transpose_times(R, p)}; }
};

using Transform = TransformT<double>;

}  // namespace sinew
