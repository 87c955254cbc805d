// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/constraints/primitives.h>

namespace sinew {

/// Keeps two points a fixed distance apart (10.2). Its multiplier is the tension.
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
        distance(in, out, 0, 0, in.station(0, k.from), 1, in.station(1, k.to), k.length);
    }
};
static_assert(ConstraintDefinition<Rod>);

}  // namespace sinew
