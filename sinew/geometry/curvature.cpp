// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/geometry/profile.h>

#include <algorithm>

namespace sinew {

namespace {

/// Curvature k along a circle about z through the point, that of the profile across it.
Curvature round_about_z(const SurfacePoint& at, double around, double along) {
    const Vec3 circle = cross(z_axis, AxisView(at.p_G).away), profile = cross(at.n_G, circle);
    if (around >= along) return {around, along, circle, profile};
    return {along, around, profile, -circle};
}

Curvature same_everywhere(const Vec3& n, double k) {
    Curvature c{k, k, {}, {}};
    frame_around(n, c.e1_G, c.e2_G);
    return c;
}

/// D/|g| within the plane normal to g, D = diag(1/a²), g = D p.
Curvature of_ellipsoid(const Vec3& a, const SurfacePoint& at) {
    const Vec3 D{1 / (a.x * a.x), 1 / (a.y * a.y), 1 / (a.z * a.z)};
    const auto times = [&](const Vec3& v) { return Vec3{D.x * v.x, D.y * v.y, D.z * v.z}; };
    Vec3 x, y;
    frame_around(at.n_G, x, y);
    const double scale = 1 / norm(times(at.p_G));
    const double xx = scale * dot(x, times(x)), xy = scale * dot(x, times(y)), yy = scale * dot(y, times(y));
    const double middle = 0.5 * (xx + yy), half = std::hypot(0.5 * (xx - yy), xy);
    const double angle = 0.5 * std::atan2(2 * xy, xx - yy);
    const Vec3 e1 = std::cos(angle) * x + std::sin(angle) * y;
    return {middle + half, middle - half, e1, cross(at.n_G, e1)};
}

}  // namespace

Curvature curvature(const Surface& surface, const SurfacePoint& at) {
    const Vec3& size = surface.size();
    switch (surface.kind()) {
        case SurfaceKind::sphere: return same_everywhere(at.n_G, 1 / size.x);
        case SurfaceKind::ellipsoid: return of_ellipsoid(size, at);
        case SurfaceKind::cylinder:
            if (std::fabs(at.n_G.z) > std::sqrt(0.5)) break;  // an end
            return round_about_z(at, 1 / size.x, 0);
        case SurfaceKind::capsule:
            if (std::fabs(at.p_G.z) > size.y) return same_everywhere(at.n_G, 1 / size.x);
            return round_about_z(at, 1 / size.x, 0);
        case SurfaceKind::cone: {
            if (at.n_G.z < 0) break;  // the base
            const double rho = AxisView(at.p_G).rho, slant = std::hypot(size.x, size.y);
            if (!(rho > 0)) break;  // the apex
            return round_about_z(at, size.y / (slant * rho), 0);
        }
        case SurfaceKind::torus: {
            const double rho = AxisView(at.p_G).rho, c = (rho - size.x) / size.y;
            return round_about_z(at, c / rho, 1 / size.y);
        }
        default: break;
    }
    return same_everywhere(at.n_G, 0);
}

}  // namespace sinew
