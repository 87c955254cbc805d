// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/base/error.h>
#include <sinew/system/compiled.h>
#include <sinew/system/spanning_tree.h>

namespace sinew {

/// Faults of the force elements: what they act on does not exist, numbers that break their rules.
void check_forces(const Model& model, Faults& faults);

/// Looks up what the force elements act on, and gives each its parameters, z and discrete variables in the layout.
void bind_forces(Compiled& c);
/// The same for contact surfaces.
void bind_surfaces(Compiled& c);
/// Where a coordinate of an element is in the tree.
CoordinatePlace place_of(const Compiled& c, const CoordinateOf& coordinate);

/// The same for constraints, and how forces of multipliers travel through the tree.
void check_constraints(const Model& model, Faults& faults);
/// Loops become constraints after those of the model.
void bind_constraints(Compiled& c, const std::vector<LoopEdge>& loops, Faults& faults);

}  // namespace sinew
