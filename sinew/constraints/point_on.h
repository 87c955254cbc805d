// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/constraints/primitives.h>
#include <sinew/math/function.h>

namespace sinew {

/// A plane fixed on a body: the points p of its frame with n·p = height, n the unit vector along normal.
struct PlaneOn {
    BodyId body = world;
    Vec3 normal{0, 0, 1};
    double height = 0;
};

/// A straight line fixed on a body, through a point; the direction's length does not count.
struct LineOn {
    BodyId body = world;
    Vec3 point{}, direction{1, 0, 0};
};

/// Keeps a point of one body on a plane of another (10.3). Its multiplier pulls the point towards the plane's back.
struct PointOnPlane {
    std::string name{};
    PlaneOn plane{};
    Station point{};

    static constexpr const char* kind = "point-on-plane constraint";
    static constexpr EquationCounts counts{.holonomic = 1};
    template <class T>
    struct Values {
        Vec3T<T> normal;
        T height;
        Vec3T<T> point;
    };
    static void parameters(auto& e, auto&& each) {
        each("normal", e.plane.normal, Rule::direction);
        each("height", e.plane.height, Rule::finite);
        each("point", e.point.p, Rule::finite);
    }
    std::array<BodyId, 2> bodies() const { return {plane.body, point.body}; }

    template <class T>
    void equations(const Values<T>& k, const ConstraintInput<T>& in, EquationsT<T>& out) const {
        along(in, out, 0, 0, in.axis(0, k.normal / norm(k.normal)), in.station(0, {}), 1,
              in.station(1, k.point), k.height);
    }
};

/// Keeps a point of one body on a line of another: (10.3) along two directions square to the line.
struct PointOnLine {
    std::string name{};
    LineOn line{};
    Station point{};

    static constexpr const char* kind = "point-on-line constraint";
    static constexpr EquationCounts counts{.holonomic = 2};
    template <class T>
    struct Values {
        Vec3T<T> on, direction, point;
    };
    static void parameters(auto& e, auto&& each) {
        each("on", e.line.point, Rule::finite);
        each("direction", e.line.direction, Rule::direction);
        each("point", e.point.p, Rule::finite);
    }
    std::array<BodyId, 2> bodies() const { return {line.body, point.body}; }

    template <class T>
    void equations(const Values<T>& k, const ConstraintInput<T>& in, EquationsT<T>& out) const {
        const SquareTo<T> square(k.direction);
        const Vec3T<T> p_S = in.station(0, k.on), p_T = in.station(1, k.point);
        along(in, out, 0, 0, in.axis(0, square.first), p_S, 1, p_T);
        along(in, out, 1, 0, in.axis(0, square.second), p_S, 1, p_T);
    }
};

/// Where a point of one body lies in the frame of another, for functions of place.
///     p_A     ṗ_A = R_WAᵀ v     p̈_A = R_WAᵀ (a − 2 w_A × v), v and a against A's own point there            (10.15)
template <class T>
struct PointSeenFrom {
    TransformT<T> X_WA;
    Vec3T<T> p_W;
    T p[3], v[3], a[3];

    PointSeenFrom(const ConstraintInput<T>& in, const EquationsT<T>& out, const Vec3T<T>& p_B)
        : X_WA(in.pose(0)), p_W(in.station(1, p_B)) {
        const Vec3T<T> place = transpose_times(X_WA.R, p_W - X_WA.p);
        for (int i = 0; i < 3; ++i) p[i] = place[i], v[i] = a[i] = T(0.0);
        if (!out.moving()) return;
        const Vec3T<T> v_W = in.velocity(1, p_W) - in.velocity(0, p_W);
        const Vec3T<T> rate = transpose_times(X_WA.R, v_W);
        for (int i = 0; i < 3; ++i) v[i] = rate[i];
        if (!out.a) return;
        const Vec3T<T> second = transpose_times(
            X_WA.R, in.acceleration(1, p_W) - in.acceleration(0, p_W) - T(2.0) * cross(in.w(0), v_W));
        for (int i = 0; i < 3; ++i) a[i] = second[i];
    }

    ///     e = f(p_A)     ė = ∇f·ṗ_A     ë = ∇f·p̈_A + ṗ_Aᵀ∇²f ṗ_A   (10.16)
    void keep_zero(const Function& f, int i, EquationsT<T>& out) const {
        T gradient[3];
        const T value = f.evaluate(p, 3, gradient);
        if (out.e) out.e[i] = value;
        if (out.v) out.v[i] = gradient[0] * v[0] + gradient[1] * v[1] + gradient[2] * v[2];
        if (out.a)
            out.a[i] =
                gradient[0] * a[0] + gradient[1] * a[1] + gradient[2] * a[2] + f.evaluate_along(p, v, 3).d2;
        if (out.rows) {
            const Vec3T<T> n_W = X_WA.R * Vec3T<T>{gradient[0], gradient[1], gradient[2]};
            out.add_force(i, 1, p_W, n_W);
            out.add_force(i, 0, p_W, -n_W);
        }
    }
};

/// Keeps a point of one body on a surface of another: f(x, y, z) = 0 in that body's frame (10.16).
struct PointOnSurface {
    std::string name{};
    BodyId on = world;
    Function surface{};  ///< of the three coordinates; its gradient must not vanish on the surface
    Station point{};

    static constexpr const char* kind = "point-on-surface constraint";
    static constexpr EquationCounts counts{.holonomic = 1};
    template <class T>
    struct Values {
        Vec3T<T> point;
    };
    static void parameters(auto& e, auto&& each) { each("point", e.point.p, Rule::finite); }
    std::array<BodyId, 2> bodies() const { return {on, point.body}; }
    void check(const std::string& who, Faults& faults) const { check_of_place(surface, who, faults); }

    template <class T>
    void equations(const Values<T>& k, const ConstraintInput<T>& in, EquationsT<T>& out) const {
        PointSeenFrom<T>(in, out, k.point).keep_zero(surface, 0, out);
    }
};

/// Keeps a point of one body on a curve of another: where two surfaces meet (10.16).
struct PointOnCurve {
    std::string name{};
    BodyId on = world;
    std::array<Function, 2> surfaces{};
    Station point{};

    static constexpr const char* kind = "point-on-curve constraint";
    static constexpr EquationCounts counts{.holonomic = 2};
    template <class T>
    struct Values {
        Vec3T<T> point;
    };
    static void parameters(auto& e, auto&& each) { each("point", e.point.p, Rule::finite); }
    std::array<BodyId, 2> bodies() const { return {on, point.body}; }
    void check(const std::string& who, Faults& faults) const {
        for (const Function& surface : surfaces) check_of_place(surface, who, faults);
    }

    template <class T>
    void equations(const Values<T>& k, const ConstraintInput<T>& in, EquationsT<T>& out) const {
        const PointSeenFrom<T> seen(in, out, k.point);
        seen.keep_zero(surfaces[0], 0, out);
        seen.keep_zero(surfaces[1], 1, out);
    }
};
static_assert(ConstraintDefinition<PointOnPlane> && ConstraintDefinition<PointOnLine> &&
              ConstraintDefinition<PointOnSurface> && ConstraintDefinition<PointOnCurve>);

}  // namespace sinew
