// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/dynamics/caches.h>

namespace sinew {

/// Base to tip: how every body moves, and what of its acceleration and of the forces on it stems from motion
/// alone. O(n). Needs the position pass at the same q.                                            (7.5)-(7.7)
template <class T>
void velocity_kinematics(const Tree& tree, const InstanceT<T>& instance, const PositionT<T>& x, const T* q,
                         const T* u, const VelocityT<T>& out);

/// J u: the velocities of all bodies for any speeds, without the rest. O(n).
template <class T>
void multiply_by_J(const Tree& tree, const PositionT<T>& x, const T* u, SpatialVelocityT<T>* V_WB);

}  // namespace sinew
