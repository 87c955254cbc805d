// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/dynamics/hinge_derivatives.h>

namespace sinew {

/// How velocities and accelerations of all that hangs on a joint change along one of its mobilities, beside being
/// carried along as if rigid, about its body's origin:
///     δV = S × V + ψ     δA = S × A + ψ × V + φ     along q       δV = S     δA = S × V + χ     along u  (7.111)
struct Along {
    SpatialVelocity psi;
    SpatialAcceleration phi, chi;
};

/// A force that answers to turning only: (J a, 2 a × P) for turning a (7.113).
struct TurningForce {
    Mat3 J;
    Vec3 P;
};

/// Work space of inverse_dynamics_derivatives.
struct InverseDerivativesWork {
    RigidInertia* K_B_W;  ///< out: composite inertias (7.30), one per body
    TurningForce* B_W;    ///< one per body
    Along* along_W;       ///< out: one per mobility; φ with gravity as an acceleration against it
    double* columns;      ///< 33 tree.nu numbers
    SpatialForce* F_J_W;  ///< one per body: what its joint transmits
    int* end;             ///< one per body: where the columns of its subtree end
    Dual* scratch;        ///< as many as the joint with the most scratch numbers wants
    HingeDerivativesT<double>* hinge;  ///< one
};

/// Where inverse dynamics is differentiated, and what it found there.
struct InverseDerivativesAt {
    const double *q, *u, *u_dot;
    Vec3 gravity;                     ///< uniform
    const SpatialAcceleration* A_WB;  ///< of inverse_dynamics, without gravity
    const SpatialForce* F_B_W;        ///< from outside beside gravity; may be null
    double *by_q, *by_u;              ///< out: tree.nu x tree.nu, row by row
    double* by_u_dot;                 ///< out: M; may be null
};

/// The derivatives of M u̇ + f_bias − f − JᵀF by coordinates, speeds and accelerations, after inverse_dynamics.
/// O(n depth) beside the zeros. Along q each mobility is a direction: column k is for q + ε N e_k, whatever N is.
/// Forces on bodies are taken to go along with these, as if fixed in them, and forces on speeds to be constant; how
/// they change beside that is for the caller to add.                                                (7.110)-(7.119)
void inverse_dynamics_derivatives(const Tree& tree, const InstanceT<double>& instance,
                                  const PositionT<double>& x, const VelocityT<double>& v,
                                  const InverseDerivativesAt& problem, const InverseDerivativesWork& work);

}  // namespace sinew
