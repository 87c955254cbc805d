// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/dynamics/caches.h>

namespace sinew {

/// Work space of inverse_mass_matrix.
template <class T>
struct InverseMassT {
    T* z;      ///< 6 tree.nu numbers
    T* A;      ///< 6 tree.nu numbers for each body
    int* end;  ///< one per body
};

/// M⁻¹ written out, tree.nu x tree.nu, row by row, both triangles; where prescribed is set (may be null),
/// M_ff⁻¹ in the rows and columns of free joints and zeros elsewhere. After articulated_inertias. O(n²).
///
/// The two passes of M⁻¹f (7.14), run on all unit vectors at once. Inward, forces on column k touch only its
/// own body and those below it, so the z of all columns of a subtree fit in one place:
///     ε_ik = δ_ik − H_iᵀ z_k     z_k += Σ_i G_i ε_ik     z_k = shift(z_k, p_PB)     k in B's subtree (7.32)
/// Outward only columns k ≥ i are needed, as M⁻¹ is symmetric:
///     u̇_ik = Σ_j D⁻¹_ij ε_jk − G_iᵀ A⁺_k     A_k = A⁺_k + Σ_i H_i u̇_ik                              (7.33)
template <class T>
void inverse_mass_matrix(const Tree& tree, const PositionT<T>& x, const ArticulatedT<T>& y,
                         const std::uint8_t* prescribed, const InverseMassT<T>& work, T* M_inv);

}  // namespace sinew
