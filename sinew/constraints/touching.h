// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/constraints/solid.h>

namespace sinew {

// Surfaces that touch at a point which travels on both: the first equation is the gap between them along their common
// normal, the other two let them not slip there.

/// Two directions across n, along which slip is counted, and how they change; n turns by n_dot. They follow the axis
/// of A after the one that n lies along the most.
template <class T>
struct Across {
    Vec3T<T> t1, t2, t1_dot{}, t2_dot{};
    Across(const ConstraintInput<T>& in, int A, const RotationT<T>& R_WA, const Vec3T<T>& n,
           const Vec3T<T>* n_dot) {
        int most = 0;
        double size[3];
        for (int i = 0; i < 3; ++i)
            size[i] = std::abs(value_of(dot(i == 0 ? R_WA.x : i == 1 ? R_WA.y : R_WA.z, n)));
        for (int i = 1; i < 3; ++i)
            if (size[i] > size[most]) most = i;
        const int least = (most + 1) % 3;  // one of the other two, that do not take turns by rounding
        const Vec3T<T> d = least == 0 ? R_WA.x : least == 1 ? R_WA.y : R_WA.z;
        const Vec3T<T> across = cross(n, d);
        const T length = norm(across);
        t1 = across / length, t2 = cross(n, t1);
        if (!n_dot) return;
        const Vec3T<T> rate = cross(*n_dot, d) + cross(n, cross(in.w(A), d));
        t1_dot = (rate - dot(t1, rate) * t1) / length;
        t2_dot = cross(*n_dot, t1) + cross(n, t1_dot);
    }
    void no_slip(const ConstraintInput<T>& in, EquationsT<T>& out, int A, int B, const Vec3T<T>& p,
                 const Vec3T<T>& v_P) const {
        sinew::no_slip(in, out, 1, A, B, p, v_P, t1, t1_dot);
        sinew::no_slip(in, out, 2, A, B, p, v_P, t2, t2_dot);
    }
};

/// A ball of one body (of radius 0 a point) on a solid of another. With φ the distance of its centre outside the solid
/// and all seen from there as in (10.15),
///     e = φ(p) − r     n = ∇φ     ė = n·ṗ     ë = n·p̈ + ṗᵀK ṗ     P = p − r n                            (10.24)
/// Where a box or a cylinder has an edge, K jumps from 0 to 1/φ: the force does, too, as the ball begins to roll
/// around it.
struct SphereOnSolid {
    std::string name{};
    FrameOn solid{};
    SolidKind kind_of_solid = SolidKind::box;
    Vec3 size{0.5, 0.5, 0.5};  ///< see SolidKind
    Station center{};
    double radius = 1;
    bool rolls = true;

    static constexpr const char* kind = "sphere-on-solid constraint";
    static constexpr const char* undefined =
        "The sphere's centre is where no point of the solid is the nearest.";
    EquationCounts counts() const { return {.holonomic = 1, .nonholonomic = rolls ? 2 : 0}; }
    static constexpr std::array words{"distance", "slip one way", "slip across"};
    template <class T>
    struct Values {
        FrameValues<T> solid;
        Vec3T<T> size;
        Vec3T<T> center;
        T radius;
    };
    static void parameters(auto& e, auto&& each) {
        each("solid", e.solid.X_BF, Rule::rotation);
        each("size", e.size, Rule::non_negative);
        each("center", e.center.p, Rule::finite);
        each("radius", e.radius, Rule::non_negative);
    }
    std::array<BodyId, 2> bodies() const { return {solid.body, center.body}; }
    void check(const std::string& who, Faults& faults) const {
        const bool three = kind_of_solid == SolidKind::box || kind_of_solid == SolidKind::ellipsoid;
        if (!(size.x > 0 && size.y > 0 && (size.z > 0 || !three)))
            faults.add(who + ": its solid has no size along some direction. Give it more than zero.");
    }

    template <class T>
    void equations(const Values<T>& k, const ConstraintInput<T>& in, EquationsT<T>& out) const {
        const TransformT<T> X_WG = in.pose(0) * k.solid.X();
        const Vec3T<T> p = in.station(1, k.center);
        const NearSolid<T> near = sinew::near(kind_of_solid, k.size, transpose_times(X_WG.R, p - X_WG.p));
        const Vec3T<T> n = X_WG.R * near.n;
        if (out.e) out.e[0] = near.distance - k.radius;
        Vec3T<T> n_dot, v_P;
        if (out.moving()) {
            const Vec3T<T> v = in.velocity(1, p) - in.velocity(0, p);
            const Vec3T<T> turning = X_WG.R * near.turning(transpose_times(X_WG.R, v));
            n_dot = cross(in.w(0), n) + turning;
            v_P = in.velocity(1, p) - k.radius * n_dot;
            if (out.v) out.v[0] = dot(n, v);
            if (out.a)
                out.a[0] =
                    dot(n, in.acceleration(1, p) - in.acceleration(0, p) - T(2.0) * cross(in.w(0), v)) +
                    dot(v, turning);
        }
        if (out.rows) {
            out.add_force(0, 1, p, n);
            out.add_force(0, 0, p, -n);
        }
        if (rolls)
            Across<T>(in, 0, X_WG.R, n, out.moving() ? &n_dot : nullptr)
                .no_slip(in, out, 0, 1, p - k.radius * n, v_P);
    }
};

/// What rolls on a plane: an ellipsoid, or a ring about z (the rim of a cylinder; a torus, if it has a tube). A foot is
/// the point of the ring on its x axis, which it stands on where it lies flat.
enum class RoundKind : unsigned char { ellipsoid, ring, foot };

/// A round thing of one body on a plane of another. Its point that is lowest over the plane touches; with u the
/// plane's normal seen from it, D = diag(a) of an ellipsoid and R, r ring and tube of a ring,
///     s(u) = −D²u/|D u|   or   −R (u − u_z ẑ)/|u − u_z ẑ| − r u     q = c + s     e = n·q − h                 (10.25)
/// (of a foot R x̂ − r u)
///     ë = as for the point of the body that is at q, and n·((w_B − w_A) × ṡ)                               (10.26)
/// ṡ being its travel on the body. A ring that lies flat has no such point.
struct RoundOnPlane {
    std::string name{};
    PlaneOn plane{};
    FrameOn round{};
    RoundKind kind_of_round = RoundKind::ellipsoid;
    Vec3 size{1, 1, 1};  ///< semi-axes, or the radii of ring and tube
    /// As a one-way condition, a ring takes no part where it lies flatter than this (rad), and a foot none where
    /// it is tilted by more than twice as much; 0: wherever they are.
    double flattest = 0;
    bool rolls = true;

