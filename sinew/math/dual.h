// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/math/scalar.h>

namespace sinew {

/// A number and its derivative along one direction: v + d ε with ε² = 0 (2.1). Nesting gives second derivatives.
template <class T>
struct DualT {
    T v{}, d{};
    constexpr DualT() = default;
    constexpr DualT(double value) : v(value), d(0.0) {}
    constexpr DualT(T value, T derivative) : v(value), d(derivative) {}

    friend DualT operator-(DualT a) { return {-a.v, -a.d}; }
    friend DualT operator+(DualT a, DualT b) { return {a.v + b.v, a.d + b.d}; }
    friend DualT operator-(DualT a, DualT b) { return {a.v - b.v, a.d - b.d}; }
    friend DualT operator*(DualT a, DualT b) { return {a.v * b.v, a.v * b.d + a.d * b.v}; }
    friend DualT operator/(DualT a, DualT b) {
        const T quotient = a.v / b.v;
        return {quotient, (a.d - quotient * b.d) / b.v};
    }
    DualT& operator+=(DualT b) { return *this = *this + b; }
    DualT& operator-=(DualT b) { return *this = *this - b; }
    DualT& operator*=(DualT b) { return *this = *this * b; }
    DualT& operator/=(DualT b) { return *this = *this / b; }
};

using Dual = DualT<double>;

template <class T>
SinCos<DualT<T>> sin_cos(DualT<T> a) {
    const auto [s, c] = sin_cos(a.v);
    return {{s, c * a.d}, {c, -s * a.d}};
}

template <class T>
DualT<T> square_root(DualT<T> a) {
    const T root = square_root(a.v);
    return {root, a.d / (root + root)};
}

template <class T>
DualT<T> arc_tangent(DualT<T> y, DualT<T> x) {
    return {arc_tangent(y.v, x.v), (x.v * y.d - y.v * x.d) / (x.v * x.v + y.v * y.v)};
}

template <class T>
double value_of(DualT<T> a) {
    return value_of(a.v);
}

}  // namespace sinew
