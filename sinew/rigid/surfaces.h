// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/system/model.h>

namespace sinew {

/// The Model with its surfaces taken for rigid: a one-way condition for every two of them that may touch ("ball on
/// floor", "box on floor 3" for a corner), with their friction and the smaller restitution of the two. There are
/// equations for spheres, capsules and the corners of boxes on half spaces, and for spheres on spheres; all other pairs
/// are refused by name. Surfaces stay to be looked at: contact.kind is `none` then.
Model with_rigid_contacts(Model model);

}  // namespace sinew
