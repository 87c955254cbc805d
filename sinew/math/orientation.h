// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/math/rotation.h>

namespace sinew {

/// (w, x, y, z), scalar first. Its length never has a physical effect.
template <class T>
struct QuaternionT {
    T w{1.0}, x{0.0}, y{0.0}, z{0.0};
};
using Quaternion = QuaternionT<double>;

/// The rotation a quaternion of any length (but zero) stands for (2.7).
template <class T>
RotationT<T> rotation_of(const QuaternionT<T>& e) {
    const T s = T(2.0) / (e.w * e.w + e.x * e.x + e.y * e.y + e.z * e.z);
    const T xx = s * e.x * e.x, yy = s * e.y * e.y, zz = s * e.z * e.z;
    const T xy = s * e.x * e.y, xz = s * e.x * e.z, yz = s * e.y * e.z;
    const T wx = s * e.w * e.x, wy = s * e.w * e.y, wz = s * e.w * e.z;
    return {{{T(1.0) - yy - zz, xy + wz, xz - wy},
             {xy - wz, T(1.0) - xx - zz, yz + wx},
             {xz + wy, yz - wx, T(1.0) - xx - yy}}};
}

/// Rx(a) Ry(b) Rz(c): turns about x, then the new y, then the newest z (2.8).
template <class T>
RotationT<T> rotation_of_xyz(const SinCos<T>& a, const SinCos<T>& b, const SinCos<T>& c) {
    const T sasb = a.sin * b.sin, casb = a.cos * b.sin;
    return {{{b.cos * c.cos, a.cos * c.sin + sasb * c.cos, a.sin * c.sin - casb * c.cos},
             {-b.cos * c.sin, a.cos * c.cos - sasb * c.sin, a.sin * c.cos + casb * c.sin},
             {b.sin, -a.sin * b.cos, a.cos * b.cos}}};
}

inline Rotation rotation_of_xyz(const Vec3& angles) {
    return rotation_of_xyz(sin_cos(angles.x), sin_cos(angles.y), sin_cos(angles.z));
}

/// Unit quaternion of a rotation, w >= 0.
Quaternion quaternion_of(const Rotation& R);
/// Body-fixed x-y-z angles; the middle one in [-90°, 90°]. At the singularity the first angle is zero.
Vec3 xyz_angles_of(const Rotation& R);
/// Body-fixed x-y angles whose rotation comes nearest to R.
Vec3 xy_angles_nearest(const Rotation& R);
/// The vector whose direction is the axis and whose length is the angle, in [0, π].
Vec3 rotation_vector_of(const Rotation& R);
/// A rotation that takes the z axis to the direction of a (not zero); the shortest turn that does.
Rotation rotation_taking_z_to(const Vec3& a);

}  // namespace sinew
