// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/dynamics/caches.h>

namespace sinew {

/// Base to tip: where every body stands, and its hinge map in W. O(n).                            (7.2)-(7.4)
template <class T>
void position_kinematics(const Tree& tree, const InstanceT<T>& instance, const T* q, const PositionT<T>& out);

}  // namespace sinew
