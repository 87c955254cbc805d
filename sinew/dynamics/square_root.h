// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/dynamics/caches.h>

namespace sinew {

// The two passes of M⁻¹f are transposes of one another: with Ψ: f → ε the inward one, M⁻¹ = Ψᵀ D⁻¹ Ψ (the
// innovations factorisation) [Rodriguez and Kreutz-Delgado 1992, Jain 2011]. With L Lᵀ = D⁻¹, joint by joint,
// this gives
//     Γ = Ψᵀ L     Γ Γᵀ = M⁻¹     Γ⁻ᵀ Γ⁻¹ = M                                                          (7.34)
// and the products below, each one pass, O(n): x = Γ v of independent unit normals v has covariance M⁻¹, as
// the speeds of a system in thermal balance have. All need articulated_inertias. Joints that prescribed marks
// (may be null, and must be what the inertias were made with) have zeros and take no part: Γ Γᵀ is then
// M_ff⁻¹.

/// out = Γ v.     ν = L v     out = ν − Gᵀ A⁺     A = A⁺ + H out. A_WB is work space, one per body.    (7.35)
template <class T>
void multiply_by_inverse_root(const Tree& tree, const PositionT<T>& x, const ArticulatedT<T>& y,
                              const std::uint8_t* prescribed, const T* v, T* out,
                              SpatialAccelerationT<T>* A_WB);

/// out = Γᵀ f.     ε = f − Hᵀ z     z⁺ = z + G ε     out = Lᵀ ε. z_W is work space, one per body.      (7.36)
template <class T>
void multiply_by_inverse_root_transpose(const Tree& tree, const PositionT<T>& x, const ArticulatedT<T>& y,
                                        const std::uint8_t* prescribed, const T* f, T* out,
                                        SpatialForceT<T>* z_W);

/// out = Γ⁻ᵀ v, which has Γ⁻ᵀ Γ⁻¹ = M.     ε = L⁻ᵀ v     out = ε + Hᵀ z     z⁺ = z + G ε               (7.37)
template <class T>
void multiply_by_root(const Tree& tree, const PositionT<T>& x, const ArticulatedT<T>& y,
                      const std::uint8_t* prescribed, const T* v, T* out, SpatialForceT<T>* z_W);

/// out = Γ⁻¹ u: speeds whose squares sum to twice the kinetic energy.
///     out = L⁻¹ (u + Gᵀ A⁺)     A = A⁺ + H u                                                          (7.38)
template <class T>
void multiply_by_root_transpose(const Tree& tree, const PositionT<T>& x, const ArticulatedT<T>& y,
                                const std::uint8_t* prescribed, const T* u, T* out,
                                SpatialAccelerationT<T>* A_WB);

/// log det M (of M_ff) = −Σ log det D⁻¹. O(n).                                                         (7.39)
double log_determinant_of_M(const Tree& tree, const ArticulatedT<double>& y, const std::uint8_t* prescribed);

}  // namespace sinew
