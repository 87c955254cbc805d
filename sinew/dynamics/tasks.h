// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/dynamics/jacobian.h>

#include <span>

namespace sinew {

// Products with the Jacobians of frames and stations without writing them out. For one task by a walk from
// its body to the base, O(depth); for many by one pass over the tree, O(n + tasks).

/// V_WS = J u of one frame. A station's velocity is its v.
template <class T>
SpatialVelocityT<T> multiply_by_frame_jacobian(const Tree& tree, const PositionT<T>& x, const TaskT<T>& task,
                                               const T* u);

/// The same for many. V_WB is work space, one per body.
template <class T>
void multiply_by_frame_jacobians(const Tree& tree, const PositionT<T>& x, std::span<const TaskT<T>> tasks,
                                 const T* u, SpatialVelocityT<T>* V_WS, SpatialVelocityT<T>* V_WB);
template <class T>
void multiply_by_station_jacobians(const Tree& tree, const PositionT<T>& x, std::span<const TaskT<T>> tasks,
                                   const T* u, Vec3T<T>* v_WS, SpatialVelocityT<T>* V_WB);

/// f = Jᵀ F of one frame, with F about S. All of f is written. A force at a station has no moment.
///     f_i = H_iᵀ shift(F, p_BS)     on the way to the base, zero elsewhere                            (7.27)
template <class T>
void multiply_by_frame_jacobian_transpose(const Tree& tree, const PositionT<T>& x, const TaskT<T>& task,
                                          const SpatialForceT<T>& F_S_W, T* f);

/// f = Σ JᵀF over many. z_W is work space, one per body.
template <class T>
void multiply_by_frame_jacobians_transpose(const Tree& tree, const PositionT<T>& x,
                                           std::span<const TaskT<T>> tasks, const SpatialForceT<T>* F_S_W,
                                           T* f, SpatialForceT<T>* z_W);
template <class T>
void multiply_by_station_jacobians_transpose(const Tree& tree, const PositionT<T>& x,
                                             std::span<const TaskT<T>> tasks, const Vec3T<T>* f_S_W, T* f,
                                             SpatialForceT<T>* z_W);

/// How a frame at S accelerates with its body: (α, a + α × p_BS + ω × (ω × p_BS)).                     (7.28)
/// From the accelerations at u̇ = 0 this is the bias J̇ u of the frame Jacobian, its a that of the station
/// Jacobian.
template <class T>
SpatialAccelerationT<T> frame_acceleration(const PositionT<T>& x, const SpatialVelocityT<T>* V_WB,
                                           const SpatialAccelerationT<T>* A_WB, const TaskT<T>& task) {
    const Vec3T<T> p_BS_W = task.p_WS - x.X_WB[task.body].p, w = V_WB[task.body].w;
    SpatialAccelerationT<T> A = shift_outward(A_WB[task.body], p_BS_W);
    A.v += cross(w, cross(w, p_BS_W));
    return A;
}

/// J̇ u of one frame's Jacobian by a walk to the base, without the accelerations of all bodies.
///     J̇u = Σ shift(c_B, p_BS) + (0, ω × (ω × p_BS) of the task's own body)                           (7.29)
template <class T>
SpatialAccelerationT<T> frame_bias(const Tree& tree, const PositionT<T>& x, const VelocityT<T>& v,
                                   const TaskT<T>& task);

}  // namespace sinew
