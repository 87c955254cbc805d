// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/dynamics/caches.h>

namespace sinew {

/// Tip to base: the inertia every body shows together with all that hangs on it by free joints. O(n).   (7.8)-(7.10)
/// prescribed marks bodies whose joint's u̇ is given (may be null): such a joint passes inertia on like a weld.
/// Returns 0, or a body whose joint moves no inertia at all (the one nearest to the base): M is singular there.
template <class T>
int articulated_inertias(const Tree& tree, const PositionT<T>& x, const std::uint8_t* prescribed,
                         const ArticulatedT<T>& out);

/// What forward dynamics is given and what it finds.
template <class T>
struct ForwardT {
    const T* f;                      ///< mobility forces (tree.nu)
    const SpatialForceT<T>* F_B_W;   ///< force on each body about B; may be null
    const std::uint8_t* prescribed;  ///< per body; may be null
    T* u_dot;                        ///< out; entries of prescribed joints are read
    SpatialAccelerationT<T>* A_WB;   ///< out
    SpatialForceT<T>* z_W;           ///< work space, one per body
    T* tau;  ///< out, where prescribed: the force the motion needs beside f (may be null if none is)
};

/// u̇ and the bodies' accelerations from forces, by two passes after articulated_inertias. O(n).   (7.11)-(7.13)
template <class T>
void forward_dynamics(const Tree& tree, const PositionT<T>& x, const VelocityT<T>& v,
                      const ArticulatedT<T>& y, const ForwardT<T>& problem);

/// M⁻¹ f; where prescribed is set, rows of M_ff⁻¹ alone, zero elsewhere. O(n). z_W is work space, one per body, and so
/// is A_WB.                                                                                            (7.14)
template <class T>
void multiply_by_M_inverse(const Tree& tree, const PositionT<T>& x, const ArticulatedT<T>& y,
                           const std::uint8_t* prescribed, const T* f, T* u_dot, SpatialForceT<T>* z_W,
                           SpatialAccelerationT<T>* A_WB);

}  // namespace sinew
