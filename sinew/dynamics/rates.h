// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/dynamics/caches.h>

namespace sinew {

// Between speeds and the rates of coordinates, joint by joint along the tree: q̇ = N u, where N is block
// diagonal (5.3). All O(n), after position_kinematics at the same q (joints of a user's own may have left
// numbers in x.scratch). A joint that goes by angles in place of a quaternion leaves the last of its
// coordinates unused; rates and forces written there are zero.

/// q̇ = N u
template <class T>
void multiply_by_N(const Tree& tree, const InstanceT<T>& instance, const PositionT<T>& x, const T* q,
                   const T* u, T* q_dot);

/// f_u = Nᵀ f_q: forces along coordinates as mobility forces of the same power.                        (7.50)
template <class T>
void multiply_by_N_transpose(const Tree& tree, const InstanceT<T>& instance, const PositionT<T>& x,
                             const T* q, const T* f_q, T* f_u);

/// u = N⁺ q̇, with N⁺ N = 1.                                                                           (7.51)
template <class T>
void multiply_by_N_inverse(const Tree& tree, const InstanceT<T>& instance, const PositionT<T>& x, const T* q,
                           const T* q_dot, T* u);

/// f_q = N⁺ᵀ f_u
template <class T>
void multiply_by_N_inverse_transpose(const Tree& tree, const InstanceT<T>& instance, const PositionT<T>& x,
                                     const T* q, const T* f_u, T* f_q);

/// Ṅ u, where Ṅ is the rate of N as q changes by q̇ = N u.
template <class T>
void multiply_by_N_dot(const Tree& tree, const InstanceT<T>& instance, const PositionT<T>& x, const T* q,
                       const T* u, T* out);

/// q̈ = N u̇ + Ṅ u                                                                                     (7.52)
template <class T>
void second_rates(const Tree& tree, const InstanceT<T>& instance, const PositionT<T>& x, const T* q,
                  const T* u, const T* u_dot, T* q_dot_dot);

}  // namespace sinew
