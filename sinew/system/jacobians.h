// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/forces/contract.h>
#include <sinew/system/system.h>

#include <span>

namespace sinew {

// How speeds move bodies, frames and stations, and what forces on these are worth on the speeds. Velocities
// by BodyId, of the bodies' own frames B, expressed in W; matrices row by row, angular rows first.

/// V_WB = J u for any u, and f = JᵀF for forces about Bo. O(n).
void multiply_by_J(const System& system, const State& state, std::span<const double> u,
                   std::span<SpatialVelocity> V_WB);
void multiply_by_J_transpose(const System& system, const State& state, std::span<const SpatialForce> F_B_W,
                             std::span<double> f);
/// J̇ u: the bodies' accelerations at u̇ = 0. O(n).
void J_bias(const System& system, const State& state, std::span<SpatialAcceleration> A_WB);
/// J written out: six rows per body, nu columns. O(n²); allocates.
void system_jacobian(const System& system, const State& state, std::span<double> J);

/// 6 x nu of a frame, 3 x nu of a station. O(depth) beside the zeros.
void frame_jacobian(const System& system, const State& state, const FrameOn& frame, std::span<double> J);
void station_jacobian(const System& system, const State& state, const Station& station, std::span<double> J);
/// J̇ u of the same.
SpatialAcceleration frame_bias(const System& system, const State& state, const FrameOn& frame);
Vec3 station_bias(const System& system, const State& state, const Station& station);
/// V = J u and f = JᵀF of one frame, for any u and F. O(depth).
SpatialVelocity multiply_by_frame_jacobian(const System& system, const State& state, const FrameOn& frame,
                                           std::span<const double> u);
void multiply_by_frame_jacobian_transpose(const System& system, const State& state, const FrameOn& frame,
                                          const SpatialForce& F_W, std::span<double> f);

/// Λ⁻¹ = J M⁻¹ Jᵀ of k frames together: 6k x 6k, how they accelerate per force on them. Its inverse is the
/// operational-space inertia. O(k² depth); allocates.
void operational_space_inverse_inertia(const System& system, const State& state,
                                       std::span<const FrameOn> frames, std::span<double> Lambda_inv);

}  // namespace sinew
