// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/constraints/one_way.h>
#include <sinew/system/system.h>

#include <array>

namespace sinew {

// Constraints that act one way only, and those that give way (Bounded), by the constraint's id: how they stand in a
// State. A new State has all of them apart; who runs it through time (simulate) sees to it that they close and open.
// Functions that ask for a condition throw StateError where the constraint acts both ways and does not give way.
// Nothing here allocates. What gives way has neither gap nor normal force, and one equation of slip, the first of two.

/// How the two sides of a one-way condition stand to one another.
enum class Touch : unsigned char {
    apart,  ///< its constraint takes no part
    sticks,  ///< all equations of its constraint hold; the only way to touch for one without friction equations
    slides,  ///< the first equation holds, and friction acts against the slip (17.5); of what gives way none does
};
const char* name_of(Touch touch);

bool acts_one_way(const System& system, ConstraintId constraint);
Touch touch_of(const System& system, const State& state, ConstraintId condition);
/// Closes or opens a condition. Where it slides from rest, `towards` tells which way, along the two slip equations, and
/// while it is slower along that than `keeps` (slowest_slip at least) it keeps that way; where it sticks, towards[0] is
/// its share of the friction that several bear together.
void set_touch(const System& system, State& state, ConstraintId condition, Touch touch,
               std::array<double, 2> towards = {1, 0}, double keeps = 0);

/// How far it is from closing, positive on the free side, and the rate of that; whether it touches or not. Of a
/// constraint of speeds (a ratchet) how fast it moves on the free side, and how that changes.
double gap(const System& system, const State& state, ConstraintId condition);
double gap_rate(const System& system, const State& state, ConstraintId condition);
/// Positive where it means anything: two edges, say, may only touch where they cross. Elsewhere it is apart, whatever
/// its gap is. What overlaps far beyond rounding is on the wrong side and means nothing either, unless asked
/// however deep it is.
double reach(const System& system, const State& state, ConstraintId condition, bool however_deep = false);
/// N, with which it pushes (or pulls, if free below); zero apart.
double normal_force(const System& system, const State& state, ConstraintId condition);
/// Where its two sides are nearest, and the direction from its first body to its second.
struct TouchPlace {
    Vec3 p_W{}, n_W{};
};
/// Of conditions with equations against slip, which act there; false for others.
bool place_of_touch(const System& system, const State& state, ConstraintId condition, TouchPlace& out);
/// Of the second body against the first along the two slip equations, whether it touches or not; zero where there are
/// none.
std::array<double, 2> slip_velocity(const System& system, const State& state, ConstraintId condition);
/// On the second body along the same.
std::array<double, 2> friction_force(const System& system, const State& state, ConstraintId condition);

/// Slip slower than this (m/s) is none.
inline constexpr double slowest_slip = 1e-6;

}  // namespace sinew
