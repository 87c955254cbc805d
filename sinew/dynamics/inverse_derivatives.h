// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/dynamics/hinge_derivatives.h>

namespace sinew {

/// How velocities and accelerations of all that hangs on a joint change along one of its mobilities, beside being
/// carried along as if rigid, about its body's origin:
///     δV = S × V + ψ     δA = S × A + ψ × V + φ     along q       δV = S     δA = S × V + χ     along u  (7.111)
template <class T>
struct AlongT {
    SpatialVelocityT<T> psi;
    SpatialAccelerationT<T> phi, chi;
};

/// A force that answers to turning only: (J a, 2 a × P) for turning a (7.113).
template <class T>
struct TurningForceT {
    Mat3T<T> J;
    Vec3T<T> P;
};

/// Work space of inverse_dynamics_derivatives.
template <class T>
struct InverseDerivativesWorkT {
    RigidInertiaT<T>* K_B_W;      ///< out: composite inertias (7.30), one per body
    TurningForceT<T>* B_W;        ///< one per body
    AlongT<T>* along_W;           ///< out: one per mobility; φ with gravity as an acceleration against it
    T* columns;                   ///< 33 tree.nu numbers
    int* end;                     ///< one per body: where the columns of its subtree end
    DualT<T>* scratch;            ///< as many as the joint with the most scratch numbers wants
    HingeDerivativesT<T>* hinge;  ///< one
};

/// Where inverse dynamics is differentiated, and what it found there.
template <class T>
struct InverseDerivativesT {
    const T *q, *u, *u_dot;
    Vec3T<T> gravity;                     ///< uniform; F_J contains its forces
    const SpatialAccelerationT<T>* A_WB;  ///< of inverse_dynamics
    const SpatialForceT<T>* F_J_W;        ///< of inverse_dynamics
    T *by_q, *by_u;                       ///< out: tree.nu x tree.nu, row by row
    T* by_u_dot;                          ///< out: M; may be null
};

/// The derivatives of M u̇ + f_bias − f − JᵀF by coordinates, speeds and accelerations, after inverse_dynamics.
/// O(n depth) beside the zeros. Along q each mobility is a direction: column k is for q + ε N e_k, whatever N is.
/// Forces on bodies are taken to go along with these, as if fixed in them, and forces on speeds to be constant; how
/// they change beside that is for the caller to add.                                                (7.110)-(7.119)
template <class T>
void inverse_dynamics_derivatives(const Tree& tree, const InstanceT<T>& instance, const PositionT<T>& x,
                                  const VelocityT<T>& v, const InverseDerivativesT<T>& problem,
                                  const InverseDerivativesWorkT<T>& work);

}  // namespace sinew
