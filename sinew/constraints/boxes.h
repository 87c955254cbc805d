// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/constraints/crossing.h>

namespace sinew {

// Two boxes meet at corners of one on faces of the other, and where edges cross: each of these is a constraint of its
// own. As one-way conditions they count only where the corner is over the face, and where the edges cross within their
// lengths (10.29). Faces reach a little beyond their sides, so that edges which are too nearly parallel to be asked
// where they cross are not missed. Edges whose points coincide do touch; but what lies deep on the wrong side of
// another box counts only where the boxes do overlap.

/// A box fixed on a body, in W.
template <class T>
struct BoxInW {
    TransformT<T> X;
    Vec3T<T> half;
    const Vec3T<T>& axis(int i) const { return i == 0 ? X.R.x : i == 1 ? X.R.y : X.R.z; }
    T reach(const Vec3T<T>& n) const {
        T sum(0.0);
        for (int i = 0; i < 3; ++i) {
            const T along = half[i] * dot(n, axis(i));
            sum = sum + (value_of(along) < 0 ? -along : along);
        }
        return sum;
    }
    double largest() const { return std::max({value_of(half.x), value_of(half.y), value_of(half.z)}); }
    double smallest() const { return std::min({value_of(half.x), value_of(half.y), value_of(half.z)}); }
};
template <class T>
T separation_along(const Vec3T<T>& n, const BoxInW<T>& A, const BoxInW<T>& B) {
    return dot(n, B.X.p - A.X.p) - A.reach(n) - B.reach(n);
}
/// The best of all planes between two boxes (14.33); below zero they overlap.
inline double separation_of(const BoxInW<double>& A, const BoxInW<double>& B) {
    double most = -1e300;
    const auto look = [&](const Vec3& n) {
        const double size = norm(n);
        if (size < 1e-6) return;  // edges that are parallel: faces tell
        for (const double sign : {1.0, -1.0})
            most = std::max(most, separation_along((sign / size) * n, A, B));
    };
    for (int i = 0; i < 3; ++i) {
        look(A.axis(i)), look(B.axis(i));
        for (int j = 0; j < 3; ++j) look(cross(A.axis(i), B.axis(j)));
    }
    return most;
}
/// Positive where what is `deep` below zero counts: by less than a share of the smallest half side, or because the
/// boxes do overlap by more, which nothing should hide.
inline double counts_at(double deep, const BoxInW<double>& A, const BoxInW<double>& B) {
    const double allowed = 2e-3 * std::min(A.smallest(), B.smallest());
    return deep > -allowed ? deep + allowed : -allowed - separation_of(A, B);
}
inline constexpr double parallel_edges = 1e-4;  ///< rad

/// A corner of the box `to` on that face of the box `from` which keeps the two best apart (10.3).
struct CornerOnBox {
    std::string name{};
    FrameOn from{}, to{};
    Vec3 from_half{0.5, 0.5, 0.5}, to_half{0.5, 0.5, 0.5};  ///< half their sides
    int corner = 0;  ///< 0 to 7: bits 1, 2, 4 for the upper end of its x, y, z
    bool rolls = true;

    static constexpr const char* kind = "corner-on-box constraint";
    EquationCounts counts() const { return {.holonomic = 1, .nonholonomic = rolls ? 2 : 0}; }
    static constexpr std::array words{"distance", "slip one way", "slip across"};
    template <class T>
    struct Values {
        FrameValues<T> from, to;
        Vec3T<T> from_half, to_half;
    };
    static void parameters(auto& e, auto&& each) {
        each("from", e.from.X_BF, Rule::rotation);
        each("to", e.to.X_BF, Rule::rotation);
        each("from_half", e.from_half, Rule::positive);
        each("to_half", e.to_half, Rule::positive);
    }
    std::array<BodyId, 2> bodies() const { return {from.body, to.body}; }
    void check(const std::string& who, Faults& faults) const {
        if (corner < 0 || corner > 7)
            faults.add(who + ": a box has no corner " + std::to_string(corner) + ". They are 0 to 7.");
    }

