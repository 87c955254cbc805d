// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/math/mat3.h>

namespace sinew {

/// R_GB: its columns are B's axes expressed in G, so v_G = R_GB v_B (2.4). Orthonormal and right-handed by
/// construction; is_rotation() tests what came from outside.
template <class T>
struct RotationT : Mat3T<T> {
    static constexpr RotationT identity() {
        return {{{T(1.0), T(0.0), T(0.0)}, {T(0.0), T(1.0), T(0.0)}, {T(0.0), T(0.0), T(1.0)}}};
    }
    static RotationT about_x(const T& angle) {
        const auto [s, c] = sin_cos(angle);
        return {{{T(1.0), T(0.0), T(0.0)}, {T(0.0), c, s}, {T(0.0), -s, c}}};
    }
    static RotationT about_y(const T& angle) {
        const auto [s, c] = sin_cos(angle);
        return {{{c, T(0.0), -s}, {T(0.0), T(1.0), T(0.0)}, {s, T(0.0), c}}};
    }
    static RotationT about_z(const T& angle) {
        const auto [s, c] = sin_cos(angle);
        return {{{c, s, T(0.0)}, {-s, c, T(0.0)}, {T(0.0), T(0.0), T(1.0)}}};
    }
    /// Turns by angle about a unit vector: R = c 1 + s a× + (1−c) a aᵀ (2.5).
    static RotationT about(const Vec3T<T>& a, const T& angle) {
        const auto [s, c] = sin_cos(angle);
        const Vec3T<T> k = (T(1.0) - c) * a;
        return {{{c + k.x * a.x, k.x * a.y + s * a.z, k.x * a.z - s * a.y},
                 {k.y * a.x - s * a.z, c + k.y * a.y, k.y * a.z + s * a.x},
                 {k.z * a.x + s * a.y, k.z * a.y - s * a.x, c + k.z * a.z}}};
    }

    friend constexpr Vec3T<T> operator*(const RotationT& R, const Vec3T<T>& v) {
        return static_cast<const Mat3T<T>&>(R) * v;
    }
    friend constexpr RotationT operator*(const RotationT& R_AB, const RotationT& R_BC) {
        return {{R_AB * R_BC.x, R_AB * R_BC.y, R_AB * R_BC.z}};
    }
    constexpr RotationT inverse() const { return {transpose(static_cast<const Mat3T<T>&>(*this))}; }
};

using Rotation = RotationT<double>;

/// R S Rᵀ: a symmetric tensor re-expressed (2.6).
template <class T>
constexpr Sym3T<T> re_express(const RotationT<T>& R, const Sym3T<T>& S) {
    const Vec3T<T> a = R * Vec3T<T>{S.xx, S.xy, S.xz}, b = R * Vec3T<T>{S.xy, S.yy, S.yz};
    const Vec3T<T> c = R * Vec3T<T>{S.xz, S.yz, S.zz};  // R S = [a b c]
    return {a.x * R.x.x + b.x * R.y.x + c.x * R.z.x, a.y * R.x.y + b.y * R.y.y + c.y * R.z.y,
            a.z * R.x.z + b.z * R.y.z + c.z * R.z.z, a.x * R.x.y + b.x * R.y.y + c.x * R.z.y,
            a.x * R.x.z + b.x * R.y.z + c.x * R.z.z, a.y * R.x.z + b.y * R.y.z + c.y * R.z.z};
}

/// The rotation nearest to a matrix that is almost one, by Newton's iteration R ← ½ R (3 − RᵀR) (2.10).
Rotation nearest_rotation(const Mat3& R);

/// How far a matrix is from a rotation: the largest entry of RᵀR − 1, or 2 if it is left-handed.
double rotation_defect(const Mat3& R);

}  // namespace sinew
