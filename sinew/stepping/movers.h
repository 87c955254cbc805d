// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/spatial/inertia.h>

#include <span>
#include <vector>

namespace sinew {

/// A body, or one speed of a joint, that rows act on. Its velocity (6 numbers: turning, then moving; or 1) is a run of
/// numbers among those of all movers. A body that moves alone answers to an impulse by its own inertia, about its mass
/// centre; one that hangs in a mechanism by a block of the mechanism's matrix Λ (18.8).
struct Mover {
    int at = 0;        ///< first of its numbers
    int group = -1;    ///< its mechanism; −1: alone
    int node = 0;      ///< body of the tree, the one whose joint it is for a speed
    int speed = -1;    ///< of the system, for a speed
    Vec3 p_W{};        ///< where its velocity is that of: mass centre, or the body's origin
    double m_inv = 0;  ///< zero for what nothing moves: the world, and bodies whose motion is given
    Sym3 I_inv{};
};

/// A mechanism: velocities of its movers are neighbours, and Λ says how each answers to an impulse on each.
struct MoverGroup {
    int at = 0, count = 0;  ///< numbers of its movers' velocities
    int matrix = 0;         ///< where its count x count numbers are
};

/// All that rows act on in one step.
struct Movers {
    std::vector<Mover> all;
    std::vector<MoverGroup> groups;
    std::vector<double> Lambda;  ///< of all groups; symmetric
    std::vector<double> v;       ///< velocities
    std::vector<double> free;    ///< the same without any impulse

    void clear();
    int add(const Mover& mover, int numbers);

    /// Adds to V how a body answers to an impulse on another, or on itself.
    void add_answer(const Mover& of, const Mover& on, const double* impulse, double* V) const;
    /// Adds to velocities v how all answer to an impulse on one.
    void answer(const Mover& mover, const double* impulse, int numbers, double* v_of_all) const;
};

inline Vec3 read3(const double* x) { return {x[0], x[1], x[2]}; }
inline void add3(double* x, const Vec3& a) { x[0] += a.x, x[1] += a.y, x[2] += a.z; }

/// The velocity of a point at r from the mover's own.
inline Vec3 velocity_at(const double* v, const Vec3& r) { return read3(v + 3) + cross(read3(v), r); }

}  // namespace sinew
