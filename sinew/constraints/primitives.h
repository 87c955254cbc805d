// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/base/error.h>
#include <sinew/constraints/contract.h>
#include <sinew/math/function.h>
#include <sinew/math/orientation.h>

namespace sinew {

// What most constraints are made of. Each fills one equation (or three) at every level that is asked for; vectors are
// expressed in W, bodies counted as the constraint lists them.

/// The Values of a constraint between a frame `from` and a frame `to`, and their paths.
template <class T>
struct TwoFrames {
    FrameValues<T> from, to;
};
void each_of_two_frames(auto& e, auto&& each) {
    each("from", e.from.X_BF, Rule::rotation);
    each("to", e.to.X_BF, Rule::rotation);
}

/// How far a point T of body B lies from a point S of body A along n, which is fixed on A:
///     e = n·r − d, r = p_ST     ė = n·(v_T − v_A)     ë = n·(a_T − a_A − 2 w_A × (v_T − v_A))            (10.3)
/// v_A and a_A are those of A's own point at T. The force acts there, so that momentum is kept even where e is not
/// zero.
template <class T>
void along(const ConstraintInput<T>& in, EquationsT<T>& out, int i, int A, const Vec3T<T>& n,
           const Vec3T<T>& p_S, int B, const Vec3T<T>& p_T, const T& d = T(0.0)) {
    if (out.e) out.e[i] = dot(n, p_T - p_S) - d;
    if (out.moving()) {
        const Vec3T<T> v = in.velocity(B, p_T) - in.velocity(A, p_T);
        if (out.v) out.v[i] = dot(n, v);
        if (out.a)
            out.a[i] = dot(n, in.acceleration(B, p_T) - in.acceleration(A, p_T) - T(2.0) * cross(in.w(A), v));
    }
    if (out.rows) {
        out.add_force(i, B, p_T, n);
        out.add_force(i, A, p_T, -n);
    }
}

/// The distance of a point T of B from a point S of A:
///     r = p_ST     e = |r| − ℓ     n = r/|r|     ė = n·v     ë = n·a + (v·v − (n·v)²)/|r|                    (10.2)
template <class T>
void distance(const ConstraintInput<T>& in, EquationsT<T>& out, int i, int A, const Vec3T<T>& p_S, int B,
              const Vec3T<T>& p_T, const T& length) {
    const Vec3T<T> r = p_T - p_S;
    const T now = norm(r);
    const Vec3T<T> n = r / now;
    if (out.e) out.e[i] = now - length;
    if (out.moving()) {
        const Vec3T<T> v = in.velocity(B, p_T) - in.velocity(A, p_S);
        const T rate = dot(n, v);
        if (out.v) out.v[i] = rate;
        if (out.a)
            out.a[i] =
                dot(n, in.acceleration(B, p_T) - in.acceleration(A, p_S)) + (dot(v, v) - rate * rate) / now;
    }
    if (out.rows) {
        out.add_force(i, B, p_T, n);
        out.add_force(i, A, p_S, -n);
    }
}

/// Two unit vectors square to a direction and to one another.
template <class T>
struct SquareTo {
    Vec3T<T> first, second;
    explicit SquareTo(const Vec3T<T>& direction) {
        const Vec3T<T> n = direction / norm(direction);
        int least = 0;
        for (int i = 1; i < 3; ++i)
            if (value_of(n[i]) * value_of(n[i]) < value_of(n[least]) * value_of(n[least])) least = i;
        Vec3T<T> axis{};
        axis[least] = T(1.0);
        const Vec3T<T> across = cross(n, axis);
        first = across / norm(across);
        second = cross(n, first);
    }
};

/// No slip along t between A and B at a point P that moves with v_P on neither of them; t changes at t_dot.
///     v = t·(v_B − v_A), of the bodies' own points at P                                                       (10.8)
///     v̇ = t·(a_B − a_A + w_B × (v_P − v_B) − w_A × (v_P − v_A)) + ṫ·(v_B − v_A)
template <class T>
void no_slip(const ConstraintInput<T>& in, EquationsT<T>& out, int i, int A, int B, const Vec3T<T>& p,
             const Vec3T<T>& v_P, const Vec3T<T>& t, const Vec3T<T>& t_dot) {
    if (out.moving()) {
        const Vec3T<T> v_A = in.velocity(A, p), v_B = in.velocity(B, p), v = v_B - v_A;
        if (out.v) out.v[i] = dot(t, v);
        if (out.a)
            out.a[i] = dot(t, in.acceleration(B, p) - in.acceleration(A, p) + cross(in.w(B), v_P - v_B) -
                                  cross(in.w(A), v_P - v_A)) +
                       dot(t_dot, v);
    }
    if (out.rows) {
        out.add_force(i, B, p, t);
        out.add_force(i, A, p, -t);
    }
}

/// The cosine between a direction a fixed on A and b fixed on B (both unit vectors):
///     e = a·b − c     ė = (w_A − w_B)·(a × b)                                                             (10.4)
///     ë = (α_A − α_B)·(a × b) + (w_A × (w_A × a))·b + a·(w_B × (w_B × b)) + 2 (w_A × a)·(w_B × b)
template <class T>
void cosine(const ConstraintInput<T>& in, EquationsT<T>& out, int i, int A, const Vec3T<T>& a, int B,
            const Vec3T<T>& b, const T& c = T(0.0)) {
    const Vec3T<T> t = cross(a, b);
    if (out.e) out.e[i] = dot(a, b) - c;
    if (out.v) out.v[i] = dot(in.w(A) - in.w(B), t);
    if (out.a) {
        const Vec3T<T> w_A = in.w(A), w_B = in.w(B), a_dot = cross(w_A, a), b_dot = cross(w_B, b);
        out.a[i] = dot(in.alpha(A) - in.alpha(B), t) + dot(cross(w_A, a_dot), b) + dot(a, cross(w_B, b_dot)) +
                   T(2.0) * dot(a_dot, b_dot);
    }
    if (out.rows) {
        out.add_torque(i, A, t);
        out.add_torque(i, B, -t);
    }
}

/// The unit quaternion of a rotation, w ≥ 0, on any scalar.
template <class T>
QuaternionT<T> quaternion_on(const RotationT<T>& R) {
    const T trace = R.x.x + R.y.y + R.z.z;
    if (value_of(trace) > 0) {
        const T s = square_root(T(1.0) + trace), h = T(0.5) / s;
        return {T(0.5) * s, h * (R.y.z - R.z.y), h * (R.z.x - R.x.z), h * (R.x.y - R.y.x)};
    }
    const int i = value_of(R.x.x) >= value_of(R.y.y) && value_of(R.x.x) >= value_of(R.z.z) ? 0
                  : value_of(R.y.y) >= value_of(R.z.z)                                     ? 1
                                                                                           : 2;
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    const T s = square_root(T(1.0) + R(i, i) - R(j, j) - R(k, k)), h = T(0.5) / s;
    T v[3];
    v[i] = T(0.5) * s;
    v[j] = h * (R(i, j) + R(j, i));
    v[k] = h * (R(i, k) + R(k, i));
    const T w = h * (R(k, j) - R(j, k));
    const T sign(value_of(w) < 0 ? -1.0 : 1.0);
    return {sign * w, sign * v[0], sign * v[1], sign * v[2]};
}

/// A frame of A and a frame of B turned alike: three equations. With (s, v) the unit quaternion of R_AB, w the turning
/// of B against A and both expressed in A's frame,
///     e = 2 v     ė = s w + w × v     ë = s ẇ + ẇ × v − ½ (w·v) w + ½ w × (s w + w × v)                    (10.5)
/// |e| = 2 sin(θ/2): zero at no other angle than θ = 0, and for small angles the rotation vector itself.
template <class T>
void orientation(const ConstraintInput<T>& in, EquationsT<T>& out, int i, int A, const RotationT<T>& R_WA,
                 int B, const RotationT<T>& R_WB) {
    const QuaternionT<T> q = quaternion_on(R_WA.inverse() * R_WB);
    const Vec3T<T> v{q.x, q.y, q.z};
    if (out.e)
        for (int k = 0; k < 3; ++k) out.e[i + k] = T(2.0) * v[k];
    if (out.moving()) {
        const Vec3T<T> w_W = in.w(B) - in.w(A), w = transpose_times(R_WA, w_W), rate = q.w * w + cross(w, v);
        if (out.v)
            for (int k = 0; k < 3; ++k) out.v[i + k] = rate[k];
        if (out.a) {
            const Vec3T<T> w_dot = transpose_times(R_WA, in.alpha(B) - in.alpha(A) - cross(in.w(A), w_W));
            const Vec3T<T> sum =
                q.w * w_dot + cross(w_dot, v) - T(0.5) * dot(w, v) * w + T(0.5) * cross(w, rate);
            for (int k = 0; k < 3; ++k) out.a[i + k] = sum[k];
        }
    }
    if (out.rows)
        for (int k = 0; k < 3; ++k) {
            Vec3T<T> unit{};
            unit[k] = T(1.0);
            const Vec3T<T> t_W = R_WA * (q.w * unit + cross(v, unit));
            out.add_torque(i + k, B, t_W);
            out.add_torque(i + k, A, -t_W);
        }
}

/// Two points together: three equations along the axes of a frame fixed on A.
template <class T>
void coincide(const ConstraintInput<T>& in, EquationsT<T>& out, int i, int A, const TransformT<T>& X_WA,
              int B, const Vec3T<T>& p_T) {
    along(in, out, i, A, X_WA.R.x, X_WA.p, B, p_T);
    along(in, out, i + 1, A, X_WA.R.y, X_WA.p, B, p_T);
    along(in, out, i + 2, A, X_WA.R.z, X_WA.p, B, p_T);
}

/// A function of place takes three arguments.
inline void check_of_place(const Function& f, const std::string& who, Faults& faults) {
    if (f.arguments() > 3)
        faults.add(who + ": its function takes " + std::to_string(f.arguments()) +
                   " arguments. A function of place takes three, x, y and z.");
    if (f.arguments() == 0)
        faults.add(who + ": its function depends on no coordinate, so it describes no surface.");
}

}  // namespace sinew
