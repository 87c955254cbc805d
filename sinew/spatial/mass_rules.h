// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/spatial/mass_properties.h>

#include <string>

namespace sinew {

/// What mass properties a body can have: a mass that is not negative, and a central inertia that some
/// distribution of it shows, which is one whose principal moments are not negative and none larger than the other
/// two together (3.14). A body without mass has no inertia either.

/// Why a body cannot have these mass properties, with the numbers and the way out; empty if it can.
std::string fault_of(const MassProperties& mass);
/// What is odd but accepted: rules broken by less than 1e-6 of the largest moment, as rounded data break them.
std::string warning_of(const MassProperties& mass);

/// The nearest mass properties that a body can have: the second moments ½ tr(I) 1 − I, projected onto those that are
/// positive semidefinite (3.15). A negative mass becomes none. Throws ModelError where a number is not finite.
MassProperties repaired(const MassProperties& mass);

}  // namespace sinew
