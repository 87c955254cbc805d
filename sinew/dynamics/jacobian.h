// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/dynamics/caches.h>

namespace sinew {

// J maps speeds to the velocities of all bodies, V_WB = J u (multiply_by_J in velocity.h). Matrices are held
// row by row; the rows of a body are its turning (three), then the velocity of a point, all expressed in W.

/// f = Jᵀ F: the mobility forces that forces on bodies (about B) amount to. O(n). z_W is work space, one per
/// body; its entry 0 is left with the sum of all forces about the world's origin.
///     z = F + Σ_C shift(z_C)     f = Hᵀ z                                                             (7.25)
template <class T>
void multiply_by_J_transpose(const Tree& tree, const PositionT<T>& x, const SpatialForceT<T>* F_B_W, T* f,
                             SpatialForceT<T>* z_W);

/// J written out: 6 tree.size() rows, those of the world zero, and tree.nu columns. O(n²).
template <class T>
void system_jacobian(const Tree& tree, const PositionT<T>& x, T* J);

/// A place fixed on a body, named by where it stands now. Frames that share it differ in how they are turned,
/// which plays no part as long as all is expressed in W.
template <class T>
struct TaskT {
    int body;
    Vec3T<T> p_WS;
};

using Task = TaskT<double>;

/// 6 x tree.nu: V_WS = J u. O(depth) beside the zeros. Column i of the joint of B, for every B from the
/// task's body down to the base:
///     J_i = shift(H_i, p_BS)                                                                          (7.26)
template <class T>
void frame_jacobian(const Tree& tree, const PositionT<T>& x, const TaskT<T>& task, T* J);

/// 3 x tree.nu: v_WS = J u; the lower half of the frame Jacobian.
template <class T>
void station_jacobian(const Tree& tree, const PositionT<T>& x, const TaskT<T>& task, T* J);

}  // namespace sinew
