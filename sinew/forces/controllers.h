// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/forces/contract.h>

#include <vector>

namespace sinew {

/// A motor that wants a speed and has only so much torque: f = g e/√(1 + (g e/L)²), e = wanted − u.              (8.34)
/// Near the speed it is a damper of gain g towards it; far from it, it gives almost ±L and never more.
struct MobilityMotor {
    std::string name{};
    CoordinateOf coordinate{};
    double speed = 0;  ///< wanted
    double gain = 0;   ///< g, N m s/rad or N s/m
    double limit = 1;  ///< L, N m or N

    static constexpr const char* kind = "mobility motor";
    static constexpr bool follows_speeds = true;
    template <class T>
    struct Values {
        T speed, gain, limit;
    };
    static void parameters(auto& e, auto&& each) {
        each("speed", e.speed, Rule::finite);
        each("gain", e.gain, Rule::non_negative);
        each("limit", e.limit, Rule::positive);
    }
    template <class T>
    void apply(const Values<T>& k, const ForceInput<T>& in, AppliedT<T>& out) const {
        const T asked = k.gain * (k.speed - in.kin.u[in.u]), share = asked / k.limit;
        out.add_mobility_force(in.u, asked / square_root(T(1.0) + share * share));
    }
};

/// A controller that brings a coordinate to its target and, by the integral z of what is left, keeps it there under any
/// constant load.
///     e = target − q     f = a e + b z − c u     ż = e                                                         (8.35)
/// With a limit, f is cut off at ±limit, and z waits while it would only push further beyond.
struct MobilityPid {
    std::string name{};
    CoordinateOf coordinate{};
    double target = 0;
    double proportional = 0, integral = 0, derivative = 0;  ///< a, b, c
    double limit = 0;                                       ///< none if it is zero

    static constexpr const char* kind = "mobility PID";
    static constexpr bool needs_coordinate = true, follows_speeds = true;
    template <class T>
    struct Values {
        T target, proportional, integral, derivative, limit;
    };
    static void parameters(auto& e, auto&& each) {
        each("target", e.target, Rule::finite);
        each("proportional", e.proportional, Rule::non_negative);
        each("integral", e.integral, Rule::non_negative);
        each("derivative", e.derivative, Rule::non_negative);
        each("limit", e.limit, Rule::non_negative);
    }
    std::vector<double> initial_z() const { return {0}; }

    template <class T>
    static T asked(const Values<T>& k, const ForceInput<T>& in) {
        return k.proportional * (k.target - in.kin.q[in.q]) + k.integral * in.z[0] -
               k.derivative * in.kin.u[in.u];
    }
    template <class T>
    void apply(const Values<T>& k, const ForceInput<T>& in, AppliedT<T>& out) const {
        const T f = asked(k, in);
        const double most = value_of(k.limit);
        const bool above = most > 0 && value_of(f) > most, below = most > 0 && value_of(f) < -most;
        out.add_mobility_force(in.u, above ? k.limit : below ? -k.limit : f);
    }
    template <class T>
    void z_dot(const ForceInput<T>& in, std::span<T> rate) const {
        const Values<T> k{in.k[0], in.k[1], in.k[2], in.k[3], in.k[4]};
        const T error = k.target - in.kin.q[in.q];
        const double most = value_of(k.limit), f = value_of(asked(k, in)), e = value_of(error);
        const bool waits = most > 0 && ((f > most && e > 0) || (f < -most && e < 0));
        rate[0] = waits ? T(0.0) : error;
    }
};

static_assert(ForceDefinition<MobilityMotor> && ForceDefinition<MobilityPid>);

}  // namespace sinew
