// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/dynamics/caches.h>

namespace sinew {

// Sums over all bodies. C is the system's mass centre. All O(n).

/// Mass, first and second moment of the whole as it stands, about a point of the world.
///     K = Σ shift(M_B, p_QB)                                                                          (7.40)
/// The mass centre lies at Q + h/m. About the mass centre itself this is the locked (centroidal) inertia.
template <class T>
RigidInertiaT<T> system_inertia(const Tree& tree, const PositionT<T>& x, const Vec3T<T>& p_WQ);

/// Mass and motion of the mass centre. A tree without mass has none: its m is zero and its vectors are at
/// rest at Wo.
///     m p_WC = Σ m p_WB + h     m v_WC = Σ m v + ω × h     m a_WC = Σ m a + α × h + ω × (ω × h)       (7.41)
template <class T>
struct MassCentreT {
    T m{};
    Vec3T<T> p_WC, v_WC, a_WC;
};

using MassCentre = MassCentreT<double>;

/// V_WB and A_WB may be null; what would follow from them is then zero.
template <class T>
MassCentreT<T> mass_centre(const Tree& tree, const PositionT<T>& x, const SpatialVelocityT<T>* V_WB,
                           const SpatialAccelerationT<T>* A_WB);

/// Momentum about a point of the world: angular, then linear.  Σ shift(M V, p_QB).                     (7.42)
template <class T>
SpatialMomentumT<T> momentum(const Tree& tree, const PositionT<T>& x, const SpatialVelocityT<T>* V_WB,
                             const Vec3T<T>& p_WQ);

/// How the momentum about a point at rest, or about the mass centre, changes.
///     Σ shift(M A + g, p_QB)                                                                          (7.43)
/// From the accelerations at u̇ = 0 and about C this is the bias Ȧ u of the centroidal momentum matrix.
template <class T>
SpatialForceT<T> momentum_rate(const Tree& tree, const PositionT<T>& x, const VelocityT<T>& v,
                               const SpatialAccelerationT<T>* A_WB, const Vec3T<T>& p_WQ);

/// ½ Σ Vᵀ M V, and ½ Σ a u² of drives.                                                                 (7.44)
template <class T>
T kinetic_energy(const Tree& tree, const PositionT<T>& x, const SpatialVelocityT<T>* V_WB, const T* u);

/// Momentum about a point as a matrix, 6 x tree.nu, row by row: momentum = A u. About C it is the centroidal
/// momentum matrix [Orin, Goswami and Lee 2013]. K_B_W comes from composite_inertias().
///     A_i = shift(K_B H_i, p_QB)                                                                      (7.45)
template <class T>
void momentum_matrix(const Tree& tree, const PositionT<T>& x, const RigidInertiaT<T>* K_B_W,
                     const Vec3T<T>& p_WQ, T* A);

/// 3 x tree.nu, row by row: v_WC = J u, the lower half of the momentum matrix over m. Zero for a tree without
/// mass.
template <class T>
void mass_centre_jacobian(const Tree& tree, const PositionT<T>& x, const RigidInertiaT<T>* K_B_W, T* J);

}  // namespace sinew
