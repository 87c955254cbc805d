// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/constraints/touching.h>

namespace sinew {

/// Where along two lines with directions d, x apart in their plane, they are nearest: x = s_A d_A − s_B d_B.
template <class T>
struct AlongLines {
    T s_A, s_B;
    AlongLines(const Vec3T<T>& x, const Vec3T<T>& d_A, const Vec3T<T>& d_B) {
        const T b = dot(d_A, d_B), x_A = dot(x, d_A), x_B = dot(x, d_B), below = T(1.0) - b * b;
        s_A = (x_A - b * x_B) / below;
        s_B = (b * x_A - x_B) / below;
    }
};

/// Lines through p_A and p_B, each with a radius around, as (10.19) has them; n points to the side of `to_B`:
///     e = n·(p_B − p_A) − r_A − r_B                                                                       (10.28)
template <class T>
void crossing(const ConstraintInput<T>& in, EquationsT<T>& out, const Vec3T<T>& p_A, const Vec3T<T>& d_A,
              const T& r_A, const Vec3T<T>& p_B, const Vec3T<T>& d_B, const T& r_B, const Vec3T<T>& to_B,
              bool rolls) {
    Vec3T<T> m = cross(d_A, d_B);
    const double sign = value_of(dot(m, to_B)) < 0 ? -1 : 1;
    m = T(sign) * m;
    const T size = norm(m);
    const Vec3T<T> n = m / size, r = p_B - p_A;
    const AlongLines<T> at(r, d_A, d_B);
    const Vec3T<T> q_A = p_A + at.s_A * d_A, q_B = p_B + at.s_B * d_B;
    const T apart = dot(n, r);
    if (out.e) out.e[0] = apart - r_A - r_B;
    Vec3T<T> n_dot, v_P;
    if (out.moving()) {
        const Vec3T<T> v = in.velocity(1, q_B) - in.velocity(0, q_A);
        const Vec3T<T> m_dot = T(sign) * (cross(cross(in.w(0), d_A), d_B) + cross(d_A, cross(in.w(1), d_B)));
        n_dot = (m_dot - dot(n, m_dot) * n) / size;
        const T rate = dot(n, v);
        const AlongLines<T> travel(v - rate * n - apart * n_dot, d_A, d_B);
        v_P = in.velocity(0, q_A) + travel.s_A * d_A + r_A * n_dot;
        if (out.v) out.v[0] = rate;
        if (out.a)
            out.a[0] = dot(n, in.acceleration(1, q_B) + cross(in.w(1), travel.s_B * d_B) -
                                  in.acceleration(0, q_A) - cross(in.w(0), travel.s_A * d_A)) +
                       dot(n_dot, v);
    }
    if (out.rows) {
        out.add_force(0, 1, q_B, n);
        out.add_force(0, 0, q_A, -n);
    }
    if (!rolls) return;
    const Vec3T<T> p = q_A + r_A * n, t2 = cross(n, d_A);
    Vec3T<T> t1_dot, t2_dot;
    if (out.moving()) t1_dot = cross(in.w(0), d_A), t2_dot = cross(n_dot, d_A) + cross(n, t1_dot);
    no_slip(in, out, 1, 0, 1, p, v_P, d_A, t1_dot);
    no_slip(in, out, 2, 0, 1, p, v_P, t2, t2_dot);
}

inline constexpr double parallel_lines = 1e-3;  ///< rad: nearer to it, lines are not asked where they cross

/// Two bars of one thickness each (the sides of capsules, or with radius 0 an edge), that cross: their axes are
/// segments along z of two frames (10.28). As a one-way condition it counts only where both are nearest within their
/// lengths, and are not parallel; else ends meet sides.
struct BarOnBar {
    std::string name{};
    FrameOn from{}, to{};
    double from_radius = 0, to_radius = 0;
    double from_half = 1, to_half = 1;  ///< half their lengths
    bool rolls = true;

    static constexpr const char* kind = "bar-on-bar constraint";
    static constexpr const char* undefined = "The two bars are parallel, so that they are nearest nowhere.";
    EquationCounts counts() const { return {.holonomic = 1, .nonholonomic = rolls ? 2 : 0}; }
    static constexpr std::array words{"distance", "slip one way", "slip across"};
    template <class T>
    struct Values {
        FrameValues<T> from, to;
        T from_radius, to_radius, from_half, to_half;
    };
    static void parameters(auto& e, auto&& each) {
        each("from", e.from.X_BF, Rule::rotation);
        each("to", e.to.X_BF, Rule::rotation);
        each("from_radius", e.from_radius, Rule::non_negative);
        each("to_radius", e.to_radius, Rule::non_negative);
        each("from_half", e.from_half, Rule::positive);
        each("to_half", e.to_half, Rule::positive);
    }
    std::array<BodyId, 2> bodies() const { return {from.body, to.body}; }

    double reach(const Values<double>& k, const ConstraintInput<double>& in, bool) const {
        const Transform A = in.pose(0) * k.from.X(), B = in.pose(1) * k.to.X();
        const double turned = norm(cross(A.R.z, B.R.z)) - parallel_lines;
        if (!(turned > 0)) return turned;
        const AlongLines<double> at(B.p - A.p, A.R.z, B.R.z);
        return std::min({turned, k.from_half - std::abs(at.s_A), k.to_half - std::abs(at.s_B)});
    }
    template <class T>
    void equations(const Values<T>& k, const ConstraintInput<T>& in, EquationsT<T>& out) const {
        const TransformT<T> A = in.pose(0) * k.from.X(), B = in.pose(1) * k.to.X();
        crossing(in, out, A.p, A.R.z, k.from_radius, B.p, B.R.z, k.to_radius, B.p - A.p, rolls);
    }
};
static_assert(ConstraintDefinition<BarOnBar>);

}  // namespace sinew
