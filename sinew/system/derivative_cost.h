// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/system/compiled.h>

namespace sinew {

/// What ẏ and the exact ∂ẏ/∂y cost, in nanoseconds of some machine, by counting: the same on all, so that who chooses
/// by them chooses alike. Measured for chains, stars and loops they are right to a factor of two.
struct DerivativeCost {
    double rates = 0, jacobian = 0;
};
DerivativeCost derivative_cost(const Compiled& c);

}  // namespace sinew
