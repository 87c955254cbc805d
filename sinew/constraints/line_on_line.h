// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/constraints/point_on.h>

namespace sinew {

/// Keeps a line of one body touching a line of another (two edges that cross). With unit directions d_A and d_B and the
/// points Q = p + s d where the lines are nearest,
///     n = (d_A × d_B)/|d_A × d_B|     e = n·(p_B − p_A)     ė = n·(v_B(Q_B) − v_A(Q_A))   (10.19)
///     ë = n·(a_B + w_B × ṡ_B d_B − a_A − w_A × ṡ_A d_A) + ṅ·(v_B − v_A)
struct LineOnLine {
    std::string name{};
    LineOn from{}, to{};

    static constexpr const char* kind = "line-on-line constraint";
    static constexpr const char* undefined = "The two lines are parallel, so that they are nearest nowhere.";
    static constexpr EquationCounts counts{.holonomic = 1};
    template <class T>
    struct Values {
        Vec3T<T> from, from_direction, to, to_direction;
    };
    static void parameters(auto& e, auto&& each) {
        each("from", e.from.point, Rule::finite);
        each("from_direction", e.from.direction, Rule::direction);
        each("to", e.to.point, Rule::finite);
        each("to_direction", e.to.direction, Rule::direction);
    }
    std::array<BodyId, 2> bodies() const { return {from.body, to.body}; }

    template <class T>
    void equations(const Values<T>& k, const ConstraintInput<T>& in, EquationsT<T>& out) const {
        const Vec3T<T> d_A = in.axis(0, k.from_direction / norm(k.from_direction));
        const Vec3T<T> d_B = in.axis(1, k.to_direction / norm(k.to_direction));
        const Vec3T<T> p_A = in.station(0, k.from), p_B = in.station(1, k.to), r = p_B - p_A,
                       m = cross(d_A, d_B);
        const T size = norm(m), b = dot(d_A, d_B);
        const Vec3T<T> n = m / size;
        const auto solve = [&](const Vec3T<T>& x, T& s_A,
                               T& s_B) {  // x in the plane of the lines = s_A d_A − s_B d_B
            const T x_A = dot(x, d_A), x_B = dot(x, d_B), determinant = size * size;
            s_A = (x_A - b * x_B) / determinant;
            s_B = (b * x_A - x_B) / determinant;
        };
        T s_A, s_B;
        solve(r, s_A, s_B);
        const Vec3T<T> q_A = p_A + s_A * d_A, q_B = p_B + s_B * d_B;
        const T e = dot(n, r);
        if (out.e) out.e[0] = e;
        if (out.moving()) {
            const Vec3T<T> v = in.velocity(1, q_B) - in.velocity(0, q_A);
            const T rate = dot(n, v);
            if (out.v) out.v[0] = rate;
            if (out.a) {
                const Vec3T<T> m_dot = cross(cross(in.w(0), d_A), d_B) + cross(d_A, cross(in.w(1), d_B));
                const Vec3T<T> n_dot = (m_dot - dot(n, m_dot) * n) / size;
                T rate_A, rate_B;
                solve(v - rate * n - e * n_dot, rate_A, rate_B);
                out.a[0] = dot(n, in.acceleration(1, q_B) + cross(in.w(1), rate_B * d_B) -
                                      in.acceleration(0, q_A) - cross(in.w(0), rate_A * d_A)) +
                           dot(n_dot, v);
            }
        }
        if (out.rows) {
            out.add_force(0, 1, q_B, n);
            out.add_force(0, 0, q_A, -n);
        }
    }
};
static_assert(ConstraintDefinition<LineOnLine>);

}  // namespace sinew
