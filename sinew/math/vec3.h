// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/math/scalar.h>

namespace sinew {

/// Three numbers along the axes of the frame that the variable's name tells (p_PB_W: along W's).
template <class T>
struct Vec3T {
    T x{}, y{}, z{};

    constexpr const T& operator[](int i) const { return i == 0 ? x : i == 1 ? y : z; }
    constexpr T& operator[](int i) { return i == 0 ? x : i == 1 ? y : z; }

    friend constexpr Vec3T operator-(const Vec3T& a) { return {-a.x, -a.y, -a.z}; }
    friend constexpr Vec3T operator+(const Vec3T& a, const Vec3T& b) {
        return {a.x + b.x, a.y + b.y, a.z + b.z};
    }
    friend constexpr Vec3T operator-(const Vec3T& a, const Vec3T& b) {
        return {a.x - b.x, a.y - b.y, a.z - b.z};
    }
    friend constexpr Vec3T operator*(const T& s, const Vec3T& a) { return {s * a.x, s * a.y, s * a.z}; }
    friend constexpr Vec3T operator*(const Vec3T& a, const T& s) { return {s * a.x, s * a.y, s * a.z}; }
    friend constexpr Vec3T operator/(const Vec3T& a, const T& s) { return {a.x / s, a.y / s, a.z / s}; }
    constexpr Vec3T& operator+=(const Vec3T& b) { return x += b.x, y += b.y, z += b.z, *this; }
    constexpr Vec3T& operator-=(const Vec3T& b) { return x -= b.x, y -= b.y, z -= b.z, *this; }
    friend constexpr bool operator==(const Vec3T&, const Vec3T&) = default;
};

using Vec3 = Vec3T<double>;

inline constexpr Vec3 x_axis{1, 0, 0}, y_axis{0, 1, 0}, z_axis{0, 0, 1};

template <class T>
constexpr T dot(const Vec3T<T>& a, const Vec3T<T>& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

template <class T>
constexpr Vec3T<T> cross(const Vec3T<T>& a, const Vec3T<T>& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

template <class T>
T norm(const Vec3T<T>& a) {
    return square_root(dot(a, a));
}

/// The same numbers in another scalar (a constant of the model in a pass on dual numbers).
template <class T>
constexpr Vec3T<T> as_scalar(const Vec3& a) {
    return {T(a.x), T(a.y), T(a.z)};
}

}  // namespace sinew
