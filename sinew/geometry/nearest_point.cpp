// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/geometry/profile.h>
#include <sinew/geometry/triangle_tree.h>

#include <algorithm>

namespace sinew {

namespace {

double clamp_to(double x, double limit) { return std::max(-limit, std::min(x, limit)); }

SurfacePoint nearest_on_box(const Vec3& half, const Vec3& p) {
    const Vec3 s{clamp_to(p.x, half.x), clamp_to(p.y, half.y), clamp_to(p.z, half.z)}, r = p - s;
    int axis = 0;  // of the face that is least far inside
    for (int i = 1; i < 3; ++i)
        if (std::fabs(p[i]) - half[i] > std::fabs(p[axis]) - half[axis]) axis = i;
    Vec3 n{};
    n[axis] = p[axis] < 0 ? -1 : 1;
    if (const double distance = norm(r); distance > 0) {
        if ((r.x != 0) + (r.y != 0) + (r.z != 0) > 1) n = r / distance;  // beyond an edge or a corner
        return {s, n, distance};
    }
    Vec3 on = p;
    on[axis] = n[axis] * half[axis];
    return {on, n, std::fabs(p[axis]) - half[axis]};
}

SurfacePoint nearest_on_sphere(double radius, const Vec3& p) {
    const double distance = norm(p);
    const Vec3 n = distance > 0 ? p / distance : z_axis;
    return {radius * n, n, distance - radius};
}

/// Half way between the ends of a convex, falling function there is its root (14.11), in u = t + a², a the least
/// radius.
SurfacePoint nearest_on_ellipsoid(const Vec3& a, const Vec3& p) {
    const int m = a.x <= a.y && a.x <= a.z ? 0 : a.y <= a.z ? 1 : 2;
    Vec3 gap;  // a_i² − a_m²
    for (int i = 0; i < 3; ++i) gap[i] = (a[i] - a[m]) * (a[i] + a[m]);
    const auto ratio = [&](int i, double u) {  // s_i / a_i
        const double top = a[i] * p[i];
        return top == 0 ? 0 : top / (gap[i] + u);
    };
    double u = 0;  // to the left of the root: there one of the terms is 1
    for (int i = 0; i < 3; ++i) u = std::max(u, a[i] * std::fabs(p[i]) - gap[i]);
    const auto value = [&](double at_u) {
        double sum = -1;
        for (int i = 0; i < 3; ++i) sum += ratio(i, at_u) * ratio(i, at_u);
        return sum;
    };
    Vec3 s;
    if (u == 0 && p[m] == 0 &&
        value(0) <= 0) {  // within the plane of symmetry, close to the middle: leaves it
        double rest = 1;
        for (int i = 0; i < 3; ++i) {
            if (i == m) continue;
            s[i] = a[i] * ratio(i, 0);
            rest -= ratio(i, 0) * ratio(i, 0);
        }
        s[m] = a[m] * std::sqrt(std::max(0.0, rest));
    } else {
        for (int iteration = 0; iteration < 60; ++iteration) {
            double slope = 0;
            for (int i = 0; i < 3; ++i)
                if (p[i] != 0) slope -= 2 * ratio(i, u) * ratio(i, u) / (gap[i] + u);
            const double next = u - value(u) / slope;
            if (!(next > u)) break;  // it comes from the left without ever passing the root, but for rounding
            const bool settled = next - u <= 1e-15 * next;
            u = next;
            if (settled) break;
        }
        for (int i = 0; i < 3; ++i) s[i] = a[i] * ratio(i, u);
    }
    const Vec3 g{s.x / (a.x * a.x), s.y / (a.y * a.y), s.z / (a.z * a.z)};
    const Vec3 n = g / norm(g);
    return {s, n, dot(p - s, n)};
}

SurfacePoint nearest_on_cylinder(double radius, double half, const Vec3& p) {
    const AxisView view(p);
    const double beyond_side = view.rho - radius, beyond_end = std::fabs(view.z) - half,
                 up = view.z < 0 ? -1 : 1;
    if (beyond_side > 0 && beyond_end > 0) {  // the rim
        const double distance = std::sqrt(beyond_side * beyond_side + beyond_end * beyond_end);
        return {view.point(radius, up * half), view.point(beyond_side, up * beyond_end) / distance, distance};
    }
    if (beyond_side > beyond_end) return {view.point(radius, view.z), view.away, beyond_side};
    return {{p.x, p.y, up * half}, {0, 0, up}, beyond_end};
}

SurfacePoint nearest_on_capsule(double radius, double half, const Vec3& p) {
    const double middle = clamp_to(p.z, half);
    const Vec3 r{p.x, p.y, p.z - middle};
    const double distance = norm(r);
    const Vec3 n = distance > 0 ? r / distance : x_axis;
    return {Vec3{0, 0, middle} + radius * n, n, distance - radius};
}

/// In the half plane (rho, z), base and side are segments.
SurfacePoint nearest_on_cone(double radius, double height, const Vec3& p) {
    const AxisView view(p);
    const double slant = std::sqrt(radius * radius + height * height);
    const double out_r = height / slant, out_z = radius / slant;  // the side's normal
    const double above = (view.rho - radius) * out_r + view.z * out_z;
    const double along = std::max(0.0, std::min(slant, (radius - view.rho) * out_z + view.z * out_r));
    const double side_r = radius - along * out_z, side_z = along * out_r;
    const double base_r = std::min(view.rho, radius);
    const double to_side = std::hypot(view.rho - side_r, view.z - side_z),
                 to_base = std::hypot(view.rho - base_r, view.z);
    const bool inside = view.z > 0 && above < 0;
    if (to_base < to_side) {
        const double sign = inside ? -1 : 1;
        const Vec3 s = view.point(base_r, 0);
        if (view.rho <= radius || to_base == 0) return {s, {0, 0, -1}, sign * to_base};
        return {s, view.point(view.rho - base_r, view.z) / to_base, to_base};
    }
    const Vec3 s = view.point(std::max(0.0, side_r), side_z), face = view.point(out_r, out_z);
    const bool at_end = along == 0 || along == slant;
    if (inside || !at_end || to_side == 0) return {s, face, inside ? -to_side : to_side};
    return {s, view.point(view.rho - side_r, view.z - side_z) / to_side, to_side};
}

SurfacePoint nearest_on_torus(double ring, double tube, const Vec3& p) {
    const AxisView view(p);
    const double r = view.rho - ring, distance = std::sqrt(r * r + view.z * view.z);
    const Vec3 n = distance > 0 ? view.point(r, view.z) / distance : view.away;
    return {view.point(ring, 0) + tube * n, n, distance - tube};
}

/// As for a mesh, but inside is what lies below the ground.
SurfacePoint nearest_on_ground(const Surface& map, const Vec3& p, int hint) {
    SurfacePoint s = map.triangles()->nearest(p, hint);
    const bool over = std::fabs(p.x) <= map.size().x && std::fabs(p.y) <= map.size().y;
    if (over || s.distance >= 0) return s;
    s.distance = -s.distance;  // beside it
    if (s.distance > 0) s.n_G = (p - s.p_G) / s.distance;
    return s;
}

}  // namespace

SurfacePoint nearest_point(const Surface& surface, const Vec3& p, int hint) {
    const Vec3& size = surface.size();
    switch (surface.kind()) {
        case SurfaceKind::box: return nearest_on_box(size, p);
        case SurfaceKind::sphere: return nearest_on_sphere(size.x, p);
        case SurfaceKind::ellipsoid: return nearest_on_ellipsoid(size, p);
        case SurfaceKind::cylinder: return nearest_on_cylinder(size.x, size.y, p);
        case SurfaceKind::capsule: return nearest_on_capsule(size.x, size.y, p);
        case SurfaceKind::cone: return nearest_on_cone(size.x, size.y, p);
        case SurfaceKind::half_space: return {{p.x, p.y, 0}, z_axis, p.z};
        case SurfaceKind::torus: return nearest_on_torus(size.x, size.y, p);
        case SurfaceKind::height_map: return nearest_on_ground(surface, p, hint);
        case SurfaceKind::mesh:
        case SurfaceKind::convex_hull: break;
    }
    return surface.triangles()->nearest(p, hint);
}

}  // namespace sinew
