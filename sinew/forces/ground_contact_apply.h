// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What contact with planes applies, on any scalar. Needed by ground_contact.cpp and by those who bring a scalar of
// their own, with exponential, half_step and two_thirds of it.

#include <sinew/forces/friction_curve.h>
#include <sinew/forces/ground_contact.h>
#include <sinew/math/dual.h>

#include <cmath>
#include <cstring>

namespace sinew {

namespace on_plane {

inline double exponential(double x) { return std::exp(x); }
template <class T>
DualT<T> exponential(const DualT<T>& x) {
    const T e = exponential(x.v);
    return {e, e * x.d};
}
/// ½ + ½ tanh x, s with s' = 2 s (1 − s)
inline double half_step(double x) { return 0.5 + 0.5 * std::tanh(x); }
template <class T>
DualT<T> half_step(const DualT<T>& x) {
    const T s = half_step(x.v);
    return {s, T(2.0) * s * (T(1.0) - s) * x.d};
}
/// x^{2/3}
inline double two_thirds(double x) { return std::cbrt(x * x); }
template <class T>
DualT<T> two_thirds(const DualT<T>& x) {
    const T y = two_thirds(x.v);
    return {y, value_of(x.v) > 0 ? T(2.0) * y / (T(3.0) * x.v) * x.d : T(0.0)};
}
/// √(x² + y²), whose derivative at zero is taken as zero.
template <class T>
T length(const T& x, const T& y) {
    const T squared = x * x + y * y;
    return value_of(squared) > 0 ? square_root(squared) : T(0.0);
}

/// How a point of one body stands over the frame F of another.
template <class T>
struct OverPlane {
    RotationT<T> R_WF;
    Vec3T<T> p_W;  ///< where forces act
    Vec3T<T> p_F;  ///< the point in F
    Vec3T<T> v_F;  ///< its velocity over F's body, at p_W, in F's axes

