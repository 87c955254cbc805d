// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/studies/occasions.h>
#include <sinew/system/system.h>

namespace sinew {

/// Lets the modes of all PointContacts change at the end of each step (8.42): one of a run's handlers. Steps must be
/// short beside what happens in a contact; fixed ones of a millisecond are usual.
Handler commit_point_contacts(const System& system);

/// The mode of a PointContact, and what it amounts to where it is between two.
PointContactMode mode_of(const System& system, const State& state, ForceId point_contact);

}  // namespace sinew
