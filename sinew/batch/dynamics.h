// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/batch/batch.h>

namespace sinew {

// As in system/dynamics.h, of all states of a batch at once. Arrays are of batch.array(...). What a State without an
// answer gets is NaN. Nothing here allocates but mixed dynamics.

/// u̇ and ż, and the multipliers where there are constraints: see Batch::u_dot and its neighbours. O(n) each.
void forward_dynamics(Batch& batch);
/// These and q̇ = N u: all that an integrator needs.
void rates(Batch& batch);

/// u̇ under these forces on speeds alone, in place of those of the model; constraints and Motions are obeyed.
void forward_dynamics(Batch& batch, const LaneArray& f, LaneArray& u_dot);

/// The same under forces on bodies as well: six numbers for each body by BodyId, the world's first, moment about Bo and
/// force, expressed in W.
void forward_dynamics(Batch& batch, const LaneArray& f, const LaneArray& F_B_W, LaneArray& u_dot);

/// f = M u̇ + f_bias less what acts: the forces on speeds that are missing for u̇. O(n) each.
void inverse_dynamics(Batch& batch, const LaneArray& u_dot, LaneArray& f);
/// The same beside what constraints apply with these multipliers, −Gᵀλ (9.23): as many numbers as Batch::multipliers
/// has.
void inverse_dynamics(Batch& batch, const LaneArray& u_dot, const LaneArray& lambda, LaneArray& f);

/// f = M u̇ + f_bias less these forces on speeds and on bodies, in place of those of the model.
void inverse_dynamics(Batch& batch, const LaneArray& u_dot, const LaneArray& f_applied,
                      const LaneArray& F_B_W, LaneArray& f);

/// u̇ of some joints is given, as u_dot has it; the others move as forces have it: fills in the rest of u_dot, and tau,
/// what those given ask for beside what acts; zero elsewhere. Motions and constraints are obeyed. O(n) each.
void mixed_dynamics(Batch& batch, std::span<const AnyJointId> prescribed, LaneArray& u_dot, LaneArray& tau);

/// M, nu x nu numbers of each state, row by row; M a; and M⁻¹ f.
void mass_matrix(Batch& batch, LaneArray& M);
void multiply_by_M(Batch& batch, const LaneArray& a, LaneArray& f);
void multiply_by_M_inverse(Batch& batch, const LaneArray& f, LaneArray& a);

}  // namespace sinew
