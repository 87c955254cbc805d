// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/math/rotation.h>

namespace sinew {

/// Motion of a frame: turning w, and v of its origin. Velocity and acceleration are different types.
template <class T, class Kind>
struct MotionT {
    Vec3T<T> w, v;

    friend constexpr MotionT operator-(const MotionT& a) { return {-a.w, -a.v}; }
    friend constexpr MotionT operator+(const MotionT& a, const MotionT& b) { return {a.w + b.w, a.v + b.v}; }
    friend constexpr MotionT operator-(const MotionT& a, const MotionT& b) { return {a.w - b.w, a.v - b.v}; }
    friend constexpr MotionT operator*(const T& s, const MotionT& a) { return {s * a.w, s * a.v}; }
    constexpr MotionT& operator+=(const MotionT& b) { return w += b.w, v += b.v, *this; }
    constexpr MotionT& operator-=(const MotionT& b) { return w -= b.w, v -= b.v, *this; }
};

/// Action on a body: moment m about the origin, and force f through it. Force and momentum are different types.
template <class T, class Kind>
struct ActionT {
    Vec3T<T> m, f;

    friend constexpr ActionT operator-(const ActionT& a) { return {-a.m, -a.f}; }
    friend constexpr ActionT operator+(const ActionT& a, const ActionT& b) { return {a.m + b.m, a.f + b.f}; }
    friend constexpr ActionT operator-(const ActionT& a, const ActionT& b) { return {a.m - b.m, a.f - b.f}; }
    friend constexpr ActionT operator*(const T& s, const ActionT& a) { return {s * a.m, s * a.f}; }
    constexpr ActionT& operator+=(const ActionT& b) { return m += b.m, f += b.f, *this; }
    constexpr ActionT& operator-=(const ActionT& b) { return m -= b.m, f -= b.f, *this; }
};

template <class T>
using SpatialVelocityT = MotionT<T, struct VelocityKind>;
template <class T>
using SpatialAccelerationT = MotionT<T, struct AccelerationKind>;
template <class T>
using SpatialForceT = ActionT<T, struct ForceVectorKind>;
template <class T>
using SpatialMomentumT = ActionT<T, struct MomentumKind>;

using SpatialVelocity = SpatialVelocityT<double>;
using SpatialAcceleration = SpatialAccelerationT<double>;
using SpatialForce = SpatialForceT<double>;
using SpatialMomentum = SpatialMomentumT<double>;

/// Power of an action on a motion; with an acceleration, its rate's first part (3.2).
template <class T, class A, class M>
constexpr T dot(const ActionT<T, A>& F, const MotionT<T, M>& V) {
    return dot(F.m, V.w) + dot(F.f, V.v);
}

/// Motion of a frame carried rigidly at p from the given one: v + w × p (3.3).
template <class T, class Kind>
constexpr MotionT<T, Kind> shift_outward(const MotionT<T, Kind>& V, const Vec3T<T>& p) {
    return {V.w, V.v + cross(V.w, p)};
}

/// The same action, its moment taken about a point from which the old one lies at p: m + p × f (3.4).
/// The transpose of shift_outward, so that power is the same at both ends.
template <class T, class Kind>
constexpr ActionT<T, Kind> shift_inward(const ActionT<T, Kind>& F, const Vec3T<T>& p) {
    return {F.m + cross(p, F.f), F.f};
}

template <class T, class Kind>
constexpr MotionT<T, Kind> operator*(const RotationT<T>& R, const MotionT<T, Kind>& V) {
    return {R * V.w, R * V.v};
}

template <class T, class Kind>
constexpr ActionT<T, Kind> operator*(const RotationT<T>& R, const ActionT<T, Kind>& F) {
    return {R * F.m, R * F.f};
}

}  // namespace sinew
