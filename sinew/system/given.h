// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/system/motion.h>

#include <span>

namespace sinew {

/// How many numbers the functions of one Motion may read, so that evaluating them needs no heap.
inline constexpr int max_motion_arguments = 128;

inline std::span<const AnyJointId> joints_read_by(const Motion& motion) {
    if (motion.reads.empty()) return {&motion.joint, 1};
    return motion.reads;
}

}  // namespace sinew