    template <class T>
    struct Meeting {
        BoxInW<T> A, B;
        Vec3T<T> p;
        int face = 0;
        double sign = 1, apart = -1e300;
        Meeting(const Values<T>& k, const ConstraintInput<T>& in, int corner)
            : A{in.pose(0) * k.from.X(), k.from_half}, B{in.pose(1) * k.to.X(), k.to_half} {
            p = B.X.p;
            for (int i = 0; i < 3; ++i) p = p + (T(corner >> i & 1 ? 1.0 : -1.0) * k.to_half[i]) * B.axis(i);
            for (int i = 0; i < 3; ++i) {
                const double side = value_of(dot(A.axis(i), B.X.p - A.X.p)) < 0 ? -1 : 1;
                const double by = value_of(separation_along(T(side) * A.axis(i), A, B));
                if (by > apart) apart = by, face = i, sign = side;
            }
        }
    };
    double reach(const Values<double>& k, const ConstraintInput<double>& in, bool however_deep) const {
        const Meeting<double> m(k, in, corner);
        const double beyond = 1.2 * parallel_edges * std::min(m.A.largest(), m.B.largest());
        double within = however_deep ? m.A.smallest() : counts_at(m.apart, m.A, m.B);
        for (const int i : {(m.face + 1) % 3, (m.face + 2) % 3})
            within = std::min(within, m.A.half[i] + beyond - std::abs(dot(m.A.axis(i), m.p - m.A.X.p)));
        return within;
    }
    template <class T>
    void equations(const Values<T>& k, const ConstraintInput<T>& in, EquationsT<T>& out) const {
        const Meeting<T> m(k, in, corner);
        const Vec3T<T> n = T(m.sign) * m.A.axis(m.face), t1 = m.A.axis((m.face + 1) % 3),
                       t2 = m.A.axis((m.face + 2) % 3);
        along(in, out, 0, 0, n, m.A.X.p, 1, m.p, k.from_half[m.face]);
        if (!rolls) return;
        Vec3T<T> v_P, t1_dot, t2_dot;
        if (out.moving()) v_P = in.velocity(1, m.p), t1_dot = cross(in.w(0), t1), t2_dot = cross(in.w(0), t2);
        no_slip(in, out, 1, 0, 1, m.p, v_P, t1, t1_dot);
        no_slip(in, out, 2, 0, 1, m.p, v_P, t2, t2_dot);
    }
};

/// An edge of each of two boxes, where they cross (10.28). Of the four edges along one of a box's axes, two may meet
/// the other box at once (those of a face); the number of the pair tells which, opposite edges sharing one: what
/// lies further towards the other box is meant.
struct EdgesOfBoxes {
    std::string name{};
    FrameOn from{}, to{};
    Vec3 from_half{0.5, 0.5, 0.5}, to_half{0.5, 0.5, 0.5};
    int axes = 0;  ///< 0 to 8: three times the axis of `from` that its edge lies along, and that of `to`
    int pair = 0;  ///< 0 to 3: bits 1 and 2 for the second pair of opposite edges of `from`, of `to`
    bool rolls = true;

    static constexpr const char* kind = "edges-of-boxes constraint";
    static constexpr const char* undefined = "The two edges are parallel, so that they cross nowhere.";
    EquationCounts counts() const { return {.holonomic = 1, .nonholonomic = rolls ? 2 : 0}; }
    static constexpr std::array words{"distance", "slip one way", "slip across"};
    template <class T>
    using Values = CornerOnBox::Values<T>;
    static void parameters(auto& e, auto&& each) { CornerOnBox::parameters(e, each); }
    std::array<BodyId, 2> bodies() const { return {from.body, to.body}; }
    void check(const std::string& who, Faults& faults) const {
        if (axes < 0 || axes > 8 || pair < 0 || pair > 3)
            faults.add(who + ": there are no edges " + std::to_string(axes) + ", " + std::to_string(pair) +
                       ". Axes are 0 to 8, pairs 0 to 3.");
    }

    /// The middle of the edge.
    template <class T>
    static Vec3T<T> middle(const BoxInW<T>& box, int axis, bool second, const Vec3T<T>& n) {
        const int i = (axis + 1) % 3, j = (axis + 2) % 3;
        const Vec3T<T> out = box.half[i] * box.axis(i) + (T(second ? -1.0 : 1.0) * box.half[j]) * box.axis(j);
        return value_of(dot(n, out)) < 0 ? box.X.p - out : box.X.p + out;
    }
    template <class T>
    struct Meeting {
        BoxInW<T> A, B;
        Vec3T<T> d_A, d_B, n, p_A, p_B;
        Meeting(const Values<T>& k, const ConstraintInput<T>& in, int axes, int pair)
            : A{in.pose(0) * k.from.X(), k.from_half}, B{in.pose(1) * k.to.X(), k.to_half} {
            d_A = A.axis(axes / 3), d_B = B.axis(axes % 3);
            n = cross(d_A, d_B);
            if (value_of(dot(n, B.X.p - A.X.p)) < 0) n = -n;
            p_A = middle(A, axes / 3, pair & 1, n), p_B = middle(B, axes % 3, pair & 2, -n);
        }
    };
    double reach(const Values<double>& k, const ConstraintInput<double>& in, bool however_deep) const {
        const Meeting<double> m(k, in, axes, pair);
        const double size = norm(m.n);
        if (!(size > parallel_edges)) return size - parallel_edges;
        const AlongLines<double> at(m.p_B - m.p_A, m.d_A, m.d_B);
        const double deep = however_deep ? 1 : counts_at(dot(m.n, m.p_B - m.p_A) / size, m.A, m.B);
        constexpr double within = 1 - 1e-6;
        return std::min({size - parallel_edges, deep, within * k.from_half[axes / 3] - std::abs(at.s_A),
                         within * k.to_half[axes % 3] - std::abs(at.s_B)});
    }
    template <class T>
    void equations(const Values<T>& k, const ConstraintInput<T>& in, EquationsT<T>& out) const {
        const Meeting<T> m(k, in, axes, pair);
        crossing(in, out, m.p_A, m.d_A, T(0.0), m.p_B, m.d_B, T(0.0), m.B.X.p - m.A.X.p, rolls);
    }
};
static_assert(ConstraintDefinition<CornerOnBox> && ConstraintDefinition<EdgesOfBoxes>);

}  // namespace sinew
