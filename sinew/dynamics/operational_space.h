// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/dynamics/jacobian.h>

#include <cstddef>
#include <span>

namespace sinew {

/// Λ⁻¹ = J M⁻¹ Jᵀ of k frames together, 6k x 6k, row by row: how they accelerate per force on them, about
/// their points, while nothing else acts and all is at rest. Symmetric and, as long as the frames can move
/// independently, positive definite; its inverse is the operational-space inertia [Khatib 1987]. After
/// articulated_inertias, with the same prescribed (may be null): what is prescribed does not give way. O(k
/// depth + k² depth).
///
/// With Γ Γᵀ = M⁻¹ (7.34), Λ⁻¹ is the product of E = J Γ, 6k x tree.nu, with its transpose. A row of E is Γᵀ
/// (7.36) on the way from one frame to the base and zero elsewhere; two frames meet only on the part of the
/// way they share:
///     E = J Γ     Λ⁻¹ = E Eᵀ                                                                          (7.46)
/// E is work space, 6k tree.nu numbers.
template <class T>
void operational_space_inverse_inertia(const Tree& tree, const PositionT<T>& x, const ArticulatedT<T>& y,
                                       const std::uint8_t* prescribed, std::span<const TaskT<T>> tasks, T* E,
                                       T* Lambda_inv);

}  // namespace sinew
