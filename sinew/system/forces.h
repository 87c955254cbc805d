// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/forces/view.h>
#include <sinew/system/system.h>

#include <string>
#include <vector>

namespace sinew {

// What a State says of force elements beside their parameters: which take part, and the forces set by hand.

/// Takes a force element out of play in this State, or back in. It costs nothing while it is out; its z stand
/// still.
void set_enabled(const System& system, State& state, ForceId force, bool enabled);
bool is_enabled(const System& system, const State& state, ForceId force);

/// The value of a MobilityDiscrete.
void set_mobility_force(const System& system, State& state, ForceId force, double value);
double mobility_force(const System& system, const State& state, ForceId force);

/// What a DiscreteForces applies to one speed of a joint; to a body, about Bo and expressed in W.
void set_mobility_force(const System& system, State& state, ForceId force, const CoordinateOf& speed,
                        double value);
void set_body_force(const System& system, State& state, ForceId force, BodyId body,
                    const SpatialForce& F_B_W);
double mobility_force(const System& system, const State& state, ForceId force, const CoordinateOf& speed);
SpatialForce body_force(const System& system, const State& state, ForceId force, BodyId body);
/// Adds to a DiscreteForces what a force at a point amounts to now. It stays the same when the body moves on.
void add_force_at(const System& system, State& state, ForceId force, const Station& at, const Vec3& force_W);
/// Sets all of a DiscreteForces to zero.
void clear_forces(const System& system, State& state, ForceId force);

/// Throws StateError unless the system has this force.
void check_force(const System& system, ForceId force);

/// What is odd about the forces' numbers in this State: stiffnesses below zero, which push away from rest. A System
/// warns of those of its Model.
std::vector<std::string> warnings(const System& system, const State& state);

}  // namespace sinew
