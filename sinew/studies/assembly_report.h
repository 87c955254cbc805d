// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/studies/assemble.h>
#include <sinew/studies/goal_set.h>

namespace sinew {

/// Fills in what an assembly says of its State: errors by name, misses, and the paragraph.
void report(const System& system, const GoalSet& goals, const AssemblyOptions& options, Assembly& answer);

}  // namespace sinew
