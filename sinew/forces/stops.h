// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/forces/contract.h>

namespace sinew {

/// What a soft surface answers, pressed in by x at the rate ẋ: N = max(0, k x (1 + c ẋ) + d ẋ) where x > 0.      (8.24)
template <class T>
T soft_push(const T& k, const T& c, const T& d, const T& x, const T& rate) {
    if (!(value_of(x) > 0)) return T(0.0);
    const T push = k * x * (T(1.0) + c * rate) + d * rate;
    return value_of(push) > 0 ? push : T(0.0);
}
/// V = ½ k x² where x > 0.
template <class T>
T soft_energy(const T& k, const T& x) {
    return value_of(x) > 0 ? T(0.5) * k * x * x : T(0.0);
}

/// Soft stops at both ends of a coordinate's way: (8.24) without d for what it is beyond high, and below low. They
/// never pull.
///     f = N(low − q, −u) − N(q − high, u)                                                                      (8.25)
struct MobilityStop {
    std::string name{};
    CoordinateOf coordinate{};
    double low = -1e9, high = 1e9;  ///< no stop where it is not set
    double stiffness = 0;
    double dissipation = 0;  ///< c, s/rad or s/m

    static constexpr const char* kind = "mobility stop";
    static constexpr bool needs_coordinate = true, follows_speeds = true, only_takes_energy = true;
    template <class T>
    struct Values {
        T low, high, stiffness, dissipation;
    };
    static void parameters(auto& e, auto&& each) {
        each("low", e.low, Rule::finite);
        each("high", e.high, Rule::finite);
        each("stiffness", e.stiffness, Rule::non_negative);
        each("dissipation", e.dissipation, Rule::non_negative);
    }
    std::string fault() const { return low < high ? "" : "its low end is not below its high end"; }

    template <class T>
    void apply(const Values<T>& k, const ForceInput<T>& in, AppliedT<T>& out) const {
        const T q = in.kin.q[in.q], u = in.kin.u[in.u];
        const T none(0.0);
        out.add_mobility_force(in.u, soft_push<T>(k.stiffness, k.dissipation, none, k.low - q, -u) -
                                         soft_push<T>(k.stiffness, k.dissipation, none, q - k.high, u));
    }
    template <class T>
    T potential_energy(const Values<T>& k, const ForceInput<T>& in) const {
        const T q = in.kin.q[in.q];
        return soft_energy<T>(k.stiffness, k.low - q) + soft_energy<T>(k.stiffness, q - k.high);
    }
};

/// A soft half-space without friction under one point: it pushes the point S out along +z of a frame F, where S is
/// below F's xy plane, and never pulls.
///     x = −ẑ·p_FS     F_S = N(x, ẋ) ẑ at S, and the opposite on F's body at the same place                     (8.26)
struct Support {
    std::string name{};
    FrameOn on{};  ///< F
    Station at{};  ///< S
    double stiffness = 0, damping = 0;
    double dissipation = 0;  ///< c, s/m

    static constexpr const char* kind = "support";
    static constexpr bool internal = true, follows_speeds = true, only_takes_energy = true;
    template <class T>
    struct Values {
        FrameValues<T> on;
        Vec3T<T> at;
        T stiffness, damping, dissipation;
    };
    static void parameters(auto& e, auto&& each) {
        each("on", e.on.X_BF, Rule::rotation);
        each("at", e.at.p, Rule::finite);
        each("stiffness", e.stiffness, Rule::non_negative);
        each("damping", e.damping, Rule::non_negative);
        each("dissipation", e.dissipation, Rule::non_negative);
    }
    std::array<BodyId, 2> bodies() const { return {on.body, at.body}; }

    template <class T>
    void apply(const Values<T>& k, const ForceInput<T>& in, AppliedT<T>& out) const {
        const TransformT<T> X_WF = in.kin.X_WB(in.body[0]) * k.on.X();
        const Vec3T<T> p = in.kin.station(in.body[1], k.at), up = X_WF.R.z;
        const T x = dot(up, X_WF.p - p);
        const T rate = dot(up, in.kin.velocity(in.body[0], p) - in.kin.velocity(in.body[1], p));
        const Vec3T<T> push = soft_push<T>(k.stiffness, k.dissipation, k.damping, x, rate) * up;
        out.add_force(in.body[1], p, push);
        out.add_force(in.body[0], p, -push);
    }
    template <class T>
    T potential_energy(const Values<T>& k, const ForceInput<T>& in) const {
        const TransformT<T> X_WF = in.kin.X_WB(in.body[0]) * k.on.X();
        return soft_energy<T>(k.stiffness, dot(X_WF.R.z, X_WF.p - in.kin.station(in.body[1], k.at)));
    }
};

static_assert(ForceDefinition<MobilityStop> && ForceDefinition<Support>);

}  // namespace sinew
