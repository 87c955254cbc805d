// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/dynamics/caches.h>
#include <sinew/math/dual.h>

namespace sinew {

/// How the hinge of one joint changes in the frame on the parent as the joint moves on along its mobility k, that is
/// along q + ε N e_k; expressed in W, about the body's origin that moves along.                          (7.110)
template <class T>
struct HingeDerivativesT {
    SpatialVelocityT<T> H[max_nu][max_nu];  ///< [k][j]: of column j
    SpatialVelocityT<T> V[max_nu];          ///< [k]: of H u
    SpatialAccelerationT<T> A[max_nu];      ///< [k]: of H u̇ + b, b the joint's bias Ḣ u
    SpatialAccelerationT<T> b_u[max_nu];    ///< [k]: of b with speed k
};

/// Exact, by dual numbers on the joint's own functions, for any joint whose hinge moves in F (node.has_bias). q, u and
/// u_dot are those of the tree; scratch holds as many numbers as the joint's functions want.
template <class T>
void hinge_derivatives(const Node& node, bool by_angles, const InstanceT<T>& instance, const PositionT<T>& x,
                       const RotationT<T>& R_WF, const T* q, const T* u, const T* u_dot, DualT<T>* scratch,
                       HingeDerivativesT<T>& out);

}  // namespace sinew
