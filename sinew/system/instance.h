// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/dynamics/caches.h>
#include <sinew/state/state.h>

namespace sinew {

class Surface;
struct Compiled;
struct ParameterBlock;

/// What follows from the parameters alone, as the passes want it: bodies moved to their joints' frames (9.3).
struct Instance {
    InstanceT<double> passes;
    const Transform* X_MB;   ///< per body: the user's frame B in the joint's frame M
    const double* armature;  ///< per speed; null if there is none
    const Tree* tree;        ///< the System's, but for the functions of joints that the State has changed
    /// By surface: the one that has the State's sizes, or null where they are the Model's. Null if all are.
    const Surface* const* own_surfaces;
};

/// Throws StateError if a State was made for a System of another layout.
void check_fit(const Compiled& c, const State& state);

/// Doubles that derive_instance fills for a tree.
int derived_size(const Tree& tree);
/// Fills block.derived from block.values.
void derive_instance(const Compiled& c, const ParameterBlock& block);
/// The instance of a State, derived if a parameter was changed.
Instance instance_of(const Compiled& c, const State& state);

}  // namespace sinew
