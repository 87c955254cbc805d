// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/constraints/touching.h>

namespace sinew {

/// An ellipsoid in W, by its support in a direction n: the point s(n) that is the farthest, against the centre, and how
/// s turns with n (14.22).
template <class T>
struct EllipsoidInW {
    TransformT<T> X;
    Vec3T<T> radii;

    Vec3T<T> squares(const Vec3T<T>& n) const {
        const Vec3T<T> u = transpose_times(X.R, n);
        return X.R * Vec3T<T>{radii.x * radii.x * u.x, radii.y * radii.y * u.y, radii.z * radii.z * u.z};
    }
    T height(const Vec3T<T>& n) const { return square_root(dot(n, squares(n))); }
    Vec3T<T> top(const Vec3T<T>& n) const { return squares(n) / height(n); }
    Vec3T<T> turning(const Vec3T<T>& n, const Vec3T<T>& n_dot) const {
        const T h = height(n);
        const Vec3T<T> s = squares(n) / h;
        return (squares(n_dot) - dot(s, n_dot) * s) / h;
    }
};

/// Two ellipsoids that touch. Of all planes that could come between them, the one that keeps them best apart has the
/// normal n of the points that are nearest:
///     e = max_n n·(c_B − c_A) − h_A(n) − h_B(n)     q_A = c_A + s_A(n)     q_B = c_B − s_B(n)                (10.30)
///     (H_A + H_B + e) ṅ = v_B − v_A − ė n + H_A (w_A × n) + H_B (w_B × n),  H = ∂s/∂n     ė = n·(v_B − v_A)
///     ë = n·(a_B + w_B × ρ̇_B − a_A − w_A × ρ̇_A) + ṅ·(v_B − v_A),  ρ̇ = ±H (ṅ − w × n)                       (10.31)
struct EllipsoidOnEllipsoid {
    std::string name{};
    FrameOn from{}, to{};
    Vec3 from_radii{1, 1, 1}, to_radii{1, 1, 1};  ///< semi-axes
    bool rolls = true;

    static constexpr const char* kind = "ellipsoid-on-ellipsoid constraint";
    static constexpr const char* undefined = "The two centres coincide, so that no plane keeps them apart.";
    EquationCounts counts() const { return {.holonomic = 1, .nonholonomic = rolls ? 2 : 0}; }
    static constexpr std::array words{"distance", "slip one way", "slip across"};
    template <class T>
    struct Values {
        FrameValues<T> from, to;
        Vec3T<T> from_radii, to_radii;
    };
    static void parameters(auto& e, auto&& each) {
        each("from", e.from.X_BF, Rule::rotation);
        each("to", e.to.X_BF, Rule::rotation);
        each("from_radii", e.from_radii, Rule::positive);
        each("to_radii", e.to_radii, Rule::positive);
    }
    std::array<BodyId, 2> bodies() const { return {from.body, to.body}; }

