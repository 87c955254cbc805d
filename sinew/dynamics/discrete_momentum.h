// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/dynamics/increments.h>

namespace sinew {

/// How the kinetic energy of turning is taken from the two ends of a step (7.95): by the rotation vector of the
/// turn, or by the vector part of its quaternion, which is the scheme of Moser and Veselov.
enum class RotationKernel : unsigned char { exponential, quaternion };

/// Momentum of a body during a step, in W: about its mass centre, and along. The same at both ends
/// (7.94), (7.96), (7.97).
struct DiscreteMomentum {
    Vec3 turning, linear;
};

/// Of all bodies; x at the step's beginning. O(n). Returns 0, or a body that turns by half a turn or more, where
/// rotations have no mean any more.
int discrete_momenta(const Tree& tree, const PositionT<double>& x, const BodyIncrement* increments, double h,
                     RotationKernel kernel, DiscreteMomentum* out);

/// The same about the bodies' origins at one of the two ends, as Jᵀ wants it (7.98).
void about_origins(const Tree& tree, const PositionT<double>& x, const DiscreteMomentum* momenta,
                   SpatialForce* F_B_W);

/// ½ m |Δc/h|² and its kind of turning, summed over the bodies: the kinetic part of the discrete Lagrangian, over h.
double discrete_kinetic_energy(const Tree& tree, const PositionT<double>& x, const BodyIncrement* increments,
                               double h, RotationKernel kernel);

/// How a body's turning momentum changes as its far end turns by δ: ∂Π/∂δ.                         (7.99), (7.100)
Mat3 turning_derivative(const Sym3& I, const Quaternion& Q, double h, RotationKernel kernel);

/// The inertia of a body about its mass centre.
inline Sym3 central_inertia(const RigidInertia& M) {
    return M.m > 0 ? M.I - M.m * point_inertia((1 / M.m) * M.h) : M.I;
}

}  // namespace sinew
