// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/system/model.h>

#include <string>
#include <vector>

namespace sinew {

/// Which of two shapes stands first, "on" the other: balls on solids, all on half spaces.
int rank_in_pair(const Shape& shape);

/// The constraints that say together, each as a one-way condition, that two surfaces are apart or touch; in the order
/// of their ranks. Empty where there are none; then `why` may say why not, as the end of a sentence.
std::vector<AnyConstraint> conditions_of(const ContactSurface& a, const ContactSurface& b, std::string& why);

}  // namespace sinew
