// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/math/scalar.h>

namespace sinew {

/// From 0 at x = 0 to 1 at x = 1, flat to second order at both ends, and beyond them.                           (8.27)
template <class T>
T smooth_step(const T& x) {
    if (!(value_of(x) > 0)) return T(0.0);
    if (value_of(x) >= 1) return T(1.0);
    return x * x * x * (T(10.0) + x * (T(6.0) * x - T(15.0)));
}

/// Friction over speed: nothing at rest, s at the transition speed v₁, down to d over the Stribeck range w, and v |v|
/// on top of it. An odd function of the speed with two derivatives everywhere (8.28). Coefficients make it friction per
/// normal force, forces make it a force.
template <class T>
struct FrictionCurve {
    T at_transition, sliding, viscous;  ///< s, d, v
    T transition_speed, stribeck_range;

    T operator()(const T& speed) const {
        const T x = speed / transition_speed;
        const double at = value_of(x);
        if (at > -1 && at < 1) {
            const T xx = x * x;
            return at_transition * x * (T(15.0) + xx * (T(3.0) * xx - T(10.0))) * T(0.125) + viscous * speed;
        }
        const T size = at < 0 ? -speed : speed;
        const T beyond = smooth_step<T>((size - transition_speed) / stribeck_range);
        const T dry = at_transition + (sliding - at_transition) * beyond;
        return (at < 0 ? -dry : dry) + viscous * speed;
    }
};

}  // namespace sinew
