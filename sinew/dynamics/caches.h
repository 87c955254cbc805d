// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/spatial/inertia.h>
#include <sinew/spatial/transform.h>
#include <sinew/tree/tree.h>

#include <cstdint>

namespace sinew {

// What the passes read and write: views of memory that somebody else owns (a State, or the caller's own arrays).
// One entry per body of the tree, the world at 0, unless it says otherwise. In the passes a body's frame B stands at
// its joint's frame M: mass properties and everything fixed on the body have been moved there before (7.1), which makes
// the hinge map of a pin (axis; 0) and saves a product of rotations per body.

/// Constants of a body while its parameters stay: the joint's frame on the parent, and its own inertia about B in B.
template <class T>
struct BodyConstantsT {
    TransformT<T> X_PF;
    RigidInertiaT<T> M_B;
};

/// All that does not depend on time: constants per body and joint parameters (tree.nk).
template <class T>
struct InstanceT {
    const BodyConstantsT<T>* body;
    const T* k;
    const std::uint8_t* by_angles;  ///< per body: orientation by angles in place of a quaternion
};

template <class T>
struct PositionT {
    TransformT<T>* X_WB;
    Vec3T<T>* p_PB_W;          ///< from the parent's origin to the body's
    RigidInertiaT<T>* M_B_W;   ///< about B, expressed in W
    SpatialVelocityT<T>* H_W;  ///< one column per mobility (tree.nu): V of B in P, expressed in W
    T* scratch;                ///< tree.scratch numbers that joints keep between their functions
    const T* armature{};       ///< per mobility: inertia of its drive; null if none has one
};

template <class T>
struct VelocityT {
    SpatialVelocityT<T>* V_WB;
    SpatialAccelerationT<T>* c_W;  ///< the part of A_WB − A⁺ that does not depend on u̇ (7.6)
};

template <class T>
struct ArticulatedT {
    ArticulatedInertiaT<T>* Y_B_W;  ///< may be null where only the factors G and D⁻¹ are wanted
    SpatialForceT<T>* G_W;          ///< one per mobility: Y H D⁻¹
    T* D_inv;                       ///< tree.squares numbers: D⁻¹ of each joint, row by row
};

}  // namespace sinew
