// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/system/system.h>

#include <span>

namespace sinew {

// How forces and accelerations belong together: M u̇ + f_bias = f + JᵀF (9.10). Speeds in the order of
// state.u(); matrices row by row. Nothing here allocates unless it says so.

/// u̇ under the forces of the model, kept in the State. Throws StateError where M is singular.
std::span<const double> forward_dynamics(const System& system, const State& state);
/// ż of the forces that have auxiliary variables.
std::span<const double> z_dot(const System& system, const State& state);
void forward_dynamics(const System&, const State&&) = delete;  // the answer would be gone with the State
void z_dot(const System&, const State&&) = delete;
/// q̈ = N u̇ + Ṅ u under the forces of the model.
void q_dot_dot(const System& system, const State& state, std::span<double> out);

/// Forces in place of those of the model: on speeds, and on bodies by BodyId (about Bo, expressed in W). Either may be
/// empty for none.
struct Loads {
    std::span<const double> f;
    std::span<const SpatialForce> F_B_W;
};

/// u̇ under the given forces alone. O(n).
void forward_dynamics(const System& system, const State& state, const Loads& loads, std::span<double> u_dot);

/// The forces on speeds that must act beside those of the model for u̇ to come about: M u̇ + f_bias − f − JᵀF. O(n).
void inverse_dynamics(const System& system, const State& state, std::span<const double> u_dot,
                      std::span<double> f);
/// The same beside the given forces alone.
void inverse_dynamics(const System& system, const State& state, std::span<const double> u_dot,
                      const Loads& loads, std::span<double> f);

/// The same beside the forces of the model and what constraints apply with these multipliers, −Gᵀλ:
///     f = M u̇ + f_bias + Gᵀλ − f − JᵀF                                                              (9.23)
void inverse_dynamics(const System& system, const State& state, std::span<const double> u_dot,
                      std::span<const double> lambda, std::span<double> f);

/// Some joints' accelerations known, the forces on the others: finds u̇ of the free joints, with constraints obeyed as
/// far as these can, and, for those listed, the force tau that their motion needs beside what acts already. Entries of
/// u_dot that belong to listed joints are read, the others written; entries of tau of free joints are zero. Joints
/// that a Motion or a lock drives move as it says unless listed, and have their motor's force in tau. Fills the
/// multipliers, too, unless lambda is empty. O(n + n m); allocates.
void mixed_dynamics(const System& system, const State& state, std::span<const AnyJointId> prescribed,
                    std::span<double> u_dot, std::span<double> tau, std::span<double> lambda = {});

/// f_bias: Coriolis and gyroscopic forces; zero at rest, quadratic in u. O(n).
void bias_force(const System& system, const State& state, std::span<double> f);
/// JᵀF + f of the forces of the model: all that acts, as forces on speeds. O(n).
void applied_mobility_force(const System& system, const State& state, std::span<double> f);

/// M a, and M⁻¹ f. O(n).
void multiply_by_M(const System& system, const State& state, std::span<const double> a, std::span<double> f);
void multiply_by_M_inverse(const System& system, const State& state, std::span<const double> f,
                           std::span<double> a);
/// S v with S Sᵀ = M⁻¹, and Sᵀ f. Normal random v give speeds of thermal balance. O(n).
void multiply_by_M_inverse_root(const System& system, const State& state, std::span<const double> v,
                                std::span<double> out);
void multiply_by_M_inverse_root_transpose(const System& system, const State& state, std::span<const double> f,
                                          std::span<double> out);
/// M written out: nu x nu. O(n depth).
void mass_matrix(const System& system, const State& state, std::span<double> M);
/// M⁻¹ written out: nu x nu. O(n²); allocates its work space.
void inverse_mass_matrix(const System& system, const State& state, std::span<double> M_inv);

/// q̇ = N u, u = N⁺ q̇, and their transposes for forces: f_u = Nᵀ f_q, f_q = N⁺ᵀ f_u; Ṅ u. O(n).
void multiply_by_N(const System& system, const State& state, std::span<const double> u,
                   std::span<double> q_dot);
void multiply_by_N_inverse(const System& system, const State& state, std::span<const double> q_dot,
                           std::span<double> u);
void multiply_by_N_transpose(const System& system, const State& state, std::span<const double> f_q,
                             std::span<double> f_u);
void multiply_by_N_inverse_transpose(const System& system, const State& state, std::span<const double> f_u,
                                     std::span<double> f_q);
void multiply_by_N_dot(const System& system, const State& state, std::span<const double> u,
                       std::span<double> out);

}  // namespace sinew
