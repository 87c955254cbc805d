// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/forces/contract.h>
#include <sinew/system/system.h>

namespace sinew {

/// What passes through a joint under the forces of the model: all that keeps its two bodies together and all that force
/// elements on its coordinates do. Expressed in W; the two are opposite once taken about the same point.
struct Reaction {
    SpatialForce on_to_at_M;    ///< on the body the joint leads to, about M's origin
    SpatialForce on_from_at_F;  ///< on the body it comes from, about F's origin
};

Reaction reaction(const System& system, const State& state, AnyJointId joint);

/// The force on one of the joint's two bodies, about the origin of a frame and expressed in it: the joint's
/// own F or M, a body's frame, the world's, or any other.
SpatialForce reaction_on(const System& system, const State& state, AnyJointId joint, BodyId body,
                         const FrameOn& in);

}  // namespace sinew
