// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/system/model.h>

namespace sinew {

/// The Model with its surfaces taken for rigid: one-way conditions for every two of them that may touch ("ball on
/// floor", "box on floor 3" for one of several), with their friction and the smaller restitution of the two. Which
/// pairs there are equations for is listed in chapter 17; all others are refused by name. Surfaces stay to be looked
/// at: contact.kind is `none` then.
Model with_rigid_contacts(Model model);

}  // namespace sinew
