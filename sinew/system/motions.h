// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/system/motion.h>
#include <sinew/system/system.h>

#include <span>

namespace sinew {

// Joints whose motion is given: by a Motion of the Model, or by a lock set in a State. Forward dynamics takes their
// accelerations as known and solves for the others, which costs less, not more (9.21). A lock goes before a Motion.

/// Switches a Motion on or off in this State. Throws StateError where two would drive one joint.
void set_enabled(const System& system, State& state, MotionId motion, bool enabled);
bool is_enabled(const System& system, const State& state, MotionId motion);

/// Keeps a joint as it is now: where it stands (position; its speeds become zero), at its speeds (velocity), or without
/// acceleration beyond what is given (acceleration: u̇ = 0).
void lock(const System& system, State& state, AnyJointId joint, MotionLevel level = MotionLevel::position);
void unlock(const System& system, State& state, AnyJointId joint);
bool is_locked(const System& system, const State& state, AnyJointId joint);
/// What is given of a joint's motion in this State, by lock or Motion; none for a free joint.
MotionLevel motion_level(const System& system, const State& state, AnyJointId joint);

/// Writes what Motions and locks give at the State's time: coordinates first, then speeds (which may depend on all
/// coordinates). Whoever moves time or free coordinates calls these before asking on; studies do so by themselves.
void prescribe(const System& system, State& state);
void prescribe_positions(const System& system, State& state);
void prescribe_velocities(const System& system, State& state);

/// What the motors and locks apply to the speeds, zero on free ones: what inverse dynamics finds missing for u̇ (9.22).
void motor_forces(const System& system, const State& state, std::span<double> f);
/// Work per time that all motors do, or one joint's.
double motor_power(const System& system, const State& state);
double motor_power(const System& system, const State& state, AnyJointId joint);

}  // namespace sinew
