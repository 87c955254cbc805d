// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/system/system.h>

#include <span>
#include <vector>

namespace sinew {

/// Per body of the tree: whether its joint may be moved in a study of positions, or of velocities. Those driven or
/// locked at that level (or a higher one) may not, nor those in `kept`.
enum class StudyLevel { positions, velocities };
std::vector<bool> free_joints(const System& system, const State& state, StudyLevel level,
                              std::span<const AnyJointId> kept);

}  // namespace sinew
