// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/system/system.h>

#include <string>
#include <string_view>
#include <vector>

namespace sinew {

/// The names of a joint's coordinates and speeds, as States and postures have them: "knee.angle", "hip.u0". Those of a
/// joint that closes a loop have a name, too, though no place in a State.
std::vector<std::string> coordinate_names(const Model& model, AnyJointId joint);
std::vector<std::string> speed_names(const Model& model, AnyJointId joint);

/// A new State in the Model's posture of that name. Throws ModelError with the nearest name there is.
State posture(const System& system, std::string_view name);
/// Where a run begins unless told otherwise: the posture "default", or a new State where there is none.
State start_state(const System& system);

}  // namespace sinew