    template <class T>
    struct Pair {
        EllipsoidInW<T> A, B;
        Vec3T<T> centres;
        T height(const Vec3T<T>& n) const { return dot(n, centres) - A.height(n) - B.height(n); }
        Vec3T<T> apart(const Vec3T<T>& n) const { return centres - A.top(n) - B.top(n); }
        /// x with (H_A + H_B + e) x = r, both across n.
        Vec3T<T> turn(const Vec3T<T>& n, const T& e, const Vec3T<T>& r) const {
            const SquareTo<T> across(n);
            const Vec3T<T> x = across.first, y = across.second, Hx = A.turning(n, x) + B.turning(n, x),
                           Hy = A.turning(n, y) + B.turning(n, y);
            const T xx = dot(x, Hx) + e, xy = dot(x, Hy), yy = dot(y, Hy) + e, below = xx * yy - xy * xy,
                    rx = dot(x, r), ry = dot(y, r);
            return ((yy * rx - xy * ry) / below) * x + ((xx * ry - xy * rx) / below) * y;
        }
        Vec3T<T> better(const Vec3T<T>& n, double share) const {
            const Vec3T<T> next = n + T(share) * turn(n, height(n), apart(n));
            return next / norm(next);
        }
    };
    /// By Newton's method from the direction of the centres, in steps that lead upward: where they overlap, the matrix
    /// of (10.31) is made to be positive, and steps are halved.
    static Vec3 normal(const Pair<double>& pair) {
        Vec3 n = pair.centres / norm(pair.centres);
        double height = pair.height(n);
        for (int i = 0; i < 100; ++i) {
            const SquareTo<double> across(n);
            const Vec3 x = across.first, y = across.second, r = pair.apart(n),
                       Hx = pair.A.turning(n, x) + pair.B.turning(n, x),
                       Hy = pair.A.turning(n, y) + pair.B.turning(n, y);
            double xx = dot(x, Hx) + height, yy = dot(y, Hy) + height;
            const double xy = dot(x, Hy), middle = 0.5 * (xx + yy), half = std::hypot(0.5 * (xx - yy), xy),
                         least = 1e-3 * (std::abs(middle) + half);
            if (middle - half < least) xx += least - (middle - half), yy += least - (middle - half);
            const double below = xx * yy - xy * xy, rx = dot(x, r), ry = dot(y, r);
            const Vec3 step = ((yy * rx - xy * ry) / below) * x + ((xx * ry - xy * rx) / below) * y;
            double share = 1;
            for (; share > 1e-4; share /= 2) {
                const Vec3 next = n + share * step;
                const double there = pair.height(next / norm(next));
                if (!(there > height)) continue;
                n = next / norm(next), height = there;
                break;
            }
            if (share <= 1e-4) break;
        }
        return n;
    }
    static Vec3 plain(const Vec3& v) { return v; }
    template <class T>
    static Vec3 plain(const Vec3T<T>& v) {
        return {value_of(v.x), value_of(v.y), value_of(v.z)};
    }
    template <class T>
    static EllipsoidInW<double> plain(const EllipsoidInW<T>& e) {
        return {{{plain(e.X.R.x), plain(e.X.R.y), plain(e.X.R.z)}, plain(e.X.p)}, plain(e.radii)};
    }

    template <class T>
    void equations(const Values<T>& k, const ConstraintInput<T>& in, EquationsT<T>& out) const {
        Pair<T> pair{{in.pose(0) * k.from.X(), k.from_radii}, {in.pose(1) * k.to.X(), k.to_radii}, {}};
        pair.centres = pair.B.X.p - pair.A.X.p;
        const Vec3 near = normal({plain(pair.A), plain(pair.B), plain(pair.centres)});
        Vec3T<T> n{T(near.x), T(near.y), T(near.z)};
        for (int i = 0; i < 2; ++i) n = pair.better(n, 1);  // each makes twice as many derivatives exact
        const T e = pair.height(n);
        const Vec3T<T> q_A = pair.A.X.p + pair.A.top(n), q_B = pair.B.X.p - pair.B.top(n);
        if (out.e) out.e[0] = e;
        Vec3T<T> n_dot, v_P;
        if (out.moving()) {
            const Vec3T<T> v = in.velocity(1, q_B) - in.velocity(0, q_A), of_A = cross(in.w(0), n),
                           of_B = cross(in.w(1), n);
            n_dot = pair.turn(n, e, v + pair.A.turning(n, of_A) + pair.B.turning(n, of_B));
            const Vec3T<T> travel_A = pair.A.turning(n, n_dot - of_A),
                           travel_B = -pair.B.turning(n, n_dot - of_B);
            v_P = in.velocity(0, q_A) + travel_A;
            if (out.v) out.v[0] = dot(n, v);
            if (out.a)
                out.a[0] = dot(n, in.acceleration(1, q_B) + cross(in.w(1), travel_B) -
                                      in.acceleration(0, q_A) - cross(in.w(0), travel_A)) +
                           dot(n_dot, v);
        }
        if (out.rows) {
            out.add_force(0, 1, q_B, n);
            out.add_force(0, 0, q_A, -n);
        }
        if (rolls)
            Across<T>(in, 0, pair.A.X.R, n, out.moving() ? &n_dot : nullptr).no_slip(in, out, 0, 1, q_A, v_P);
    }
};
static_assert(ConstraintDefinition<EllipsoidOnEllipsoid>);

}  // namespace sinew
