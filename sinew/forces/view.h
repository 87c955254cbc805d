// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/base/ids.h>
#include <sinew/dynamics/caches.h>

namespace sinew {

/// A point fixed on a body, in the body's frame.
struct Station {
    BodyId body = world;
    Vec3 p{};
};

/// A frame fixed on a body, in the body's frame.
struct FrameOn {
    BodyId body = world;
    Transform X_BF{};
};

/// One mobility of a joint, counted from 0 as its speeds are: its speed, and the coordinate whose rate that
/// speed is. The speeds that turn a ball or free joint are no coordinate's rate.
struct CoordinateOf {
    AnyJointId joint{};
    int index = 0;
};

/// How everything stands and moves, as forces see it. Bodies are given by their index in the tree.
template <class T>
struct KinematicsT {
    PositionT<T> x;
    VelocityT<T> v;
    const TransformT<T>* X_MB;  ///< per body of the tree: its own frame B in its joint's frame M
    const T* q;
    const T* u;
    int bodies, speeds;
    double time;

    TransformT<T> X_WB(int body) const { return x.X_WB[body] * X_MB[body]; }
    Vec3T<T> station(int body, const Vec3T<T>& p_B) const { return x.X_WB[body] * (X_MB[body] * p_B); }
    Vec3T<T> angular_velocity(int body) const { return v.V_WB[body].w; }
    /// Velocity of the body's point that is at p_W now.
    Vec3T<T> velocity(int body, const Vec3T<T>& p_W) const {
        return shift_outward(v.V_WB[body], p_W - x.X_WB[body].p).v;
    }
};

/// Where forces add theirs.
template <class T>
struct AppliedT {
    const TransformT<T>* X_WM;  ///< where each body's forces are taken about
    SpatialForceT<T>* F_W;      ///< per body of the tree
    T* f;                       ///< per speed

    void add_force(int body, const Vec3T<T>& p_W, const Vec3T<T>& force_W) {
        F_W[body] += {cross(p_W - X_WM[body].p, force_W), force_W};
    }
    void add_torque(int body, const Vec3T<T>& torque_W) { F_W[body].m += torque_W; }
    void add_mobility_force(int speed, const T& force) { f[speed] += force; }
};

using Kinematics = KinematicsT<double>;
using Applied = AppliedT<double>;

}  // namespace sinew
