// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/forces/contract.h>

namespace sinew {

/// How frame M stands and moves in frame F by the six coordinates of a bushing: body-fixed x-y-z angles of
/// R_FM, and p_FM in F.
///     R_FM = Rx(q₀) Ry(q₁) Rz(q₂)     p_FM = (q₃, q₄, q₅)                                                      (8.13)
///     w_FM = E q̇₀₂, E = [1 0 s₁; 0 c₀ −s₀c₁; 0 s₀ c₀c₁]     v_FM = q̇₃₅                                        (8.14)
template <class T>
struct BushingMotion {
    std::array<T, 6> q, q_dot;
    SinCos<T> a, b;  ///< of q₀ and q₁
    RotationT<T> R_WF;
    Vec3T<T> p_WM;

    BushingMotion(const ForceInput<T>& in, const TransformT<T>& F, const TransformT<T>& M) {
        const TransformT<T> X_WF = in.kin.X_WB(in.body[0]) * F, X_WM = in.kin.X_WB(in.body[1]) * M;
        R_WF = X_WF.R;
        p_WM = X_WM.p;
        const RotationT<T> R = R_WF.inverse() * X_WM.R;
        const Vec3T<T> p = transpose_times(R_WF, p_WM - X_WF.p);
        const Vec3T<T> w =
            transpose_times(R_WF, in.kin.angular_velocity(in.body[1]) - in.kin.angular_velocity(in.body[0]));
        const Vec3T<T> v =
            transpose_times(R_WF, in.kin.velocity(in.body[1], p_WM) - in.kin.velocity(in.body[0], p_WM));
        const T cos_b = square_root(R.z.y * R.z.y + R.z.z * R.z.z);
        q = {
            arc_tangent(-R.z.y, R.z.z), arc_tangent(R.z.x, cos_b), arc_tangent(-R.y.x, R.x.x), p.x, p.y, p.z};
        a = sin_cos(q[0]);
        b = {R.z.x, cos_b};
        const T rate = (a.cos * w.z - a.sin * w.y) / b.cos;
        q_dot = {w.x - b.sin * rate, a.cos * w.y + a.sin * w.z, rate, v.x, v.y, v.z};
    }

    /// The torque on M, in F, that forces f on the three angles amount to: m = E⁻ᵀ f.
    /// (8.15)
    Vec3T<T> torque(const T& f0, const T& f1, const T& f2) const {
        const T lever = f2 - b.sin * f0;
        const T across = value_of(lever) == 0 ? T(0.0) : lever / b.cos;
        return {f0, a.cos * f1 - a.sin * across, a.sin * f1 + a.cos * across};
    }
};

/// Springs and dampers between a frame F on one body and a frame M on another, along the six coordinates of a
/// bushing. They act at M's origin, on both bodies.
///     f = −k q − c q̇     V = ½ Σ k q²                                                                          (8.16)
/// Singular where the second angle is ±90°; the angles jump where one of the others passes ±180°.
struct LinearBushing {
    std::string name{};
    FrameOn from{}, to{};  ///< F and M
    std::array<double, 6> stiffness{}, damping{};

    static constexpr const char* kind = "linear bushing";
    static constexpr const char* undefined = "Its second angle is ±90°, where its other two are not defined.";
    static constexpr bool internal = true;
    template <class T>
    struct Values {
        FrameValues<T> from, to;
        std::array<T, 6> stiffness, damping;
    };
    static void parameters(auto& e, auto&& each) {
        each("from", e.from.X_BF, Rule::rotation);
        each("to", e.to.X_BF, Rule::rotation);
        each("stiffness", e.stiffness, Rule::finite);
        each("damping", e.damping, Rule::non_negative);
    }
    std::array<BodyId, 2> bodies() const { return {from.body, to.body}; }

    template <class T>
    void apply(const Values<T>& k, const ForceInput<T>& in, AppliedT<T>& out) const {
        const BushingMotion<T> motion(in, k.from.X(), k.to.X());
        std::array<T, 6> f;
        for (std::size_t i = 0; i < 6; ++i) {
            f[i] = -k.stiffness[i] * motion.q[i];
            if (value_of(k.damping[i]) != 0) f[i] -= k.damping[i] * motion.q_dot[i];  // q̇ may be infinite
        }
        const Vec3T<T> m_W = motion.R_WF * motion.torque(f[0], f[1], f[2]),
                       f_W = motion.R_WF * Vec3T<T>{f[3], f[4], f[5]};
        out.add_torque(in.body[1], m_W);
        out.add_force(in.body[1], motion.p_WM, f_W);
        out.add_torque(in.body[0], -m_W);
        out.add_force(in.body[0], motion.p_WM, -f_W);
    }
    template <class T>
    T potential_energy(const Values<T>& k, const ForceInput<T>& in) const {
        const BushingMotion<T> motion(in, k.from.X(), k.to.X());
        T energy(0.0);
        for (std::size_t i = 0; i < 6; ++i) energy += T(0.5) * k.stiffness[i] * motion.q[i] * motion.q[i];
        return energy;
    }
};
static_assert(ForceDefinition<LinearBushing>);

}  // namespace sinew
