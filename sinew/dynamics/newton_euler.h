// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/dynamics/caches.h>

namespace sinew {

/// Base to tip: how every body accelerates.  A_WB = shift(A_WP) + H u̇ + c. O(n).                      (7.20)
/// c_W null: as if at rest, which gives J u̇. u_dot null: zero, which gives J̇ u.
template <class T>
void accelerations(const Tree& tree, const PositionT<T>& x, const SpatialAccelerationT<T>* c_W,
                   const T* u_dot, SpatialAccelerationT<T>* A_WB);

/// Tip to base: the force F_J that each body's joint must put on it, about B, so that it accelerates by A_WB
/// while F_B_W acts on it (may be null). Entry 0 is the sum of what the world gives, about its origin. O(n).
///     F_J = M A + g − F + Σ_C shift(F_J of C)                                                         (7.21)
/// It holds all that passes through the joint: what constrains it and what drives it, with Hᵀ F_J = f + τ.
template <class T>
void reactions(const Tree& tree, const PositionT<T>& x, const VelocityT<T>& v,
               const SpatialAccelerationT<T>* A_WB, const SpatialForceT<T>* F_B_W, SpatialForceT<T>* F_J_W);

/// What inverse dynamics is given and what it finds.
template <class T>
struct InverseT {
    const T* u_dot;                 ///< may be null: zero
    const T* f;                     ///< mobility forces; may be null: zero
    const SpatialForceT<T>* F_B_W;  ///< force on each body about B; may be null: zero
    T* residual;                    ///< out: mobility forces that are missing for u̇
    SpatialAccelerationT<T>* A_WB;  ///< work space, one per body, as is
    SpatialForceT<T>* F_J_W;        ///< this
    Vec3T<T> gravity{};             ///< acts on all bodies beside F
};

/// What the joints must give beside f and F for the speeds to change by u̇. O(n).
///     residual = M u̇ + f_bias − f − JᵀF = Hᵀ F_J − f                                                 (7.22)
/// [Luh, Walker and Paul 1980]
template <class T>
void inverse_dynamics(const Tree& tree, const PositionT<T>& x, const VelocityT<T>& v,
                      const InverseT<T>& problem);

/// f = M a: inverse dynamics at rest. O(n). A_WB and F_W are work space, one per body.                 (7.23)
template <class T>
void multiply_by_M(const Tree& tree, const PositionT<T>& x, const T* a, T* f, SpatialAccelerationT<T>* A_WB,
                   SpatialForceT<T>* F_W);

/// The forces of motion alone, quadratic in u. O(n). A_WB and F_W are work space, one per body.
///     f_bias = Jᵀ(M J̇u + g)                                                                          (7.24)
template <class T>
void bias_force(const Tree& tree, const PositionT<T>& x, const VelocityT<T>& v, T* f_bias,
                SpatialAccelerationT<T>* A_WB, SpatialForceT<T>* F_W);

}  // namespace sinew
