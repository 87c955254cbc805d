// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/system/system.h>

namespace sinew {

/// Computes everything up to a stage, as far as it is not current. Questions do this by themselves; a program
/// that wants the cost at a place of its own choice calls it.
void realize(const System& system, const State& state, Stage stage);

}  // namespace sinew
