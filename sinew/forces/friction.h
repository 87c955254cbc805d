// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/forces/contract.h>
#include <sinew/forces/friction_curve.h>

namespace sinew {

/// Dry and viscous friction on one speed, or a brake: f = −μ(u), the curve of (8.28) with forces for coefficients.
/// A brake that can hold L has L for both of them, in a State's parameters. It creeps at a load below that: rest is
/// for a lock.
struct MobilityFriction {
    std::string name{};
    CoordinateOf coordinate{};
    double at_transition = 0, sliding = 0, viscous = 0;  ///< N m, or N; viscous: per speed
    double transition_speed = 1e-3, stribeck_range = 2e-3;

    static constexpr const char* kind = "mobility friction";
    static constexpr bool follows_speeds = true, only_takes_energy = true;
    template <class T>
    using Values = FrictionCurve<T>;
    static void parameters(auto& e, auto&& each) {
        each("at_transition", e.at_transition, Rule::non_negative);
        each("sliding", e.sliding, Rule::non_negative);
        each("viscous", e.viscous, Rule::non_negative);
        each("transition_speed", e.transition_speed, Rule::positive);
        each("stribeck_range", e.stribeck_range, Rule::positive);
    }
    std::string fault() const {
        if (!(sliding > at_transition)) return "";
        return "its sliding friction is above that at the transition speed; make them equal or swap them";
    }
    template <class T>
    void apply(const Values<T>& k, const ForceInput<T>& in, AppliedT<T>& out) const {
        out.add_mobility_force(in.u, -k(in.kin.u[in.u]));
    }
};

/// What a medium that moves with a velocity of its own does to a point of a body: f = −(a + b |v|) v, v relative.
/// (8.29)
struct Drag {
    std::string name{};
    Station at{};
    double linear = 0, quadratic = 0;  ///< N s/m and N s²/m²
    Vec3 wind{};                       ///< the medium's velocity, in W

    static constexpr const char* kind = "drag";
    static constexpr bool follows_speeds = true;
    template <class T>
    struct Values {
        Vec3T<T> p;
        T linear, quadratic;
        Vec3T<T> wind;
    };
    static void parameters(auto& e, auto&& each) {
        each("at", e.at.p, Rule::finite);
        each("linear", e.linear, Rule::non_negative);
        each("quadratic", e.quadratic, Rule::non_negative);
        each("wind", e.wind, Rule::finite);
    }
    std::array<BodyId, 1> bodies() const { return {at.body}; }

    template <class T>
    void apply(const Values<T>& k, const ForceInput<T>& in, AppliedT<T>& out) const {
        const int B = in.body[0];
        const Vec3T<T> p = in.kin.station(B, k.p), v = in.kin.velocity(B, p) - k.wind;
        const T squared = dot(v, v);
        const T speed = value_of(squared) > 0 ? square_root(squared) : T(0.0);
        out.add_force(B, p, -((k.linear + k.quadratic * speed) * v));
    }
};

static_assert(ForceDefinition<MobilityFriction> && ForceDefinition<Drag>);

}  // namespace sinew
