// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/at.h>
#include <sinew/geometry/profile.h>
#include <sinew/geometry/triangle_tree.h>

namespace sinew {

namespace {

/// From corner to higher neighbour until there is none: a convex solid has no other summit. Few corners are all
/// looked at.
Vec3 top_of_hull(const TriangleTree& hull, const Vec3& d) {
    const std::span<const Vec3> vertices = hull.vertices();
    constexpr std::size_t few = 24;
    int best = 0;
    double height = dot(d, vertices[0]);
    if (vertices.size() <= few) {
        for (std::size_t i = 1; i < vertices.size(); ++i)
            if (const double h = dot(d, vertices[i]); h > height) height = h, best = static_cast<int>(i);
        return vertices[at(best)];
    }
    for (bool climbs = true; climbs;) {
        climbs = false;
        for (const int next : hull.around(best))
            if (const double h = dot(d, vertices[at(next)]); h > height)
                height = h, best = next, climbs = true;
    }
    return vertices[at(best)];
}

}  // namespace

Vec3 support(const Surface& surface, const Vec3& d) {
    const Vec3& size = surface.size();
    const auto signed_by = [](double direction, double length) { return direction < 0 ? -length : length; };
    switch (surface.kind()) {
        case SurfaceKind::box:
            return {signed_by(d.x, size.x), signed_by(d.y, size.y), signed_by(d.z, size.z)};
        case SurfaceKind::sphere: return (size.x / norm(d)) * d;
        case SurfaceKind::ellipsoid: {
            const Vec3 scaled{size.x * d.x, size.y * d.y, size.z * d.z};
            const double length = norm(scaled);
            return {size.x * scaled.x / length, size.y * scaled.y / length, size.z * scaled.z / length};
        }
        case SurfaceKind::cylinder: {
            const AxisView view(d);
            return view.point(view.rho > 0 ? size.x : 0, signed_by(d.z, size.y));
        }
        case SurfaceKind::capsule: return Vec3{0, 0, signed_by(d.z, size.y)} + (size.x / norm(d)) * d;
        case SurfaceKind::cone: {
            const AxisView view(d);
            if (d.z * size.y > view.rho * size.x) return {0, 0, size.y};
            return view.point(view.rho > 0 ? size.x : 0, 0);
        }
        case SurfaceKind::half_space: {
            constexpr double far = std::numeric_limits<double>::infinity();
            if (d.x == 0 && d.y == 0 && d.z > 0) return {};
            return {d.x == 0 ? 0 : signed_by(d.x, far), d.y == 0 ? 0 : signed_by(d.y, far),
                    d.z < 0 ? -far : 0};
        }
        case SurfaceKind::torus: {
            const AxisView view(d);
            return view.point(view.rho > 0 ? size.x : 0, 0) + (size.y / norm(d)) * d;
        }
        case SurfaceKind::convex_hull: return top_of_hull(*surface.triangles(), d);
        case SurfaceKind::mesh:
        case SurfaceKind::height_map: break;
    }
    return surface.triangles()->vertices()[at(surface.triangles()->top_vertex(d))];
}

}  // namespace sinew
