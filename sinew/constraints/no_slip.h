// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/constraints/contract.h>

namespace sinew {

/// Lets two bodies not slip past one another along a direction n, at a point P; P and n are fixed on a third body, the
/// case (which may be one of the two, or the world). A wheel on its road, a gear in its mesh.
///     v = n·(v_B − v_A), of the bodies' own points at P                                                       (10.8)
///     v̇ = n·(a_B − a_A + w_B × (v_P − v_B) − w_A × (v_P − v_A)) + (w_C × n)·(v_B − v_A)
/// v_P is how P itself moves: the point of contact changes on both bodies.
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
        if (out.moving()) {
            const Vec3T<T> v_A = in.velocity(0, p), v_B = in.velocity(1, p), v_P = in.velocity(2, p);
            if (out.v) out.v[0] = dot(n, v_B - v_A);
            if (out.a)
                out.a[0] = dot(n, in.acceleration(1, p) - in.acceleration(0, p) + cross(in.w(1), v_P - v_B) -
                                      cross(in.w(0), v_P - v_A)) +
                           dot(cross(in.w(2), n), v_B - v_A);
        }
        if (out.rows) {
            out.add_force(0, 1, p, n);
            out.add_force(0, 0, p, -n);
        }
    }
};
static_assert(ConstraintDefinition<NoSlip>);

}  // namespace sinew
