// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/math/scalar.h>

#include <cmath>

namespace sinew::testing {

/// A number with 64 bits, on which the dynamics can be asked where differences of doubles say too little.
struct Extended {
    long double v{};
    constexpr Extended() = default;
    constexpr Extended(double value) : v(value) {}
    static constexpr Extended of(long double value) {
        Extended x;
        x.v = value;
        return x;
    }
    friend Extended operator-(Extended a) { return of(-a.v); }
    friend Extended operator+(Extended a, Extended b) { return of(a.v + b.v); }
    friend Extended operator-(Extended a, Extended b) { return of(a.v - b.v); }
    friend Extended operator*(Extended a, Extended b) { return of(a.v * b.v); }
    friend Extended operator/(Extended a, Extended b) { return of(a.v / b.v); }
    Extended& operator+=(Extended b) { return *this = *this + b; }
    Extended& operator-=(Extended b) { return *this = *this - b; }
    Extended& operator*=(Extended b) { return *this = *this * b; }
    Extended& operator/=(Extended b) { return *this = *this / b; }
};

inline SinCos<Extended> sin_cos(Extended a) {
    return {Extended::of(std::sin(a.v)), Extended::of(std::cos(a.v))};
}
inline Extended square_root(Extended a) { return Extended::of(std::sqrt(a.v)); }
inline Extended arc_tangent(Extended y, Extended x) { return Extended::of(std::atan2(y.v, x.v)); }
inline double value_of(Extended a) { return static_cast<double>(a.v); }
// Of contact with planes.
inline Extended exponential(Extended a) { return Extended::of(std::exp(a.v)); }
inline Extended half_step(Extended a) { return Extended::of(0.5L + 0.5L * std::tanh(a.v)); }
inline Extended two_thirds(Extended a) { return Extended::of(std::cbrt(a.v * a.v)); }

}  // namespace sinew::testing
