// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/dynamics/articulated.h>
#include <sinew/math/pack.h>

namespace sinew {

// The passes of articulated.h for one State in each lane (7.16). They differ in that every lane has a verdict of its
// own: false where M is singular. What such a lane holds then has no meaning; the other lanes do not feel it.
// pending is work space, as many as pending_count(tree).one.

template <int lanes>
LaneBits articulated_inertias(const Tree& tree, const PositionT<PackT<lanes>>& x,
                              const std::uint8_t* prescribed, PendingT<PackT<lanes>>* pending,
                              const ArticulatedT<PackT<lanes>>& out);

template <int lanes>
LaneBits forward_dynamics(const Tree& tree, const PositionT<PackT<lanes>>& x,
                          const VelocityT<PackT<lanes>>& v, const ForwardT<PackT<lanes>>& problem,
                          PendingT<PackT<lanes>>* pending, const ArticulatedT<PackT<lanes>>& out);

/// M⁻¹f from what f gives each joint on its way to the base, D⁻¹ε, which is in u_dot before: the outward half of
/// (7.14).
template <int lanes>
void respond_outward(const Tree& tree, const PositionT<PackT<lanes>>& x, const ArticulatedT<PackT<lanes>>& y,
                     const std::uint8_t* prescribed, PackT<lanes>* u_dot,
                     SpatialAccelerationT<PackT<lanes>>* A_WB);

}  // namespace sinew
