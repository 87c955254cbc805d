// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/geometry/profile.h>
#include <sinew/geometry/triangle_tree.h>

#include <algorithm>
#include <array>

namespace sinew {

namespace {

constexpr double never = std::numeric_limits<double>::infinity();

/// Real roots of c0 + c1 t + ... + cn tⁿ between two ends, ascending: between two roots of the derivative there is
/// one at most, found by halving (14.16).
template <int n>
int roots_between(const std::array<double, n + 1>& c, double from, double to, std::array<double, n>& out) {
    const auto value = [&](double t) {
        double sum = c[n];
        for (int i = n - 1; i >= 0; --i) sum = sum * t + c[static_cast<std::size_t>(i)];
        return sum;
    };
    int count = 0, turns = 0;
    std::array<double, n + 1> ends{};
    ends[0] = from;
    if constexpr (n > 1) {
        std::array<double, n> slope{};
        for (int i = 1; i <= n; ++i)
            slope[static_cast<std::size_t>(i) - 1] = i * c[static_cast<std::size_t>(i)];
        std::array<double, n - 1> inner{};
        turns = roots_between<n - 1>(slope, from, to, inner);
        for (int i = 0; i < turns; ++i)
            ends[static_cast<std::size_t>(i) + 1] = inner[static_cast<std::size_t>(i)];
    }
    ends[static_cast<std::size_t>(turns) + 1] = to;
    for (int i = 0; i <= turns; ++i) {
        double low = ends[static_cast<std::size_t>(i)], high = ends[static_cast<std::size_t>(i) + 1];
        double at_low = value(low);
        const double at_high = value(high);
        if (at_low == 0 && (count == 0 || out[static_cast<std::size_t>(count) - 1] != low)) {
            out[static_cast<std::size_t>(count++)] = low;
            continue;
        }
        if (!(at_low * at_high < 0)) continue;
        for (int k = 0; k < 100; ++k) {
            const double middle = 0.5 * (low + high), at_middle = value(middle);
            if (middle == low || middle == high) break;
            if (at_middle * at_low > 0) low = middle, at_low = at_middle;
            else high = middle;
        }
        out[static_cast<std::size_t>(count++)] = 0.5 * (low + high);
    }
    return count;
}

/// Both ends of the stretch where a t² + 2 b t + c <= 0, a > 0; false if there is none.
bool stretch(double a, double b, double c, double& from, double& to) {
    const double root = b * b - a * c;
    if (!(root >= 0)) return false;
    const double q = -(b + (b < 0 ? -1 : 1) * std::sqrt(root));  // without cancellation
    const double one = q / a, other = q == 0 ? 0 : c / q;
    from = std::min(one, other), to = std::max(one, other);
    return true;
}

/// The part of a ray within a convex solid, as the sections of its parts; no part if from > to.
struct Within {
    double from = -never, to = never;
    void cut(double low, double high) { from = std::max(from, low), to = std::min(to, high); }
    void nothing() { from = never, to = -never; }
    /// n·(o + t d) <= offset
    void half_space(double height, double rate) {
        if (rate > 0) to = std::min(to, -height / rate);
        else if (rate < 0) from = std::max(from, -height / rate);
        else if (height > 0) nothing();
    }
    void quadric(double a, double b, double c) {  // a t² + 2 b t + c <= 0
        double low = 0, high = 0;
        if (a > 0) {
            if (!stretch(a, b, c, low, high)) return nothing();
            cut(low, high);
        } else if (!(c <= 0)) {
            nothing();
        }
    }
    double first() const { return !(from <= to) || to < 0 ? never : from >= 0 ? from : to; }
};

double first_in_ball(const Vec3& o, const Vec3& d, double radius) {
    Within in;
    in.quadric(dot(d, d), dot(o, d), dot(o, o) - radius * radius);
    return in.first();
}

double hit_box(const Vec3& half, const Vec3& o, const Vec3& d) {
    Within in;
    for (int i = 0; i < 3; ++i) {
        in.half_space(o[i] - half[i], d[i]);
        in.half_space(-o[i] - half[i], -d[i]);
    }
    return in.first();
}

double hit_cylinder(double radius, double half, const Vec3& o, const Vec3& d) {
    Within in;
    in.half_space(o.z - half, d.z);
    in.half_space(-o.z - half, -d.z);
    in.quadric(d.x * d.x + d.y * d.y, o.x * d.x + o.y * d.y, o.x * o.x + o.y * o.y - radius * radius);
    return in.first();
}

/// The union of a cylinder and two balls, which overlap along the ray if the ray meets both.
double hit_capsule(double radius, double half, const Vec3& o, const Vec3& d) {
    Within parts[3];
    parts[0].half_space(o.z - half, d.z);
    parts[0].half_space(-o.z - half, -d.z);
    parts[0].quadric(d.x * d.x + d.y * d.y, o.x * d.x + o.y * d.y, o.x * o.x + o.y * o.y - radius * radius);
    for (const int end : {1, 2}) {
        const Vec3 r = o - Vec3{0, 0, end == 1 ? half : -half};
        parts[end].quadric(dot(d, d), dot(r, d), dot(r, r) - radius * radius);
    }
    Within all;
    all.nothing();
    for (const Within& part : parts)
        if (part.from <= part.to)
            all.from = std::min(all.from, part.from), all.to = std::max(all.to, part.to);
    return all.first();
}

/// Within the double cone, below the apex and above the base. The ray meets the lower nappe in one stretch.
double hit_cone(double radius, double height, const Vec3& o, const Vec3& d) {
    const double k = radius / height, kk = k * k, below = height - o.z;  // rho <= k (height − z)
    const double a = d.x * d.x + d.y * d.y - kk * d.z * d.z, b = o.x * d.x + o.y * d.y + kk * below * d.z,
                 c = o.x * o.x + o.y * o.y - kk * below * below;
    Within in;
    in.half_space(o.z - height, d.z);
    in.half_space(-o.z, -d.z);
    double low = 0, high = 0;
    if (a > 0) {
        in.quadric(a, b, c);
    } else if (a < 0 &&
               stretch(-a, -b, -c, low, high)) {  // outside between the roots, of which one is on each nappe
        if (d.z > 0) in.cut(-never, low);
        else in.cut(high, never);
    } else if (a == 0 && b != 0) {
        if (b > 0) in.cut(-never, -c / (2 * b));
        else in.cut(-c / (2 * b), never);
    }
    return in.first();
}

/// (|p|² + R² − r²)² = 4 R² (x² + y²) along the ray, an equation of degree four.
double hit_torus(double ring, double tube, const Vec3& o, const Vec3& d, double farthest) {
    const double length = norm(d), outer = ring + tube;
    if (!(length > 0)) return never;
    Within ball;
    ball.quadric(1, dot(o, d) / length, dot(o, o) - outer * outer * (1 + 1e-12));
    const double from = std::max(0.0, ball.from), to = std::min(farthest * length, ball.to);
    if (!(from <= to)) return never;
    const Vec3 e = d / length, p = o + from * e;  // from where the ray comes near, so that numbers stay small
    const double R2 = ring * ring, m = dot(p, p) + R2 - tube * tube, n = dot(p, e);
    const std::array<double, 5> c{m * m - 4 * R2 * (p.x * p.x + p.y * p.y),
                                  4 * m * n - 8 * R2 * (p.x * e.x + p.y * e.y),
                                  2 * m + 4 * n * n - 4 * R2 * (e.x * e.x + e.y * e.y), 4 * n, 1};
    std::array<double, 4> roots{};
    return roots_between<4>(c, 0, to - from, roots) > 0 ? (from + roots[0]) / length : never;
}

}  // namespace

RayHit ray(const Surface& surface, const Vec3& o, const Vec3& d, double farthest) {
    const Vec3& size = surface.size();
    double t = never;
    switch (surface.kind()) {
        case SurfaceKind::box: t = hit_box(size, o, d); break;
        case SurfaceKind::sphere: t = first_in_ball(o, d, size.x); break;
        case SurfaceKind::ellipsoid:
            t = first_in_ball({o.x / size.x, o.y / size.y, o.z / size.z},
                              {d.x / size.x, d.y / size.y, d.z / size.z}, 1);
            break;
        case SurfaceKind::cylinder: t = hit_cylinder(size.x, size.y, o, d); break;
        case SurfaceKind::capsule: t = hit_capsule(size.x, size.y, o, d); break;
        case SurfaceKind::cone: t = hit_cone(size.x, size.y, o, d); break;
        case SurfaceKind::half_space:
            t = o.z == 0 ? 0 : d.z == 0 || o.z * d.z > 0 ? never : -o.z / d.z;
            break;
        case SurfaceKind::torus: t = hit_torus(size.x, size.y, o, d, farthest); break;
        case SurfaceKind::mesh:
        case SurfaceKind::convex_hull:
        case SurfaceKind::height_map: return surface.triangles()->first_hit(o, d, farthest);
    }
    if (!(t >= 0) || !(t <= farthest) || t == never || !(dot(d, d) > 0)) return {};
    const SurfacePoint s = nearest_point(surface, o + t * d);
    return {true, t, s.p_G, s.n_G, -1};
}

}  // namespace sinew
