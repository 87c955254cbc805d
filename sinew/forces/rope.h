// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/forces/friction_curve.h>
#include <sinew/forces/two_point.h>

namespace sinew {

/// A rope or a rubber band between two points: it pulls and never pushes. Its stiffness builds up over the first few of
/// what it is stretched (onset), so that going taut is no jolt; while its ends approach it pulls only the share e
/// (approach) of that, so that a pull and a return lose 1 − e of the work.
///     x = ℓ − ℓ₀     t(x) = 0;  k x²/(2b) within the onset b;  k (x − b/2) beyond                              (8.30)
///     f = t(x) s(ℓ̇) max(0, 1 + c ℓ̇)     s from e at ℓ̇ ≤ −w to 1 at ℓ̇ ≥ 0, smoothly                        (8.31)
struct Rope {
    std::string name{};
    Station from{}, to{};
    double stiffness = 0, rest_length = 0;
    double onset = 0;              ///< b, m
    double approach = 1;           ///< e, from 0 to 1
    double approach_speed = 0.01;  ///< w, m/s
    double dissipation = 0;        ///< c, s/m

    static constexpr const char* kind = "rope";
    static constexpr const char* undefined = two_point::undefined;
    static constexpr bool internal = true, follows_speeds = true, only_takes_energy = true;
    template <class T>
    struct Values {
        Vec3T<T> from, to;
        T stiffness, rest_length, onset, approach, approach_speed, dissipation;
    };
    static void parameters(auto& e, auto&& each) {
        each("from", e.from.p, Rule::finite);
        each("to", e.to.p, Rule::finite);
        each("stiffness", e.stiffness, Rule::non_negative);
        each("rest_length", e.rest_length, Rule::non_negative);
        each("onset", e.onset, Rule::non_negative);
        each("approach", e.approach, Rule::non_negative);
        each("approach_speed", e.approach_speed, Rule::positive);
        each("dissipation", e.dissipation, Rule::non_negative);
    }
    std::array<BodyId, 2> bodies() const { return {from.body, to.body}; }
    std::string fault() const {
        return approach > 1 ? "approach is above 1, so that it would give back more than it took" : "";
    }

    template <class T>
    void apply(const Values<T>& k, const ForceInput<T>& in, AppliedT<T>& out) const {
        const LineBetween<T> line(in, k.from, k.to);
        const T x = line.length - k.rest_length;
        if (!(value_of(x) > 0)) return;  // slack, and free to be of no length
        const T taut = value_of(x) < value_of(k.onset) ? k.stiffness * x * x / (k.onset + k.onset)
                                                       : k.stiffness * (x - T(0.5) * k.onset);
        const T rate = dot(line.r, line.v) / line.length, growing = T(1.0) + k.dissipation * rate;
        if (!(value_of(growing) > 0)) return;
        const T share = k.approach + (T(1.0) - k.approach) * smooth_step<T>(T(1.0) + rate / k.approach_speed);
        line.pull(in, taut * share * growing / line.length, out);
    }
    template <class T>
    T potential_energy(const Values<T>& k, const ForceInput<T>& in) const {
        const T x = LineBetween<T>(in, k.from, k.to).length - k.rest_length, b = k.onset;
        if (!(value_of(x) > 0)) return T(0.0);
        if (value_of(x) < value_of(b)) return k.stiffness * x * x * x / (T(6.0) * b);
        return k.stiffness * (T(0.5) * x * (x - b) + b * b / T(6.0));
    }
};
static_assert(ForceDefinition<Rope>);

}  // namespace sinew
