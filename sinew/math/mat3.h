// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/math/vec3.h>

namespace sinew {

/// A 3x3 matrix, held as its columns x, y, z.
template <class T>
struct Mat3T {
    Vec3T<T> x, y, z;

    friend constexpr Vec3T<T> operator*(const Mat3T& m, const Vec3T<T>& a) {
        return {m.x.x * a.x + m.y.x * a.y + m.z.x * a.z, m.x.y * a.x + m.y.y * a.y + m.z.y * a.z,
                m.x.z * a.x + m.y.z * a.y + m.z.z * a.z};
    }
    friend constexpr Mat3T operator*(const Mat3T& a, const Mat3T& b) { return {a * b.x, a * b.y, a * b.z}; }
    friend constexpr Mat3T operator+(const Mat3T& a, const Mat3T& b) {
        return {a.x + b.x, a.y + b.y, a.z + b.z};
    }
    friend constexpr Mat3T operator-(const Mat3T& a, const Mat3T& b) {
        return {a.x - b.x, a.y - b.y, a.z - b.z};
    }
    constexpr Mat3T& operator+=(const Mat3T& b) { return x += b.x, y += b.y, z += b.z, *this; }
    constexpr Mat3T& operator-=(const Mat3T& b) { return x -= b.x, y -= b.y, z -= b.z, *this; }
    constexpr const T& operator()(int row, int column) const {
        return (column == 0 ? x : column == 1 ? y : z)[row];
    }
};

using Mat3 = Mat3T<double>;

/// mᵀ a without forming mᵀ.
template <class T>
constexpr Vec3T<T> transpose_times(const Mat3T<T>& m, const Vec3T<T>& a) {
    return {dot(m.x, a), dot(m.y, a), dot(m.z, a)};
}

template <class T>
constexpr Mat3T<T> transpose(const Mat3T<T>& m) {
    return {{m.x.x, m.y.x, m.z.x}, {m.x.y, m.y.y, m.z.y}, {m.x.z, m.y.z, m.z.z}};
}

/// a×, the matrix of the cross product: cross_matrix(a) b = a × b (2.2).
template <class T>
constexpr Mat3T<T> cross_matrix(const Vec3T<T>& a) {
    return {{T(0.0), a.z, -a.y}, {-a.z, T(0.0), a.x}, {a.y, -a.x, T(0.0)}};
}

/// A symmetric 3x3 matrix by its six different entries.
template <class T>
struct Sym3T {
    T xx{}, yy{}, zz{}, xy{}, xz{}, yz{};

    friend constexpr Vec3T<T> operator*(const Sym3T& s, const Vec3T<T>& a) {
        return {s.xx * a.x + s.xy * a.y + s.xz * a.z, s.xy * a.x + s.yy * a.y + s.yz * a.z,
                s.xz * a.x + s.yz * a.y + s.zz * a.z};
    }
    friend constexpr Sym3T operator+(const Sym3T& a, const Sym3T& b) {
        return {a.xx + b.xx, a.yy + b.yy, a.zz + b.zz, a.xy + b.xy, a.xz + b.xz, a.yz + b.yz};
    }
    friend constexpr Sym3T operator-(const Sym3T& a, const Sym3T& b) {
        return {a.xx - b.xx, a.yy - b.yy, a.zz - b.zz, a.xy - b.xy, a.xz - b.xz, a.yz - b.yz};
    }
    friend constexpr Sym3T operator*(const T& s, const Sym3T& a) {
        return {s * a.xx, s * a.yy, s * a.zz, s * a.xy, s * a.xz, s * a.yz};
    }
    constexpr Sym3T& operator+=(const Sym3T& b) {
        xx += b.xx, yy += b.yy, zz += b.zz, xy += b.xy, xz += b.xz, yz += b.yz;
        return *this;
    }
    constexpr Sym3T& operator-=(const Sym3T& b) {
        xx -= b.xx, yy -= b.yy, zz -= b.zz, xy -= b.xy, xz -= b.xz, yz -= b.yz;
        return *this;
    }
    friend constexpr bool operator==(const Sym3T&, const Sym3T&) = default;
};

using Sym3 = Sym3T<double>;

template <class T>
constexpr Mat3T<T> full(const Sym3T<T>& s) {
    return {{s.xx, s.xy, s.xz}, {s.xy, s.yy, s.yz}, {s.xz, s.yz, s.zz}};
}

/// (p×)ᵀ(p×) = (p·p) 1 − p pᵀ: the unit inertia of a point at p (2.3).
template <class T>
constexpr Sym3T<T> point_inertia(const Vec3T<T>& p) {
    const T xx = p.x * p.x, yy = p.y * p.y, zz = p.z * p.z;
    return {yy + zz, xx + zz, xx + yy, -p.x * p.y, -p.x * p.z, -p.y * p.z};
}

}  // namespace sinew
