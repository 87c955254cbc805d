// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/base/error.h>
#include <sinew/state/layout.h>
#include <sinew/system/compiled.h>

#include <string>

namespace sinew {

/// Faults of each element on its own: names, mass properties, frames, what forces act on.
void check_elements(const Model& model, Faults& faults);
/// Faults of the tree: joints at whose end nothing has mass.
void check_inertia(const Compiled& c, Faults& faults);
/// Throws StateError if a State's parameters make an impossible body.
void check_parameters(const Compiled& c, const double* values);

/// The sentence that says why a body cannot have these mass properties, or nothing.
std::string fault_of(const MassProperties& mass);

}  // namespace sinew
