// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/forces/contract.h>

#include <span>

namespace sinew {

/// What one constraint is given: how its bodies and coordinates stand, move and accelerate. Bodies and coordinates are
/// counted as the constraint lists them; all vectors are expressed in W.
template <class T>
struct ConstraintInput {
    const KinematicsT<T>& kin;
    const SpatialAccelerationT<T>*
        A_WM;                   ///< per body of the tree, of its joint's frame M; null if none accelerates
    const T* u_dot;             ///< null if all are zero
    std::span<const int> body;  ///< their indices in the tree
    std::span<const int> q_index, u_index;

    // For constraints of the user's own.
    std::span<const T> k;
    const State* state;
    std::span<const int> node_of_body;

    T time() const { return T(kin.time); }
    T q(int i) const { return kin.q[q_index[static_cast<std::size_t>(i)]]; }
    T u(int i) const { return kin.u[u_index[static_cast<std::size_t>(i)]]; }
    T acceleration_of(int i) const { return u_dot ? u_dot[u_index[static_cast<std::size_t>(i)]] : T(0.0); }

    int node(int b) const { return body[static_cast<std::size_t>(b)]; }
    TransformT<T> pose(int b) const { return kin.X_WB(node(b)); }
    Vec3T<T> station(int b, const Vec3T<T>& p_B) const { return kin.station(node(b), p_B); }
    Vec3T<T> axis(int b, const Vec3T<T>& a_B) const {
        return kin.x.X_WB[node(b)].R * (kin.X_MB[node(b)].R * a_B);
    }
    Vec3T<T> w(int b) const { return kin.angular_velocity(node(b)); }
    Vec3T<T> alpha(int b) const { return A_WM ? A_WM[node(b)].w : Vec3T<T>{}; }
    /// Velocity and acceleration of the body's own point that is at p_W now.
    Vec3T<T> velocity(int b, const Vec3T<T>& p_W) const { return kin.velocity(node(b), p_W); }
    Vec3T<T> acceleration(int b, const Vec3T<T>& p_W) const {
        const Vec3T<T> r = p_W - kin.x.X_WB[node(b)].p, turning = w(b);
        const Vec3T<T> centripetal = cross(turning, cross(turning, r));
        if (!A_WM) return centripetal;
        return shift_outward(A_WM[node(b)], r).v + centripetal;
    }
};

/// Where a constraint puts what it is asked for: any of these may be null.
template <class T>
struct EquationsT {
    T* e;  ///< errors of its holonomic equations
    T* v;  ///< their rates, then the errors of its nonholonomic equations
    T* a;  ///< the rates of these, then the errors of its acceleration equations
    /// Rows of G, a = G u̇ − b: what a unit multiplier stands for, [equation][body] about the body's joint frame and
    /// [equation][coordinate]. All zero when a constraint begins.
    SpatialForceT<T>* rows;
    T* coefficients;

    const TransformT<T>* X_WM;
    std::span<const int> body;
    int coordinates;

    bool moving() const { return v || a; }

    void add_force(int equation, int b, const Vec3T<T>& p_W, const Vec3T<T>& f_W) {
        row(equation, b) += {cross(p_W - X_WM[body[static_cast<std::size_t>(b)]].p, f_W), f_W};
    }
    void add_torque(int equation, int b, const Vec3T<T>& t_W) { row(equation, b).m += t_W; }
    void add_coefficient(int equation, int coordinate, const T& c) {
        coefficients[equation * coordinates + coordinate] += c;
    }

private:
    SpatialForceT<T>& row(int equation, int b) { return rows[equation * static_cast<int>(body.size()) + b]; }
};

using Equations = EquationsT<double>;

}  // namespace sinew
