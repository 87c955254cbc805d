// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

namespace sinew {

/// The passes are written once for any scalar: double, dual numbers (derivatives), packs of lanes. What they need
/// beyond + - * / is listed here for double and beside each further scalar for that one.
template <class T>
struct SinCos {
    T sin, cos;
};

/// Both at once: one reduction of the angle instead of two.
inline SinCos<double> sin_cos(double angle) {
#ifdef __GLIBC__
    SinCos<double> out;
    ::sincos(angle, &out.sin, &out.cos);
    return out;
#else
    return {std::sin(angle), std::cos(angle)};
#endif
}
inline double square_root(double x) { return std::sqrt(x); }
/// The angle of the vector (x, y), in (−π, π].
inline double arc_tangent(double y, double x) { return std::atan2(y, x); }

/// The plain number in a scalar, for decisions (which interval of a table, is it positive).
inline double value_of(double x) { return x; }

/// a > b; false where one of them is not a number.
template <class T>
bool exceeds(const T& a, const T& b) {
    return value_of(a) > value_of(b);
}
/// True if it holds; of packs, in every lane.
inline bool all_of(bool holds) { return holds; }

}  // namespace sinew
