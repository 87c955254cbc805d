// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/system/system.h>

#include <span>
#include <vector>

namespace sinew {

/// What happens at once, at one configuration. Empty arrays stand for zeros.
struct Impulses {
    std::span<const double> f{};            ///< on speeds, force times time
    std::span<const SpatialForce> F_B_W{};  ///< on bodies by BodyId, about Bo, expressed in W
    /// By how much velocity errors are to change, in their order. The negative errors themselves make an end to
    /// them, as when a constraint catches on; (1 + e) times that is a rebound with restitution e.
    std::span<const double> jumps{};
};

/// What comes of it.
struct ImpulseResponse {
    std::vector<double> u_change;
    std::vector<double> multipliers;     ///< what constraints apply in it is −Gᵀ of these
    std::vector<double> motor_impulses;  ///< on speeds whose motion is given, zero on the others
    double energy_change = 0;            ///< of motion
};

/// The jump of the speeds under impulses, with the constraints that are enabled and joints whose motion is
/// given kept (9.60):
///     M Δu + Gᵀλ = f + JᵀF + τ     G Δu = jumps     Δu_p = 0
/// Ordinary forces take no part. Where constraints are redundant, they share.
ImpulseResponse impulse_response(const System& system, const State& state, const Impulses& impulses);
/// The same, and writes it into the State's speeds.
ImpulseResponse apply_impulse(const System& system, State& state, const Impulses& impulses);

/// Ends all velocity errors by impulses of the constraints, as where parts collide and stick: of all speeds
/// that meet the constraints those that differ least in energy of motion. Never adds energy unless a constraint
/// is driven.
ImpulseResponse end_velocity_errors(const System& system, State& state);

}  // namespace sinew
