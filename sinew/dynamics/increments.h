// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/dynamics/caches.h>
#include <sinew/math/orientation.h>

namespace sinew {

// From one configuration q of a tree to another, q', by an increment d of tree.nq numbers, joint by joint as (5.40) has
// it. All O(n). x and x' are what position_kinematics found at q and q'.

/// d = 0: q' = q.
void no_increments(const Tree& tree, const InstanceT<double>& instance, double* d);
/// q' = q + d
void retract(const Tree& tree, const InstanceT<double>& instance, const double* q, const double* d,
             double* q_next);
/// d = q' − q
void difference(const Tree& tree, const InstanceT<double>& instance, const double* q, const double* q_next,
                double* d);
/// Moves q' by N(q') s: changes d, not q'. Only joints that `given` does not mark (null: all).
void advance(const Tree& tree, const InstanceT<double>& instance, const PositionT<double>& x_next,
             const double* q_next, const double* s, const std::uint8_t* given, double* d);
/// Half of d: the middle of a step is at q + half.
void halve_increments(const Tree& tree, const InstanceT<double>& instance, const double* d, double* half);
/// Makes of forces on speeds in the middle those at an end (side −1: the near one, 1: the far one), for a potential of
/// the middle (5.45).
void carry_forces_to_end(const Tree& tree, const InstanceT<double>& instance, const double* half, double side,
                         double* f);
/// The constant speeds that lead along d in a time h, as seen at one of its ends.
void mean_speeds(const Tree& tree, const InstanceT<double>& instance, const PositionT<double>& x,
                 const double* q, const double* d, double h, double* u);

/// What an increment does to a body: R_WB' = Q R_WB, and how far Bo and the mass centre go.
struct BodyIncrement {
    Quaternion Q;
    Vec3 p, c;
};

/// One end of an increment.
struct IncrementEnd {
    const double* q;
    PositionT<double> x;
};

/// Base to tip, from the joints' increments; poses are nowhere subtracted from each other, so that a short step's
/// displacements are as good as a long one's.                                                          (7.90)-(7.92)
void increment_kinematics(const Tree& tree, const InstanceT<double>& instance, const IncrementEnd& from,
                          const IncrementEnd& to, const double* d, BodyIncrement* out);

}  // namespace sinew
