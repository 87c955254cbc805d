// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/constraints/point_on.h>

namespace sinew {

// Round things on flat and round ones: one holonomic equation keeps them in touch and, where they roll, two
// nonholonomic ones let them not slip at the point of contact (10.8). The multiplier of the first is negative while
// they press.

/// A ball of some radius about a point of one body, on a plane of another; of radius 0 the point itself.
///     e = n·p_SC − h − r     P = C − r n                                                                     (10.17)
struct SphereOnPlane {
    std::string name{};
    PlaneOn plane{};
    Station center{};
    double radius = 1;
    bool rolls = true;

    static constexpr const char* kind = "sphere-on-plane constraint";
    EquationCounts counts() const { return {.holonomic = 1, .nonholonomic = rolls ? 2 : 0}; }
    static constexpr std::array words{"distance", "slip one way", "slip across"};
    template <class T>
    struct Values {
        Vec3T<T> normal;
        T height;
        Vec3T<T> center;
        T radius;
    };
    static void parameters(auto& e, auto&& each) {
        each("normal", e.plane.normal, Rule::direction);
        each("height", e.plane.height, Rule::finite);
        each("center", e.center.p, Rule::finite);
        each("radius", e.radius, Rule::non_negative);
    }
    std::array<BodyId, 2> bodies() const { return {plane.body, center.body}; }

    template <class T>
    void equations(const Values<T>& k, const ConstraintInput<T>& in, EquationsT<T>& out) const {
        const Vec3T<T> n = in.axis(0, k.normal / norm(k.normal)), c = in.station(1, k.center);
        along(in, out, 0, 0, n, in.station(0, {}), 1, c, k.height + k.radius);
        if (!rolls) return;
        const SquareTo<T> square(k.normal);
        const Vec3T<T> p = c - k.radius * n, t1 = in.axis(0, square.first), t2 = in.axis(0, square.second);
        Vec3T<T> v_P, t1_dot, t2_dot;
        if (out.moving()) {
            v_P = in.velocity(1, c) - k.radius * cross(in.w(0), n);
            t1_dot = cross(in.w(0), t1), t2_dot = cross(in.w(0), t2);
        }
        no_slip(in, out, 1, 0, 1, p, v_P, t1, t1_dot);
        no_slip(in, out, 2, 0, 1, p, v_P, t2, t2_dot);
    }
};

/// A thin disk (a coin, a wheel) of one body on a plane of another: the point of its rim that is nearest touches.
///     κ = n·a     s = √(1 − κ²)     e = n·p_SC − h − r s     P = C − r (n − κ a)/s                             (10.18)
/// a is the disk's axis. A disk that lies flat on the plane has no such point.
struct DiskOnPlane {
    std::string name{};
    PlaneOn plane{};
    Station center{};
    Vec3 axis{0, 0, 1};  ///< on the disk; its length does not count
    double radius = 1;
    bool rolls = true;

    static constexpr const char* kind = "disk-on-plane constraint";
    static constexpr const char* undefined =
        "The disk lies flat on the plane, so that no point of its rim is nearest.";
    EquationCounts counts() const { return {.holonomic = 1, .nonholonomic = rolls ? 2 : 0}; }
    static constexpr std::array words{"distance", "slip one way", "slip across"};
    template <class T>
    struct Values {
        Vec3T<T> normal;
        T height;
        Vec3T<T> center, axis;
        T radius;
    };
    static void parameters(auto& e, auto&& each) {
        each("normal", e.plane.normal, Rule::direction);
        each("height", e.plane.height, Rule::finite);
        each("center", e.center.p, Rule::finite);
        each("axis", e.axis, Rule::direction);
        each("radius", e.radius, Rule::positive);
    }
    std::array<BodyId, 2> bodies() const { return {plane.body, center.body}; }

