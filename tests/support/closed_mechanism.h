// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tests/support/random_model.h>

#include <vector>

/// Mechanisms with loops, closed and moving as they can.
namespace sinew::testing {

/// One joint of every kind.
std::vector<AnyJoint> joint_of_every_kind();
const char* kind_of(const AnyJoint& joint);

/// Where M stands in F for a joint at coordinates of its own.
Transform pose_of_joint(const AnyJoint& joint, std::span<const double> q);

/// Adds a body that hangs on another by a joint, described in either direction.
BodyId hang_by(Model& model, Random& random, const AnyJoint& joint, BodyId parent);
/// A tree of every joint, each on one of the last three bodies; of users' own Winding or none.
Model model_of_known_joints(std::uint64_t seed, bool and_own = false);

/// The nearest speeds (in the norm of M) that obey the constraints.
void obey(const System& system, State& state);

/// True if the joint has no coordinates of its own.
bool is_cut(const System& system, AnyJointId joint);

/// The same motion in a System compiled from the same bodies and joints, with other joints in its tree.
State same_motion(const System& from, const State& state, const System& to);

/// A chain of five bodies, one of whose joints is of a given kind, closed to the world by one of another; and the
/// coordinates with which it is closed if all its coordinates are in the State.
struct ClosedChain {
    Model model;
    AnyJointId closing;
    std::vector<double> closing_q;

    /// Closed, at random coordinates and speeds; for a System whose closing joint is split.
    State assembled(const System& system, std::uint64_t seed) const;
};

ClosedChain closed_chain(const AnyJoint& middle, const AnyJoint& last, std::uint64_t seed);

}  // namespace sinew::testing
