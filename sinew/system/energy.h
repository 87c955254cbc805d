// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/system/system.h>

#include <span>

namespace sinew {

// Energies, and what the force elements do. All O(n); nothing here allocates.

/// ½ Σ VᵀM V over all bodies.
double kinetic_energy(const System& system, const State& state);
/// Of all force elements that have one and of surfaces that are pressed in, or of one element. What is disabled has
/// none.
double potential_energy(const System& system, const State& state);
double potential_energy(const System& system, const State& state, ForceId force);
double total_energy(const System& system, const State& state);

/// Work per time that the force elements do on the bodies, all of them with contact or one: Σ F·V + Σ f u. The power
/// of all is the rate of the kinetic energy.
double power(const System& system, const State& state);
double power(const System& system, const State& state, ForceId force);

/// What the force elements apply to a body, all of them with contact or one, about Bo and expressed in W. Forces on
/// speeds are not in it: see applied_on_speeds.
SpatialForce applied_on(const System& system, const State& state, BodyId body);
SpatialForce applied_on(const System& system, const State& state, ForceId force, BodyId body);
/// The same for all bodies by their BodyId and all speeds; either span may be empty if it is not wanted.
void applied_forces_of(const System& system, const State& state, ForceId force, std::span<SpatialForce> F_B_W,
                       std::span<double> f);
/// What the force elements apply to the speeds themselves, in the order of state.u(). Lasts until the State
/// changes.
std::span<const double> applied_on_speeds(const System& system, const State& state);
void applied_on_speeds(const System&, const State&&) = delete;  // the answer would be gone with the State

}  // namespace sinew
