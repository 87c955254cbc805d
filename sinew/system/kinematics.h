// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/forces/contract.h>
#include <sinew/system/system.h>

namespace sinew {

// Where things are and how they move. Each answer is computed when first asked for and kept in the State.
// Frames are the user's: B is the body's frame as the Model has it.

/// X_WB: where a body stands in the world.
Transform pose(const System& system, const State& state, BodyId body);
/// V_WB: its angular velocity and the velocity of its origin, in the world.
SpatialVelocity velocity(const System& system, const State& state, BodyId body);
/// A_WB: its angular acceleration and the acceleration of its origin, under the forces of the model.
SpatialAcceleration acceleration(const System& system, const State& state, BodyId body);

/// The same for a point fixed on a body.
Vec3 position(const System& system, const State& state, const Station& station);
Vec3 velocity(const System& system, const State& state, const Station& station);
Vec3 acceleration(const System& system, const State& state, const Station& station);

/// Frame B of one body seen from frame A of another: pose X_AB; velocity and acceleration as an observer standing on A
/// measures them, expressed in A (9.5).
Transform relative_pose(const System& system, const State& state, const FrameOn& A, const FrameOn& B);
SpatialVelocity relative_velocity(const System& system, const State& state, const FrameOn& A,
                                  const FrameOn& B);
SpatialAcceleration relative_acceleration(const System& system, const State& state, const FrameOn& A,
                                          const FrameOn& B);

/// What a joint does: its frame M in its frame F, whichever body is nearer to the world.
Transform joint_pose(const System& system, const State& state, AnyJointId joint);
SpatialVelocity joint_velocity(const System& system, const State& state, AnyJointId joint);

/// The joint's two frames, on the body it comes from and on the one it leads to, with the State's parameters.
struct JointFrames {
    FrameOn F, M;
};
JointFrames joint_frames(const System& system, const State& state, AnyJointId joint);

/// q̇ = N u and q̈ = N u̇ + Ṅ u, the latter under the forces of the model.
std::span<const double> q_dot(const System& system, const State& state);
void q_dot(const System&, const State&&) = delete;  // the answer would be gone with the State

/// Sets a joint's coordinates so that M stands in F as nearly as it can to X_FM; its speeds so that M moves
/// as nearly as it can with V_FM (least squares).
void fit_pose(const System& system, State& state, AnyJointId joint, const Transform& X_FM);
void fit_velocity(const System& system, State& state, AnyJointId joint, const SpatialVelocity& V_FM);

/// Uses angles in place of a quaternion for a joint with orientation (or back). The configuration stays as it
/// is; joints without orientation are left alone.
void use_angles(const System& system, State& state, AnyJointId joint, bool angles = true);
bool uses_angles(const System& system, const State& state, AnyJointId joint);

}  // namespace sinew
