// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/batch/batch.h>
#include <sinew/forces/view.h>

#include <span>

namespace sinew {

// Where bodies are and how they move, in all states of a batch: of each state as many entries as were asked for, state
// after state. Nothing here allocates.

void poses(Batch& batch, std::span<const BodyId> bodies, std::span<Transform> X_WB);
/// Of the bodies' origins, expressed in W.
void velocities(Batch& batch, std::span<const BodyId> bodies, std::span<SpatialVelocity> V_WB);
/// Points of bodies, such as markers, in W.
void stations(Batch& batch, std::span<const Station> points, std::span<Vec3> p_W);

}  // namespace sinew