    static constexpr const char* kind = "round-on-plane constraint";
    static constexpr const char* undefined =
        "The ring lies flat on the plane, so that no point of it is the lowest.";
    EquationCounts counts() const { return {.holonomic = 1, .nonholonomic = rolls ? 2 : 0}; }
    static constexpr std::array words{"distance", "slip one way", "slip across"};
    template <class T>
    struct Values {
        Vec3T<T> normal;
        T height;
        FrameValues<T> round;
        Vec3T<T> size;
        T flattest;
    };
    static void parameters(auto& e, auto&& each) {
        each("normal", e.plane.normal, Rule::direction);
        each("height", e.plane.height, Rule::finite);
        each("round", e.round.X_BF, Rule::rotation);
        each("size", e.size, Rule::non_negative);
        each("flattest", e.flattest, Rule::non_negative);
    }
    std::array<BodyId, 2> bodies() const { return {plane.body, round.body}; }
    void check(const std::string& who, Faults& faults) const {
        const bool three = kind_of_round == RoundKind::ellipsoid;
        if (!(size.x > 0 && ((size.y > 0 && size.z > 0) || !three)))
            faults.add(who + ": what rolls has no size along some direction. Give it more than zero.");
    }
    double reach(const Values<double>& k, const ConstraintInput<double>& in, bool) const {
        if (kind_of_round == RoundKind::ellipsoid || !(k.flattest > 0)) return 1;
        const Vec3 axis = (in.pose(1) * k.round.X()).R.z;
        const double tilt = norm(cross(axis, in.axis(0, k.normal / norm(k.normal))));
        return kind_of_round == RoundKind::ring ? tilt - k.flattest : 2 * k.flattest - tilt;
    }

    template <class T>
    void equations(const Values<T>& k, const ConstraintInput<T>& in, EquationsT<T>& out) const {
        const TransformT<T> X_WG = in.pose(1) * k.round.X();
        const Vec3T<T> n = in.axis(0, k.normal / norm(k.normal)), u = transpose_times(X_WG.R, n);
        const bool is_ellipsoid = kind_of_round == RoundKind::ellipsoid,
                   is_ring = kind_of_round == RoundKind::ring;
        const auto squares = [&](const Vec3T<T>& v) {
            return Vec3T<T>{k.size.x * k.size.x * v.x, k.size.y * k.size.y * v.y, k.size.z * k.size.z * v.z};
        };
        const Vec3T<T> flat = is_ellipsoid ? squares(u) : Vec3T<T>{u.x, u.y, T(0.0)};
        T length(1.0);
        if (is_ellipsoid) length = square_root(dot(u, flat));
        if (is_ring) length = norm(flat);
        const Vec3T<T> s = is_ellipsoid ? -(flat / length)
                           : is_ring    ? -((k.size.x / length) * flat + k.size.y * u)
                                        : Vec3T<T>{k.size.x, T(0.0), T(0.0)} - k.size.y * u;
        const Vec3T<T> q = X_WG * s;
        along(in, out, 0, 0, n, in.station(0, {}), 1, q, k.height);
        Vec3T<T> travel;
        if (out.moving()) {
            const Vec3T<T> u_dot = transpose_times(X_WG.R, cross(in.w(0) - in.w(1), n));
            Vec3T<T> s_dot;
            if (is_ellipsoid) {
                const Vec3T<T> flat_dot = squares(u_dot);
                s_dot = (dot(u, flat_dot) / (length * length * length)) * flat - flat_dot / length;
            } else {
                s_dot = -(k.size.y * u_dot);
            }
            if (is_ring) {
                const Vec3T<T> flat_dot{u_dot.x, u_dot.y, T(0.0)};
                const T across = dot(flat, flat_dot) / (length * length * length);
                s_dot = s_dot + k.size.x * (across * flat - flat_dot / length);
            }
            travel = X_WG.R * s_dot;
            if (out.a) out.a[0] += dot(n, cross(in.w(1) - in.w(0), travel));
        }
        if (!rolls) return;
        const SquareTo<T> square(k.normal);
        const Vec3T<T> t1 = in.axis(0, square.first), t2 = in.axis(0, square.second);
        Vec3T<T> v_P, t1_dot, t2_dot;
        if (out.moving()) {
            v_P = in.velocity(1, q) + travel;
            t1_dot = cross(in.w(0), t1), t2_dot = cross(in.w(0), t2);
        }
        no_slip(in, out, 1, 0, 1, q, v_P, t1, t1_dot);
        no_slip(in, out, 2, 0, 1, q, v_P, t2, t2_dot);
    }
};
static_assert(ConstraintDefinition<SphereOnSolid> && ConstraintDefinition<RoundOnPlane>);

}  // namespace sinew