    template <class T>
    void equations(const Values<T>& k, const ConstraintInput<T>& in, EquationsT<T>& out) const {
        const Vec3T<T> n = in.axis(0, k.normal / norm(k.normal)), a = in.axis(1, k.axis / norm(k.axis));
        const Vec3T<T> c = in.station(1, k.center), t = cross(n, a);
        const T kappa = dot(n, a), s = square_root(T(1.0) - kappa * kappa), r = k.radius;
        const Vec3T<T> rho = (n - kappa * a) / s, p = c - r * rho;
        along(in, out, 0, 0, n, in.station(0, {}), 1, c, k.height);
        if (out.e) out.e[0] -= r * s;
        Vec3T<T> v_P, n_dot;
        if (out.moving()) {
            n_dot = cross(in.w(0), n);
            const Vec3T<T> a_dot = cross(in.w(1), a);
            const T kappa_dot = dot(in.w(0) - in.w(1), t), s_dot = -kappa * kappa_dot / s;
            v_P = in.velocity(1, c) - r * ((n_dot - kappa_dot * a - kappa * a_dot) / s - (s_dot / s) * rho);
            if (out.v) out.v[0] -= r * s_dot;
            if (out.a) {
                const T kappa_dot_dot = dot(in.alpha(0) - in.alpha(1), t) + dot(cross(in.w(0), n_dot), a) +
                                        dot(n, cross(in.w(1), a_dot)) + T(2.0) * dot(n_dot, a_dot);
                out.a[0] += r * (kappa_dot * kappa_dot + kappa * kappa_dot_dot + s_dot * s_dot) / s;
            }
        }
        if (out.rows) {
            out.add_torque(0, 0, (r * kappa / s) * t);
            out.add_torque(0, 1, -(r * kappa / s) * t);
        }
        if (!rolls) return;
        const SquareTo<T> square(k.normal);
        const Vec3T<T> t1 = in.axis(0, square.first), t2 = in.axis(0, square.second);
        Vec3T<T> t1_dot, t2_dot;
        if (out.moving()) t1_dot = cross(in.w(0), t1), t2_dot = cross(in.w(0), t2);
        no_slip(in, out, 1, 0, 1, p, v_P, t1, t1_dot);
        no_slip(in, out, 2, 0, 1, p, v_P, t2, t2_dot);
    }
};

/// A ball of one body on a ball of another: their centres stay as far apart as the radii say (10.2).
struct SphereOnSphere {
    std::string name{};
    Station from{}, to{};  ///< the centres
    double from_radius = 1, to_radius = 1;
    bool rolls = true;

    static constexpr const char* kind = "sphere-on-sphere constraint";
    static constexpr const char* undefined = "The two centres coincide, so that the balls touch nowhere.";
    EquationCounts counts() const { return {.holonomic = 1, .nonholonomic = rolls ? 2 : 0}; }
    static constexpr std::array words{"distance", "slip one way", "slip across"};
    template <class T>
    struct Values {
        Vec3T<T> from, to;
        T from_radius, to_radius;
    };
    static void parameters(auto& e, auto&& each) {
        each("from", e.from.p, Rule::finite);
        each("to", e.to.p, Rule::finite);
        each("from_radius", e.from_radius, Rule::positive);
        each("to_radius", e.to_radius, Rule::positive);
    }
    std::array<BodyId, 2> bodies() const { return {from.body, to.body}; }

    template <class T>
    void equations(const Values<T>& k, const ConstraintInput<T>& in, EquationsT<T>& out) const {
        const Vec3T<T> p_S = in.station(0, k.from), p_T = in.station(1, k.to), r = p_T - p_S;
        distance(in, out, 0, 0, p_S, 1, p_T, k.from_radius + k.to_radius);
        if (!rolls) return;
        const T apart = norm(r);
        const Vec3T<T> n = r / apart, p = p_S + k.from_radius * n;
        const TransformT<T> X_WA = in.pose(0);
        const SquareTo<T> choice(
            transpose_times(X_WA.R, n));  // only to see which axis of A is the most square to n
        const Vec3T<T> d = nearest_axis(X_WA.R, X_WA.R * choice.second);
        const Vec3T<T> across = cross(n, d);
        const T size = norm(across);
        const Vec3T<T> t1 = across / size, t2 = cross(n, t1);
        Vec3T<T> v_P, t1_dot, t2_dot;
        if (out.moving()) {
            const Vec3T<T> v = in.velocity(1, p_T) - in.velocity(0, p_S), n_dot = (v - dot(n, v) * n) / apart;
            const Vec3T<T> across_dot = cross(n_dot, d) + cross(n, cross(in.w(0), d));
            v_P = in.velocity(0, p_S) + k.from_radius * n_dot;
            t1_dot = (across_dot - dot(t1, across_dot) * t1) / size;
            t2_dot = cross(n_dot, t1) + cross(n, t1_dot);
        }
        no_slip(in, out, 1, 0, 1, p, v_P, t1, t1_dot);
        no_slip(in, out, 2, 0, 1, p, v_P, t2, t2_dot);
    }

private:
    template <class T>
    static Vec3T<T> nearest_axis(const RotationT<T>& R, const Vec3T<T>& v) {
        const double x = value_of(dot(R.x, v)), y = value_of(dot(R.y, v)), z = value_of(dot(R.z, v));
        return x * x >= y * y && x * x >= z * z ? R.x : y * y >= z * z ? R.y : R.z;
    }
};
static_assert(ConstraintDefinition<SphereOnPlane> && ConstraintDefinition<DiskOnPlane> &&
              ConstraintDefinition<SphereOnSphere>);

}  // namespace sinew
