// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/math/rotation.h>
#include <sinew/spatial/transform.h>

namespace sinew {

/// A pose across a joint whose special form is known to the compiler, so that placing a body by a pin costs two
/// turned axes instead of a full product (5.2). Every such pose converts to a plain Transform.
template <class Turn, class Shift>
struct JointPose {
    Turn R;
    Shift p;
    template <class T>
    operator TransformT<T>() const {
        return {RotationT<T>::identity() * R, RotationT<T>::identity() * p};
    }
};
template <class Turn, class Shift>
JointPose(Turn, Shift) -> JointPose<Turn, Shift>;

/// No turn; no shift.
struct Nothing {};

/// A turn about the z axis.
template <class T>
struct TurnZ {
    T sin, cos;
    explicit TurnZ(const T& angle) : TurnZ(sin_cos(angle)) {}
    explicit TurnZ(const SinCos<T>& angle) : sin(angle.sin), cos(angle.cos) {}
};

/// A shift along one axis.
template <class T>
struct ShiftX {
    T x;
};
template <class T>
struct ShiftZ {
    T z;
};
/// A shift in the x-y plane. A shift in any direction is a plain Vec3.
template <class T>
struct ShiftXY {
    T x, y;
};

template <class T>
constexpr RotationT<T> operator*(const RotationT<T>& R, Nothing) {
    return R;
}
template <class T>
constexpr RotationT<T> operator*(const RotationT<T>& R, const TurnZ<T>& turn) {
    return {{turn.cos * R.x + turn.sin * R.y, turn.cos * R.y - turn.sin * R.x, R.z}};
}
template <class T>
constexpr Vec3T<T> operator*(const RotationT<T>& R, const ShiftX<T>& shift) {
    return shift.x * R.x;
}
template <class T>
constexpr Vec3T<T> operator*(const RotationT<T>& R, const ShiftZ<T>& shift) {
    return shift.z * R.z;
}
template <class T>
constexpr Vec3T<T> operator*(const RotationT<T>& R, const ShiftXY<T>& shift) {
    return shift.x * R.x + shift.y * R.y;
}

/// R_WF p_FM for the passes; a joint that only turns adds nothing.
template <class T, class Shift>
constexpr void add_shift(Vec3T<T>& p, const RotationT<T>& R, const Shift& shift) {
    p += R * shift;
}
template <class T>
constexpr void add_shift(Vec3T<T>&, const RotationT<T>&, Nothing) {}

template <class Turn>
struct JointPose<Turn, Nothing> {
    Turn R;
    Nothing p;
    template <class T>
    operator TransformT<T>() const {
        return {RotationT<T>::identity() * R, {}};
    }
};

}  // namespace sinew
