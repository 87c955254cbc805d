// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/forces/contract.h>

namespace sinew {

/// A spring with a damper about the z axes of frames F on one body and M on another. Its angle is the turn about
/// z that is left when M's z axis has been swung back to F's the shortest way: the joint's angle where the axes agree.
///     θ = atan2(ŷ_F·x̂_M − x̂_F·ŷ_M, x̂_F·x̂_M + ŷ_F·ŷ_M)     θ̇ = g·w_FM,  g = (ẑ_F + ẑ_M)/(1 + ẑ_F·ẑ_M)  (8.22)
///     torque on M −(k (θ − θ₀) + c θ̇) g     V = ½ k (θ − θ₀)²                                                (8.23)
struct TorsionSpring {
    std::string name{};
    FrameOn from{}, to{};  ///< F and M
    double stiffness = 0, rest = 0, damping = 0;

    static constexpr const char* kind = "torsion spring";
    static constexpr const char* undefined = "Its axes are opposite, so that its angle is not defined.";
    static constexpr bool internal = true, follows_speeds = true;
    template <class T>
    struct Values {
        FrameValues<T> from, to;
        T stiffness, rest, damping;
    };
    static void parameters(auto& e, auto&& each) {
        each("from", e.from.X_BF, Rule::rotation);
        each("to", e.to.X_BF, Rule::rotation);
        each("stiffness", e.stiffness, Rule::finite);
        each("rest", e.rest, Rule::finite);
        each("damping", e.damping, Rule::non_negative);
    }
    std::array<BodyId, 2> bodies() const { return {from.body, to.body}; }

    template <class T>
    static T angle(const RotationT<T>& F, const RotationT<T>& M) {
        return arc_tangent(dot(F.y, M.x) - dot(F.x, M.y), dot(F.x, M.x) + dot(F.y, M.y));
    }
    template <class T>
    void apply(const Values<T>& k, const ForceInput<T>& in, AppliedT<T>& out) const {
        const RotationT<T> F = in.kin.X_WB(in.body[0]).R * k.from.X().R,
                           M = in.kin.X_WB(in.body[1]).R * k.to.X().R;
        const Vec3T<T> g = (F.z + M.z) / (T(1.0) + dot(F.z, M.z));
        const T rate = dot(g, in.kin.angular_velocity(in.body[1]) - in.kin.angular_velocity(in.body[0]));
        const Vec3T<T> torque = -((k.stiffness * (angle(F, M) - k.rest) + k.damping * rate) * g);
        out.add_torque(in.body[1], torque);
        out.add_torque(in.body[0], -torque);
    }
    template <class T>
    T potential_energy(const Values<T>& k, const ForceInput<T>& in) const {
        const T turn =
            angle<T>(in.kin.X_WB(in.body[0]).R * k.from.X().R, in.kin.X_WB(in.body[1]).R * k.to.X().R) -
            k.rest;
        return T(0.5) * k.stiffness * turn * turn;
    }
};

/// How frame M stands in frame F by its rotation vector φ, and forces on φ as a torque.
template <class T>
struct TurnedFrame {
    RotationT<T> R_WF;
    Vec3T<T> p_WM, turn, shift;  ///< φ and p_FM, in F
    T bend;                      ///< a of (8.32)

