// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/forces/gravity.h>
#include <sinew/forces/mobility.h>

#include <variant>

/// Every force element there is. A new one is one struct and one word here; the laws in tests/laws then test it.
#define SINEW_OTHER_FORCES(X) X(MobilitySpring) X(MobilityDamper)
#define SINEW_FORCES(X) X(Gravity) SINEW_OTHER_FORCES(X)

namespace sinew {

/// A force element of any kind, as the Model holds it.
#define SINEW_ONE(E) , E
using AnyForce = std::variant<Gravity SINEW_OTHER_FORCES(SINEW_ONE)>;
#undef SINEW_ONE

}  // namespace sinew
