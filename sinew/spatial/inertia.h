// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/math/mat3.h>
#include <sinew/math/rotation.h>
#include <sinew/spatial/vectors.h>

namespace sinew {

/// A rigid body's inertia about a frame's origin: mass m, first moment h = m p_c, second moment I about the
/// origin (3.5). Ten numbers; massless bodies need no division.
template <class T>
struct RigidInertiaT {
    T m{};
    Vec3T<T> h;
    Sym3T<T> I;

    /// Momentum: (I w + h × v, m v − h × w) (3.6).
    friend constexpr SpatialMomentumT<T> operator*(const RigidInertiaT& M, const SpatialVelocityT<T>& V) {
        return {M.I * V.w + cross(M.h, V.v), M.m * V.v - cross(M.h, V.w)};
    }
    friend constexpr SpatialForceT<T> operator*(const RigidInertiaT& M, const SpatialAccelerationT<T>& A) {
        return {M.I * A.w + cross(M.h, A.v), M.m * A.v - cross(M.h, A.w)};
    }
    friend constexpr RigidInertiaT operator+(const RigidInertiaT& a, const RigidInertiaT& b) {
        return {a.m + b.m, a.h + b.h, a.I + b.I};
    }
    constexpr RigidInertiaT& operator+=(const RigidInertiaT& b) {
        return m += b.m, h += b.h, I += b.I, *this;
    }
};

using RigidInertia = RigidInertiaT<double>;

template <class T>
constexpr RigidInertiaT<T> re_express(const RotationT<T>& R, const RigidInertiaT<T>& M) {
    return {M.m, R * M.h, re_express(R, M.I)};
}

/// The same body seen from a point from which the old origin lies at p:
/// h' = h + m p,   I' = I + [p·h + h'·p] 1 − (p hᵀ + h' pᵀ), symmetric (3.7).
template <class T>
constexpr RigidInertiaT<T> shift_inward(const RigidInertiaT<T>& M, const Vec3T<T>& p) {
    const Vec3T<T> h = M.h + M.m * p;
    const T a = p.x * M.h.x + h.x * p.x, b = p.y * M.h.y + h.y * p.y, c = p.z * M.h.z + h.z * p.z;
    return {M.m,
            h,
            {M.I.xx + (b + c), M.I.yy + (a + c), M.I.zz + (a + b), M.I.xy - (p.x * M.h.y + h.x * p.y),
             M.I.xz - (p.x * M.h.z + h.x * p.z), M.I.yz - (p.y * M.h.z + h.y * p.z)}};
}

/// What must act on a turning body beside M A: (w × I w, w × (w × h)) (3.8).
template <class T>
constexpr SpatialForceT<T> gyroscopic_force(const RigidInertiaT<T>& M, const Vec3T<T>& w) {
    return {cross(w, M.I * w), cross(w, cross(w, M.h))};
}

/// Kinetic energy ½ Vᵀ M V (3.9).
template <class T>
constexpr T kinetic_energy(const RigidInertiaT<T>& M, const SpatialVelocityT<T>& V) {
    return T(0.5) * dot(M * V, V);
}

/// The inertia a body shows together with all that hangs on it by free joints: [J F; Fᵀ M], 21 numbers (3.10).
template <class T>
struct ArticulatedInertiaT {
    Sym3T<T> J;
    Mat3T<T> F;
    Sym3T<T> M;

    friend constexpr SpatialForceT<T> operator*(const ArticulatedInertiaT& Y,
                                                const SpatialAccelerationT<T>& A) {
        return {Y.J * A.w + Y.F * A.v, transpose_times(Y.F, A.w) + Y.M * A.v};
    }
    friend constexpr ArticulatedInertiaT operator+(const ArticulatedInertiaT& a,
                                                   const ArticulatedInertiaT& b) {
        return {a.J + b.J, a.F + b.F, a.M + b.M};
    }
    constexpr ArticulatedInertiaT& operator+=(const ArticulatedInertiaT& b) {
        return J += b.J, F += b.F, M += b.M, *this;
    }
};

using ArticulatedInertia = ArticulatedInertiaT<double>;

template <class T>
constexpr ArticulatedInertiaT<T> articulated(const RigidInertiaT<T>& M) {
    const T zero(0.0);
    return {M.I, cross_matrix(M.h), {M.m, M.m, M.m, zero, zero, zero}};
}

/// Seen from a point from which the old origin lies at p: F' = F + p× M,   J' = J + p× Fᵀ − F' p× (3.11).
template <class T>
constexpr ArticulatedInertiaT<T> shift_inward(const ArticulatedInertiaT<T>& Y, const Vec3T<T>& p) {
    const Mat3T<T> M = full(Y.M);
    const Mat3T<T> F{Y.F.x + cross(p, M.x), Y.F.y + cross(p, M.y), Y.F.z + cross(p, M.z)};
    // p× Fᵀ has columns p × (row of F); −F' p× has columns −F' (p × e_j). Only six entries are needed.
    const Mat3T<T> R = transpose(Y.F);
    Sym3T<T> J = Y.J;
    J.xx += p.y * R.x.z - p.z * R.x.y + p.y * F.z.x - p.z * F.y.x;
    J.xy += p.y * R.y.z - p.z * R.y.y + p.z * F.x.x - p.x * F.z.x;
    J.xz += p.y * R.z.z - p.z * R.z.y + p.x * F.y.x - p.y * F.x.x;
    J.yy += p.z * R.y.x - p.x * R.y.z + p.z * F.x.y - p.x * F.z.y;
    J.yz += p.z * R.z.x - p.x * R.z.z + p.x * F.y.y - p.y * F.x.y;
    J.zz += p.x * R.z.y - p.y * R.z.x + p.x * F.y.z - p.y * F.x.z;
    return {J, F, Y.M};
}

}  // namespace sinew
