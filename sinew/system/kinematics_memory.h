// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/system/views.h>

namespace sinew {

// Where a State keeps what the passes over positions and velocities find, current or not: for those who fill it.

PositionT<double> position_memory(const Compiled& c, const State& state);
VelocityT<double> velocity_memory(const Compiled& c, const State& state);

}  // namespace sinew
