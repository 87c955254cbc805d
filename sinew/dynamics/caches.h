// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/math/pack.h>
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

// Passes of one State take bodies that are alike four at a time (7.15). What they leave for one another about these is
// kept a second time as they compute it, one entry for each of tree.steps: nobody has to turn it around again.

struct ConstantsInLanes {
    TransformT<Pack> X_PF;
    RigidInertiaT<Pack> M_B;
};
struct PositionInLanes {
    TransformT<Pack> X_WB;
    Vec3T<Pack> p_PB_W;
    SpatialVelocityT<Pack> H_W;
    SpatialAccelerationT<Pack> A_WB;  ///< work space of passes, as is
    SpatialForceT<Pack> F_W;          ///< this
};
struct VelocityInLanes {
    SpatialVelocityT<Pack> V_WB;
    SpatialAccelerationT<Pack> c_W;
};
struct FactorsInLanes {
    SpatialForceT<Pack> G_W;
    Pack D_inv;
};

/// All that does not depend on time: constants per body and joint parameters (tree.nk).
template <class T>
struct InstanceT {
    const BodyConstantsT<T>* body;
    const T* k;
    const std::uint8_t* by_angles;           ///< per body: orientation by angles in place of a quaternion
    const ConstantsInLanes* in_lanes{};      ///< for passes over doubles
    const BodyConstantsT<double>* shared{};  ///< of packs: body, where all lanes have the same; may be null
};

template <class T>
struct PositionT {
    TransformT<T>* X_WB;
    Vec3T<T>* p_PB_W;                 ///< from the parent's origin to the body's
    SpatialVelocityT<T>* H_W;         ///< one column per mobility (tree.nu): V of B in P, expressed in W
    T* scratch;                       ///< tree.scratch numbers that joints keep between their functions
    const T* armature{};              ///< per mobility: inertia of its drive; null if none has one
    const BodyConstantsT<T>* body{};  ///< as of the instance
    const ConstantsInLanes* constants_in_lanes{};
    PositionInLanes* in_lanes{};
    const BodyConstantsT<double>* shared{};  ///< as of the instance
};

// Constants of one body. Where packs of States share them, one number is read for all lanes.

template <class T>
const TransformT<T>& X_PF_of(const InstanceT<T>& instance, int B) {
    return instance.body[B].X_PF;
}
template <int n>
TransformT<PackT<n>> X_PF_of(const InstanceT<PackT<n>>& instance, int B) {
    using T = PackT<n>;
    if (!instance.shared) return instance.body[B].X_PF;
    const Transform& X = instance.shared[B].X_PF;
    return {{{as_scalar<T>(X.R.x), as_scalar<T>(X.R.y), as_scalar<T>(X.R.z)}}, as_scalar<T>(X.p)};
}
template <class T>
const RigidInertiaT<T>& M_B_of(const PositionT<T>& x, int B) {
    return x.body[B].M_B;
}
template <int n>
RigidInertiaT<PackT<n>> M_B_of(const PositionT<PackT<n>>& x, int B) {
    using T = PackT<n>;
    if (!x.shared) return x.body[B].M_B;
    const RigidInertia& M = x.shared[B].M_B;
    return {T(M.m), as_scalar<T>(M.h), {T(M.I.xx), T(M.I.yy), T(M.I.zz), T(M.I.xy), T(M.I.xz), T(M.I.yz)}};
}

/// A body's own inertia about B, expressed in W (7.4): found where it is used, and kept nowhere.
template <class T>
RigidInertiaT<T> inertia_of(const PositionT<T>& x, int B) {
    return re_express(x.X_WB[B].R, M_B_of(x, B));
}

template <class T>
struct VelocityT {
    SpatialVelocityT<T>* V_WB;
    SpatialAccelerationT<T>* c_W;  ///< the part of A_WB − A⁺ that does not depend on u̇ (7.6)
    VelocityInLanes* in_lanes{};
};

template <class T>
struct ArticulatedT {
    ArticulatedInertiaT<T>* Y_B_W;  ///< may be null where only the factors G and D⁻¹ are wanted
    SpatialForceT<T>* G_W;          ///< one per mobility: Y H D⁻¹
    T* D_inv;                       ///< tree.squares numbers: D⁻¹ of each joint, row by row
    FactorsInLanes* in_lanes{};
};

}  // namespace sinew
