// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/dynamics/momentum.h>
#include <sinew/system/system.h>

#include <span>

namespace sinew {

// The system as a whole: its mass, mass centre, momentum, and the inertias of its parts. All O(n).

/// Mass, and position, velocity and acceleration (under the forces of the model) of the mass centre, in W.
MassCentre mass_centre(const System& system, const State& state);
/// Without accelerations, for states where these are not wanted: a_WC is zero.
MassCentre mass_centre_at_velocity(const System& system, const State& state);

/// Momentum about a point of the world, and its kind about the mass centre.
SpatialMomentum momentum(const System& system, const State& state, const Vec3& p_WQ = {});
SpatialMomentum central_momentum(const System& system, const State& state);

/// 6 x nu with central momentum = A u, row by row, and its bias Ȧ u.
void centroidal_momentum_matrix(const System& system, const State& state, std::span<double> A);
SpatialForce centroidal_momentum_bias(const System& system, const State& state);
/// 3 x nu with v_WC = J u.
void mass_centre_jacobian(const System& system, const State& state, std::span<double> J);

/// All bodies as one frozen body: its inertia about the mass centre, in W.
RigidInertia central_inertia(const System& system, const State& state);
/// A body with all that hangs on it frozen, about Bo, in W.
RigidInertia composite_inertia(const System& system, const State& state, BodyId body);
/// A body with all that hangs on it free to move, about Bo, in W.
ArticulatedInertia articulated_inertia(const System& system, const State& state, BodyId body);

}  // namespace sinew
