// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/base/error.h>
#include <sinew/joints/list.h>

namespace sinew {

/// Adds a sentence for everything that is wrong with a joint by itself: parameters that are not finite or break their
/// rule, axes without direction, functions of coordinates that it does not have.
void check_joint(const AnyJoint& joint, const std::string& name, Faults& faults);

}  // namespace sinew
