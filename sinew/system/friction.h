// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/math/scalar.h>
#include <sinew/system/compiled.h>
#include <sinew/system/constrain.h>
#include <sinew/system/one_way.h>

#include <array>

namespace sinew {

/// The numbers of a one-way condition as a State has them, in the order of OneWay::parameters; all zero for one that
/// gives way.
struct OneWayNumbers {
    double restitution, restitution_slope, capture_speed;
    double static_friction, sliding_friction, viscous_friction;
};
OneWayNumbers numbers_of(const BoundOneWay& condition, const State& state);
/// Of one that gives way: the largest force it has.
double limit_of(const BoundOneWay& condition, const State& state);

/// What a State keeps of a condition besides whether it touches and slides.
struct TouchMemory {
    double towards
        [2];  ///< the direction of slip when it began to slide, a unit vector; of what sticks its share; of what
              ///< gives way 1 or −1 first
    double
        level;  ///< the gap when it opened, if that was below zero: from there on it counts; of what slides the
                ///< speed below which it keeps its direction
    /// How much of the friction it takes where several stick.
    double share() const { return towards[0] > least_share ? towards[0] : least_share; }
    static constexpr double least_share = 1e-3;
};
const TouchMemory& touch_memory(const Compiled& c, const State& state, int condition);

/// The direction of slip, a unit vector, from its velocity and from where it began: against the latter it does not
/// turn, so that slip may come to rest in the middle of a step (17.6).
template <class T>
std::array<T, 2> slip_direction(const std::array<T, 2>& v, const TouchMemory& memory) {
    const double d1 = memory.towards[0], d2 = memory.towards[1],
                 slow = memory.level > slowest_slip ? memory.level : slowest_slip;
    const T along = v[0] * d1 + v[1] * d2;
    T x = v[0], y = v[1];
    if (value_of(along) < slow) x += (slow - along) * d1, y += (slow - along) * d2;
    const T length = square_root(x * x + y * y);
    return {x / length, y / length};
}

/// Per unit of the first multiplier, those of the slip equations (17.5); of a condition with this sign.
template <class T>
std::array<T, 2> friction_shares(double sign, const T& sliding, const T& viscous, const std::array<T, 2>& v,
                                 const TouchMemory& memory) {
    const std::array<T, 2> d = slip_direction(v, memory);
    const T square = v[0] * v[0] + v[1] * v[1];
    const T mu = sliding + viscous * (value_of(square) > 0 ? square_root(square) : T(0.0));
    return {-sign * mu * d[0], -sign * mu * d[1]};
}

/// A condition that slides: per unit of its first multiplier, those of its slip equations are `share`.
struct Sliding {
    int condition, multiplier;
    double share[2];
};
/// All conditions that slide with friction; returns how many. even_without: also those whose friction is zero.
int find_sliding(const System& system, const State& state, Sliding* out, bool even_without = false);
/// Throws StateError, with the name of one, if a condition slides with friction: "what is not known while ...".
void check_that_nothing_rubs(const System& system, const State& state, const char* what);

/// S_jᵀ: what friction of a condition that slides applies against per unit of its first multiplier, added to forces
/// on bodies.
void add_friction(const System& system, const State& state, const Sliding& sliding, double factor,
                  SpatialForce* F_W);

/// a x = b for n unknowns by rows with pivots, a and b overwritten, x in b; false where a is singular.
bool solve_by_elimination(double* a, double* b, int n);

}  // namespace sinew