    OverPlane(const TransformT<T>& X_BF, const Vec3T<T>& at, const ForceInput<T>& in,
              const Vec3T<T>& lower_F = {T(0.0), T(0.0), T(0.0)}) {
        const TransformT<T> X_WF = in.kin.X_WB(in.body[0]) * X_BF;
        R_WF = X_WF.R;
        const Vec3T<T> s_W = in.kin.station(in.body[1], at);
        p_F = transpose_times(R_WF, s_W - X_WF.p);
        p_W = s_W + R_WF * lower_F;
        v_F = transpose_times(R_WF, in.kin.velocity(in.body[1], p_W) - in.kin.velocity(in.body[0], p_W));
    }
    void add(const ForceInput<T>& in, const Vec3T<T>& force_F, AppliedT<T>& out) const {
        const Vec3T<T> force_W = R_WF * force_F;
        out.add_force(in.body[1], p_W, force_W);
        out.add_force(in.body[0], p_W, -force_W);
    }
};

/// (8.41)
template <class T>
struct Bristles {
    OverPlane<T> now;
    T normal, limit;
    Bristles(const ExponentialContact::Values<T>& k, const ForceInput<T>& in) : now(k.on.X(), k.at, in) {
        const T elastic = k.push * exponential(-k.steepness * (now.p_F.z - k.height));
        normal = elastic * (T(1.0) - k.normal_damping * now.v_F.z);
        if (!(value_of(normal) > 0)) normal = T(0.0);
        const T slip = length(now.v_F.x, now.v_F.y);
        limit = (k.static_friction -
                 (k.static_friction - k.sliding_friction) * smooth_step<T>(slip / k.transition_speed)) *
                normal;
    }
};

/// The normal force of (8.42); negative where the plane would have to pull.
template <class T>
T normal_push(const PointContact::Values<T>& k, const OverPlane<T>& now) {
    return -(k.normal_stiffness * now.p_F.z + k.normal_damping * now.v_F.z);
}
/// What holds a point that sticks, before friction limits it.
template <class T>
std::array<T, 2> hold(const PointContact::Values<T>& k, const OverPlane<T>& now, const double* variable) {
    return {-(k.tangential_stiffness * (now.p_F.x - T(variable[1])) + k.tangential_damping * now.v_F.x),
            -(k.tangential_stiffness * (now.p_F.y - T(variable[2])) + k.tangential_damping * now.v_F.y)};
}

inline constexpr double sticks = static_cast<double>(PointContactMode::stick);

}  // namespace on_plane

template <class T>
void SmoothContact::apply(const Values<T>& k, const ForceInput<T>& in, AppliedT<T>& out) const {
    using namespace on_plane;
    const TransformT<T> X_BF = k.on.X();
    const OverPlane<T> centre(X_BF, k.at, in);
    const T x = k.radius - centre.p_F.z;
    const OverPlane<T> now(X_BF, k.at, in, {T(0.0), T(0.0), T(0.5) * x - k.radius});  // midway between both
    const T rate = -now.v_F.z, c = k.dissipation, K = T(0.5) * two_thirds(k.stiffness);
    const T root = square_root(x * x + k.constant_force);
    const T hertz = T(4.0 / 3) * K * square_root(k.radius * K) * root * square_root(root) *
                    half_step(k.hertz_smoothing * x);
    const T normal = hertz * (T(1.0) + T(1.5) * c * rate) *
                     half_step(k.dissipation_smoothing * (rate + T(2.0) / (T(3.0) * c)));
    const T slip = square_root(now.v_F.x * now.v_F.x + now.v_F.y * now.v_F.y + k.constant_force);
    const T r = slip / k.transition_speed;
    const T mu =
        (value_of(r) < 1 ? r : T(1.0)) *
            (k.sliding_friction + T(2.0) * (k.static_friction - k.sliding_friction) / (T(1.0) + r * r)) +
        k.viscous_friction * slip;
    const T drag = mu * normal / slip;
    now.add(in, {-(drag * now.v_F.x), -(drag * now.v_F.y), normal}, out);
}

template <class T>
void ExponentialContact::apply(const Values<T>& k, const ForceInput<T>& in, AppliedT<T>& out) const {
    using namespace on_plane;
    const Bristles<T> b(k, in);
    T x = -(k.bristle_stiffness * in.z[0] + k.bristle_damping * b.now.v_F.x);
    T y = -(k.bristle_stiffness * in.z[1] + k.bristle_damping * b.now.v_F.y);
    const T size = length(x, y);
    if (value_of(size) > value_of(b.limit)) x = x * (b.limit / size), y = y * (b.limit / size);
    b.now.add(in, {x, y, b.normal}, out);
}

template <class T>
void ExponentialContact::z_dot(const ForceInput<T>& in, std::span<T> rate) const {
    using namespace on_plane;
    Values<T> k;
    std::memcpy(static_cast<void*>(&k), in.k.data(), sizeof k);
    const Bristles<T> b(k, in);
    // As far as it presses it bends with the slip, and gives way at the speed of slip where it is bent as far as
    // friction goes; in the air, where friction is nothing, it straightens within milliseconds.
    constexpr double least = 1e-5;
    const T bend_at_limit = b.limit / k.bristle_stiffness + least;
    const T in_air = least / bend_at_limit, pressed = 1.0 - in_air;
    const T straightens = 1e3 * in_air * in_air * in_air * in_air * in_air * in_air;
    const T gives_way = pressed * length(b.now.v_F.x, b.now.v_F.y) / bend_at_limit + straightens;
    rate[0] = pressed * b.now.v_F.x - gives_way * in.z[0];
    rate[1] = pressed * b.now.v_F.y - gives_way * in.z[1];
}

template <class T>
void PointContact::apply(const Values<T>& k, const ForceInput<T>& in, AppliedT<T>& out) const {
    using namespace on_plane;
    const OverPlane<T> now(k.on.X(), k.at, in);
    if (!(value_of(now.p_F.z) < 0)) return;
    const T normal = normal_push(k, now);
    if (value_of(normal) < 0) return;
    T x, y;
    if (in.variable[0] == sticks) {
        const std::array<T, 2> held = hold(k, now, in.variable);
        const T size = length(held[0], held[1]), limit = k.static_friction * normal;
        const T part = value_of(size) > value_of(limit) ? limit / size : T(1.0);
        x = part * held[0], y = part * held[1];
    } else {
        const T slip = length(now.v_F.x, now.v_F.y);
        const T drag =
            k.sliding_friction * normal / (value_of(slip) > value_of(k.zero_speed) ? slip : k.zero_speed);
        x = -(drag * now.v_F.x), y = -(drag * now.v_F.y);
    }
    now.add(in, {x, y, normal}, out);
}

}  // namespace sinew
