// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

namespace sinew {

/// What can be computed, in the order in which it needs what comes before (4.1). A variable belongs to the lowest stage
/// it affects; writing it makes that stage and all above it stale.
enum class Stage : unsigned char {
    topology,      ///< the System itself
    model,         ///< modelling options: quaternion or angles
    instance,      ///< parameters: masses, frames, stiffnesses
    time,          ///< t
    position,      ///< q
    velocity,      ///< u
    force,         ///< z and what only forces read
    acceleration,  ///< u̇, ż
    report         ///< what nothing else depends on
};

inline constexpr int stage_count = 9;

constexpr const char* name_of(Stage stage) {
    constexpr std::array names{"topology", "model", "instance",     "time",  "position",
                               "velocity", "force", "acceleration", "report"};
    return names[static_cast<std::size_t>(stage)];
}

}  // namespace sinew
