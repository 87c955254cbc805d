// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/forces/contract.h>

#include <limits>

namespace sinew {

/// Two points as they stand and move now: r from S to T, and its rate.
///     r = p_ST_W     ℓ = |r|     ℓ̇ = r·v/ℓ                                                                     (8.9)
/// A tension f pulls S by f r/ℓ and T by −f r/ℓ: the motion of the whole does not feel it.
template <class T>
struct LineBetween {
    Vec3T<T> p_S, p_T, r, v;
    T length;

    LineBetween(const ForceInput<T>& in, const Vec3T<T>& from, const Vec3T<T>& to)
        : p_S(in.kin.station(in.body[0], from)),
          p_T(in.kin.station(in.body[1], to)),
          r(p_T - p_S),
          v(in.kin.velocity(in.body[1], p_T) - in.kin.velocity(in.body[0], p_S)),
          length(norm(r)) {}

    /// a/ℓ; zero for a = 0, whatever the length.
    T per_length(const T& a) const { return value_of(a) == 0 && value_of(length) == 0 ? T(0.0) : a / length; }
    /// c ℓ̇/ℓ; where the ends coincide, zero if they do not move apart either, else NaN.
    T damping_per_length(const T& c) const {
        if (value_of(length) > 0) return c * dot(r, v) / (length * length);
        return value_of(c * dot(v, v)) == 0 ? T(0.0) : T(std::numeric_limits<double>::quiet_NaN());
    }
    /// Pulls the points together with a force of a times their distance.
    void pull(const ForceInput<T>& in, const T& a, AppliedT<T>& out) const {
        out.add_force(in.body[0], p_S, a * r);
        out.add_force(in.body[1], p_T, -(a * r));
    }
};

namespace two_point {
inline constexpr const char* undefined = "Its two ends coincide, so that its force has no direction.";
}

/// A straight spring with a damper along it, between two points.
///     tension f = k (ℓ − ℓ₀) + c ℓ̇     V = ½ k (ℓ − ℓ₀)²                                                       (8.10)
/// With ℓ₀ = 0 and c = 0 it is defined where the ends coincide, too.
struct TwoPointSpring {
    std::string name{};
    Station from{}, to{};
    double stiffness = 0, rest_length = 0, damping = 0;

    static constexpr const char* kind = "two-point spring";
    static constexpr const char* undefined = two_point::undefined;
    static constexpr bool internal = true;
    template <class T>
    struct Values {
        Vec3T<T> from, to;
        T stiffness, rest_length, damping;
    };
    static void parameters(auto& e, auto&& each) {
        each("from", e.from.p, Rule::finite);
        each("to", e.to.p, Rule::finite);
        each("stiffness", e.stiffness, Rule::finite);
        each("rest_length", e.rest_length, Rule::non_negative);
        each("damping", e.damping, Rule::non_negative);
    }
    std::array<BodyId, 2> bodies() const { return {from.body, to.body}; }

    template <class T>
    void apply(const Values<T>& k, const ForceInput<T>& in, AppliedT<T>& out) const {
        const LineBetween<T> line(in, k.from, k.to);
        line.pull(
            in,
            k.stiffness - line.per_length(k.stiffness * k.rest_length) + line.damping_per_length(k.damping),
            out);
    }
    template <class T>
    T potential_energy(const Values<T>& k, const ForceInput<T>& in) const {
        const T stretch = LineBetween<T>(in, k.from, k.to).length - k.rest_length;
        return T(0.5) * k.stiffness * stretch * stretch;
    }
};

/// A damper between two points, along the line that joins them: tension f = c ℓ̇
/// (8.11)
struct TwoPointDamper {
    std::string name{};
    Station from{}, to{};
    double damping = 0;

    static constexpr const char* kind = "two-point damper";
    static constexpr const char* undefined = two_point::undefined;
    static constexpr bool internal = true;
    template <class T>
    struct Values {
        Vec3T<T> from, to;
        T damping;
    };
    static void parameters(auto& e, auto&& each) {
        each("from", e.from.p, Rule::finite);
        each("to", e.to.p, Rule::finite);
        each("damping", e.damping, Rule::non_negative);
    }
    std::array<BodyId, 2> bodies() const { return {from.body, to.body}; }

    template <class T>
    void apply(const Values<T>& k, const ForceInput<T>& in, AppliedT<T>& out) const {
        const LineBetween<T> line(in, k.from, k.to);
        line.pull(in, line.damping_per_length(k.damping), out);
    }
};

/// The same force between two points, always; positive pushes them apart. V = −f ℓ
/// (8.12)
struct TwoPointConstantForce {
    std::string name{};
    Station from{}, to{};
    double force = 0;

    static constexpr const char* kind = "two-point constant force";
    static constexpr const char* undefined = two_point::undefined;
    static constexpr bool internal = true;
    template <class T>
    struct Values {
        Vec3T<T> from, to;
        T force;
    };
    static void parameters(auto& e, auto&& each) {
        each("from", e.from.p, Rule::finite);
        each("to", e.to.p, Rule::finite);
        each("force", e.force, Rule::finite);
    }
    std::array<BodyId, 2> bodies() const { return {from.body, to.body}; }

    template <class T>
    void apply(const Values<T>& k, const ForceInput<T>& in, AppliedT<T>& out) const {
        const LineBetween<T> line(in, k.from, k.to);
        line.pull(in, -line.per_length(k.force), out);
    }
    template <class T>
    T potential_energy(const Values<T>& k, const ForceInput<T>& in) const {
        return -k.force * LineBetween<T>(in, k.from, k.to).length;
    }
};

static_assert(ForceDefinition<TwoPointSpring> && ForceDefinition<TwoPointDamper> &&
              ForceDefinition<TwoPointConstantForce>);

}  // namespace sinew
