// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/dynamics/caches.h>

namespace sinew {

// What bodies have, for passes that go by lanes to find it there: for those who did not have it from such a pass. O(n).

void fill_lanes(const Tree& tree, const BodyConstantsT<double>* body, ConstantsInLanes* in_lanes);
void fill_lanes(const Tree& tree, const PositionT<double>& x);
void fill_lanes(const Tree& tree, const VelocityT<double>& v);
/// Factors of some subtrees.
void fill_lanes(const Tree& tree, const Alike& alike, const ArticulatedT<double>& y);

}  // namespace sinew
