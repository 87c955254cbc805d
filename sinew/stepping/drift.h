// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/dynamics/caches.h>
#include <sinew/math/orientation.h>

namespace sinew {

/// How a body on which nothing acts turns within a time h: its angular velocity W in its own axes at the end, and the
/// mean one that leads there. The rule of the middle, which keeps energy and momentum to the last bits:
///     I (W' − W) = −h W̄ × I W̄     W̄ = (W + W')/2     R' = R cay(h W̄)                                   (18.5)
struct FreeTurn {
    Vec3 W_end, W_mean;
};
FreeTurn free_turn(const Sym3& I_B, const Vec3& W, double h);

/// Moves one body on a free joint from the world (q: quaternion and place in F; u: both in F) for a time h, on which
/// nothing acts. In F's axes its mass centre goes straight. M_B: about B, in B.
void drift_alone(const RigidInertia& M_B, double h, double* q, double* u);
/// Displaces it by a small turn and shift of B, given in F's axes; the velocity of its mass centre and its turning stay
/// as they are. Returns by how much its energy of motion changes: the inertia turns under the angular velocity.
double displace_alone(const RigidInertia& M_B, const Vec3& turn_F, const Vec3& shift_F, double* q, double* u);

}  // namespace sinew
