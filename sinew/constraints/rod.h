// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/constraints/contract.h>

namespace sinew {

/// Keeps two points a fixed distance apart.
///     r = p_ST     e = |r| − ℓ     n = r/|r|     ė = n·v     ë = n·a + (v·v − (n·v)²)/|r|                    (10.2)
/// Its multiplier is the tension.
struct Rod {
    std::string name{};
    Station from{}, to{};
    double length = 1;

    static constexpr const char* kind = "rod";
    static constexpr const char* undefined = "Its two ends coincide, so that it has no direction.";
    static constexpr EquationCounts counts{.holonomic = 1};
    template <class T>
    struct Values {
        Vec3T<T> from, to;
        T length;
    };
    static void parameters(auto& e, auto&& each) {
        each("from", e.from.p, Rule::finite);
        each("to", e.to.p, Rule::finite);
        each("length", e.length, Rule::positive);
    }
    std::array<BodyId, 2> bodies() const { return {from.body, to.body}; }

    template <class T>
    void equations(const Values<T>& k, const ConstraintInput<T>& in, EquationsT<T>& out) const {
        const Vec3T<T> p_S = in.station(0, k.from), p_T = in.station(1, k.to), r = p_T - p_S;
        const T distance = norm(r);
        const Vec3T<T> n = r / distance;
        if (out.e) out.e[0] = distance - k.length;
        if (out.moving()) {
            const Vec3T<T> v = in.velocity(1, p_T) - in.velocity(0, p_S);
            const T rate = dot(n, v);
            if (out.v) out.v[0] = rate;
            if (out.a)
                out.a[0] = dot(n, in.acceleration(1, p_T) - in.acceleration(0, p_S)) +
                           (dot(v, v) - rate * rate) / distance;
        }
        if (out.rows) {
            out.add_force(0, 1, p_T, n);
            out.add_force(0, 0, p_S, -n);
        }
    }
};
static_assert(ConstraintDefinition<Rod>);

}  // namespace sinew
