// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/dynamics/caches.h>

namespace sinew {

/// Tip to base: the inertia each body would have with all that hangs on it frozen, about B. Entry 0 is that
/// of the whole tree about the world's origin. O(n).
///     K = M + Σ_C shift(K_C)                                                                          (7.30)
template <class T>
void composite_inertias(const Tree& tree, const PositionT<T>& x, RigidInertiaT<T>* K_B_W);

/// Work space of mass_matrix.
template <class T>
struct CompositeT {
    RigidInertiaT<T>* K_B_W;  ///< one per body
    T* columns;               ///< 6 tree.nu numbers: K H of each column, part by part
    int* end;                 ///< one per body: where the columns of its subtree end
};

/// M, tree.nu x tree.nu, row by row, both triangles. O(n depth) beside the zeros. For columns i of C and j of
/// B, where C is B or hangs on it by whatever is in between:
///     M_ij = M_ji = H_jᵀ shift(K_C H_i, p_BC)                                                         (7.31)
/// and zero where neither hangs on the other. [Walker and Orin 1982]
template <class T>
void mass_matrix(const Tree& tree, const PositionT<T>& x, const CompositeT<T>& work, T* M);

}  // namespace sinew
