// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/constraints/point_on.h>

#include <algorithm>
#include <cmath>

namespace sinew {

/// Solids that a ball may touch, in a frame G of their own as the shapes of chapter 14: centred, axis along z; a cone
/// stands with its base at the origin. Their sizes are
///     box        half its sides                cone       radius and height
///     cylinder   radius and half the length    ellipsoid  semi-axes
///     capsule    the same, without its caps    torus      radii of the ring and of the tube
enum class SolidKind : unsigned char { box, cylinder, capsule, cone, ellipsoid, torus };
inline constexpr int solid_kinds = 6;

/// Where a point stands to a solid: how far it is outside, the outward normal n there, and how n turns as the point
/// moves, dn = K dp, K = Σ k_ij e_i e_jᵀ with e1 × e2 = n up to its sign                              (10.22)
template <class T>
struct NearSolid {
    T distance{};
    Vec3T<T> n{}, e1{}, e2{};
    T k11{}, k12{}, k22{};

    Vec3T<T> turning(const Vec3T<T>& v) const {
        const T x = dot(e1, v), y = dot(e2, v);
        return (k11 * x + k12 * y) * e1 + (k12 * x + k22 * y) * e2;
    }
};

namespace near_solid {

/// What the surface of a solid is made of, for a point d away from a corner, an axis z, a circle about z.
template <class T>
NearSolid<T> corner(const Vec3T<T>& d) {
    NearSolid<T> out;
    out.distance = norm(d);
    out.n = d / out.distance;
    const SquareTo<T> square(out.n);
    out.e1 = square.first, out.e2 = square.second;
    out.k11 = out.k22 = T(1.0) / out.distance;
    return out;
}

template <class T>
NearSolid<T> face(int axis, double sign, const T& distance) {
    NearSolid<T> out;
    out.distance = distance;
    out.n[axis] = T(sign), out.e1[(axis + 1) % 3] = T(1.0), out.e2[(axis + 2) % 3] = T(1.0);
    return out;
}

/// Around an edge along one of the axes.
template <class T>
NearSolid<T> edge(int axis, const Vec3T<T>& d) {
    NearSolid<T> out;
    out.distance = norm(d);
    out.n = d / out.distance;
    out.e1[axis] = T(1.0), out.e2 = cross(out.n, out.e1);
    out.k22 = T(1.0) / out.distance;
    return out;
}

template <class T>
NearSolid<T> circle(const T& radius, const Vec3T<T>& p) {
    const T rho = square_root(p.x * p.x + p.y * p.y);
    const Vec3T<T> away{p.x / rho, p.y / rho, T(0.0)};
    const Vec3T<T> d = (rho - radius) * away + Vec3T<T>{T(0.0), T(0.0), p.z};
    NearSolid<T> out;
    out.distance = norm(d);
    out.n = d / out.distance;
    out.e1 = {-away.y, away.x, T(0.0)}, out.e2 = cross(out.n, out.e1);
    out.k11 = dot(out.n, away) / rho, out.k22 = T(1.0) / out.distance;
    return out;
}

template <class T>
NearSolid<T> box(const Vec3T<T>& half, const Vec3T<T>& p) {
    Vec3T<T> d{};
    int outside = 0, along = 0, nearest = 0;
    double most = -1e300;
    for (int i = 0; i < 3; ++i) {
        const bool low = value_of(p[i]) < 0;
        const T beyond = (low ? -p[i] : p[i]) - half[i];
        if (value_of(beyond) > most) most = value_of(beyond), nearest = i;
        if (value_of(beyond) > 0) d[i] = low ? -beyond : beyond, ++outside;
        else along = i;
    }
    if (outside == 3) return corner(d);
    if (outside == 2) return edge(along, d);
    const double sign = value_of(p[nearest]) < 0 ? -1 : 1;
    return face(nearest, sign, T(sign) * p[nearest] - half[nearest]);
}

template <class T>
NearSolid<T> cylinder(const T& radius, const T& half, const Vec3T<T>& p) {
    const double sign = value_of(p.z) < 0 ? -1 : 1;
    const Vec3T<T> across{p.x, p.y, T(0.0)};
    const double side = norm(Vec3{value_of(p.x), value_of(p.y), 0}) - value_of(radius);
    const T end = T(sign) * p.z - half;
    if (side > 0 && value_of(end) > 0) return circle(radius, Vec3T<T>{p.x, p.y, p.z - T(sign) * half});
    if (value_of(end) > side) return face(2, sign, end);
    NearSolid<T> out = edge(2, across);
    out.distance = out.distance - radius;
    return out;
}

template <class T>
NearSolid<T> capsule(const T& radius, const T& half, const Vec3T<T>& p) {
    const double sign = value_of(p.z) < 0 ? -1 : 1;
    const T end = T(sign) * p.z - half;
    NearSolid<T> out =
        value_of(end) > 0 ? corner(Vec3T<T>{p.x, p.y, T(sign) * end}) : edge(2, Vec3T<T>{p.x, p.y, T(0.0)});
    out.distance = out.distance - radius;
    return out;
}

template <class T>
NearSolid<T> cone(const T& radius, const T& height, const Vec3T<T>& p) {
    const double R = value_of(radius), H = value_of(height), L = std::hypot(R, H), z = value_of(p.z),
                 rho = std::hypot(value_of(p.x), value_of(p.y));
    const double side = ((rho - R) * H + z * R) / L, up = (z * H - (rho - R) * R) / L;
    if (up < 0 && rho > R) return circle(radius, p);
    if (up > L) return corner(Vec3T<T>{p.x, p.y, p.z - height});
    if (-z > side) return face(2, -1.0, -p.z);
    const T slant = square_root(radius * radius + height * height), c = height / slant, s = radius / slant,
            far = square_root(p.x * p.x + p.y * p.y);
    const Vec3T<T> away{p.x / far, p.y / far, T(0.0)};
    NearSolid<T> out;
    out.distance = c * (far - radius) + s * p.z;
    out.n = {c * away.x, c * away.y, s};
    out.e1 = {-away.y, away.x, T(0.0)}, out.e2 = cross(out.n, out.e1);
    out.k11 = c / far;
    return out;
}

/// The root t of (14.11), from the left end of where it may be; then Newton's steps in T, each of which makes twice
/// as many derivatives exact.
template <class T>
NearSolid<T> ellipsoid(const Vec3T<T>& a, const Vec3T<T>& p) {
    double t = -1e300;
    for (int i = 0; i < 3; ++i) {
        const double ai = value_of(a[i]);
        t = std::max(t, ai * std::abs(value_of(p[i])) - ai * ai);
    }
    const auto step = [&](const auto& at) {
        using S = std::remove_cvref_t<decltype(at)>;
        S value(-1.0), slope(0.0);
        for (int i = 0; i < 3; ++i) {
            S ai, pi;
            if constexpr (std::is_same_v<S, double>) ai = value_of(a[i]), pi = value_of(p[i]);
            else ai = a[i], pi = p[i];
            const S below = ai * ai + at, ratio = ai * pi / below;
            if (value_of(pi) == 0 && !(value_of(below) > 0)) continue;
            value = value + ratio * ratio;
            slope = slope - S(2.0) * ratio * ratio / below;
        }
        return value / slope;
    };
    for (int i = 0; i < 60; ++i) {
        const double change = step(t);
        t -= change;
        if (!(change < 0) || -change < 1e-16 * std::abs(t)) break;  // from the left it never passes the root
    }
    T root(t);
    for (int i = 0; i < 2; ++i) root = root - step(root);
    Vec3T<T> s, g, squares;
    for (int i = 0; i < 3; ++i) {
        squares[i] = T(1.0) / (a[i] * a[i]);
        s[i] = p[i] / (T(1.0) + squares[i] * root);
        g[i] = squares[i] * s[i];
    }
    const T size = norm(g);
    NearSolid<T> out;
    out.n = g / size;
    out.distance = dot(out.n, p - s);
    const SquareTo<T> square(out.n);
    out.e1 = square.first, out.e2 = square.second;
    T own[3]{};  // curvatures of the surface itself, then of the one through p (10.23)
    for (int i = 0; i < 3; ++i) {
        own[0] = own[0] + squares[i] * out.e1[i] * out.e1[i] / size;
        own[1] = own[1] + squares[i] * out.e1[i] * out.e2[i] / size;
        own[2] = own[2] + squares[i] * out.e2[i] * out.e2[i] / size;
    }
    const T det = own[0] * own[2] - own[1] * own[1],
            below = T(1.0) + out.distance * (own[0] + own[2]) + out.distance * out.distance * det;
    out.k11 = (own[0] + out.distance * det) / below, out.k22 = (own[2] + out.distance * det) / below;
    out.k12 = own[1] / below;
    return out;
}

}  // namespace near_solid

template <class T>
NearSolid<T> near(SolidKind kind, const Vec3T<T>& size, const Vec3T<T>& p) {
    switch (kind) {
        case SolidKind::box: return near_solid::box(size, p);
        case SolidKind::cylinder: return near_solid::cylinder(size.x, size.y, p);
        case SolidKind::capsule: return near_solid::capsule(size.x, size.y, p);
        case SolidKind::cone: return near_solid::cone(size.x, size.y, p);
        case SolidKind::ellipsoid: return near_solid::ellipsoid(size, p);
        case SolidKind::torus: break;
    }
    NearSolid<T> out = near_solid::circle(size.x, p);
    out.distance = out.distance - size.y;
    return out;
}

}  // namespace sinew
