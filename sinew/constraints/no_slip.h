// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/constraints/primitives.h>

namespace sinew {

/// Lets two bodies not slip past one another along a direction n, at a point P; P and n are fixed on a third body, the
/// case (which may be one of the two, or the world). A wheel on its road, a gear in its mesh. (10.8).
struct NoSlip {
    std::string name{};
    BodyId one{}, other{};
    Station at{};         ///< P, on the case
    Vec3 along{1, 0, 0};  ///< n, on the case; only its direction counts

    static constexpr const char* kind = "no-slip constraint";
    static constexpr EquationCounts counts{.nonholonomic = 1};
    static constexpr int watched = 1;
    template <class T>
    struct Values {
        Vec3T<T> at, along;
    };
    static void parameters(auto& e, auto&& each) {
        each("at", e.at.p, Rule::finite);
        each("along", e.along, Rule::direction);
    }
    std::array<BodyId, 3> bodies() const { return {one, other, at.body}; }

    template <class T>
    void equations(const Values<T>& k, const ConstraintInput<T>& in, EquationsT<T>& out) const {
        const Vec3T<T> p = in.station(2, k.at), n = in.axis(2, k.along / norm(k.along));
        const bool moving = out.moving();
        no_slip(in, out, 0, 0, 1, p, moving ? in.velocity(2, p) : p, n, moving ? cross(in.w(2), n) : n);
    }
};
static_assert(ConstraintDefinition<NoSlip>);

}  // namespace sinew