    TurnedFrame(const ForceInput<T>& in, const TransformT<T>& F, const TransformT<T>& M) {
        const TransformT<T> X_WF = in.kin.X_WB(in.body[0]) * F, X_WM = in.kin.X_WB(in.body[1]) * M;
        R_WF = X_WF.R, p_WM = X_WM.p;
        const RotationT<T> R = R_WF.inverse() * X_WM.R;
        shift = transpose_times(R_WF, p_WM - X_WF.p);
        const Vec3T<T> axis{T(0.5) * (R.y.z - R.z.y), T(0.5) * (R.z.x - R.x.z), T(0.5) * (R.x.y - R.y.x)};
        const T cosine = T(0.5) * (R.x.x + R.y.y + R.z.z - T(1.0)), ss = dot(axis, axis);  // n̂ sin θ, sin² θ
        if (value_of(cosine) > 0 && value_of(ss) < 1e-3) {
            turn =
                (T(1.0) + ss * (T(1.0 / 6) + ss * (T(0.075) + ss * (T(5.0 / 112) + ss * T(35.0 / 1152))))) *
                axis;
            const T tt = dot(turn, turn);
            bend = T(1.0 / 12) + tt * (T(1.0 / 720) + tt * (T(1.0 / 30240) + tt * T(1.0 / 1209600)));
        } else {
            const T sine = square_root(ss), theta = arc_tangent(sine, cosine);
            turn = (theta / sine) * axis;
            bend = T(1.0) / (theta * theta) - (T(1.0) + cosine) / (T(2.0) * theta * sine);
        }
    }
    /// φ̇ = w − ½ φ × w + a φ × (φ × w), w in F; with −½ for half it is the transpose: a torque from forces on φ.
    Vec3T<T> bent(const Vec3T<T>& w, double half) const {
        const Vec3T<T> once = cross(turn, w);
        return w - T(half) * once + bend * cross(turn, once);
    }
};

/// Springs and dampers between frames F on one body and M on another: about the components in F of the rotation
/// vector φ that leads from F to M, and along those of p_FM. Unlike a linear bushing it prefers no order of axes and
/// is singular only at half a turn. They act at M's origin, on both bodies.
///     φ̇ = B w_FM     m = Bᵀ f_φ     B = 1 − ½ φ× + a φ×φ×     a = 1/θ² − (1 + cos θ)/(2 θ sin θ)              (8.32)
///     f = −k x − c ẋ  with x = (φ, p_FM)     V = ½ Σ k x²                                                      (8.33)
struct FrameSpring {
    std::string name{};
    FrameOn from{}, to{};  ///< F and M
    std::array<double, 6> stiffness{}, damping{};

    static constexpr const char* kind = "frame spring";
    static constexpr const char* undefined =
        "Its frames are half a turn apart, where the way back is not defined.";
    static constexpr bool internal = true, follows_speeds = true;
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
        const TurnedFrame<T> now(in, k.from.X(), k.to.X());
        const auto in_F = [&](const Vec3T<T>& to_M, const Vec3T<T>& to_F) {
            return transpose_times(now.R_WF, to_M - to_F);
        };
        const Vec3T<T> turning =
            now.bent(in_F(in.kin.angular_velocity(in.body[1]), in.kin.angular_velocity(in.body[0])), 0.5);
        const Vec3T<T> moving =
            in_F(in.kin.velocity(in.body[1], now.p_WM), in.kin.velocity(in.body[0], now.p_WM));
        const auto law = [&](const Vec3T<T>& x, const Vec3T<T>& rate, std::size_t i) {
            return Vec3T<T>{-(k.stiffness[i] * x.x + k.damping[i] * rate.x),
                            -(k.stiffness[i + 1] * x.y + k.damping[i + 1] * rate.y),
                            -(k.stiffness[i + 2] * x.z + k.damping[i + 2] * rate.z)};
        };
        const Vec3T<T> m_W = now.R_WF * now.bent(law(now.turn, turning, 0), -0.5),
                       f_W = now.R_WF * law(now.shift, moving, 3);
        out.add_torque(in.body[1], m_W);
        out.add_force(in.body[1], now.p_WM, f_W);
        out.add_torque(in.body[0], -m_W);
        out.add_force(in.body[0], now.p_WM, -f_W);
    }
    template <class T>
    T potential_energy(const Values<T>& k, const ForceInput<T>& in) const {
        const TurnedFrame<T> now(in, k.from.X(), k.to.X());
        const Vec3T<T>&a = now.turn, &b = now.shift;
        return T(0.5) *
               (k.stiffness[0] * a.x * a.x + k.stiffness[1] * a.y * a.y + k.stiffness[2] * a.z * a.z +
                k.stiffness[3] * b.x * b.x + k.stiffness[4] * b.y * b.y + k.stiffness[5] * b.z * b.z);
    }
};

static_assert(ForceDefinition<TorsionSpring> && ForceDefinition<FrameSpring>);

}  // namespace sinew
