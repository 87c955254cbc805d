// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/geometry/convex.h>
#include <sinew/geometry/profile.h>

namespace sinew {

namespace {

/// scale (1 − n nᵀ), n of length 1
Sym3 across(const Vec3& n, double scale) {
    return {scale * (1 - n.x * n.x), scale * (1 - n.y * n.y), scale * (1 - n.z * n.z),
            -scale * n.x * n.y,      -scale * n.x * n.z,      -scale * n.y * n.z};
}

}  // namespace

Vec3 Convex::top(const Vec3& d) const {
    if (!surface) {
        const double a = dot(d, corner[0]), b = dot(d, corner[1]), c = dot(d, corner[2]);
        return a >= b ? (a >= c ? corner[0] : corner[2]) : (b >= c ? corner[1] : corner[2]);
    }
    if (radius > 0) {
        if (surface->kind() == SurfaceKind::sphere) return {};
        return {0, 0, d.z < 0 ? -surface->size().y : surface->size().y};
    }
    return support(*surface, d);
}

bool Convex::turning(const Vec3& d, Sym3& out) const {
    out = {};
    if (!surface || radius > 0) return true;  // corners and ends stay where they are
    const Vec3& size = surface->size();
    const AxisView view(d);
    switch (surface->kind()) {
        case SurfaceKind::sphere:
        case SurfaceKind::capsule: out = across(d, size.x); return true;
        case SurfaceKind::ellipsoid: {
            const Vec3 scaled{size.x * d.x, size.y * d.y, size.z * d.z};
            const double length = norm(scaled);
            const Vec3 n = scaled / length;
            const Sym3 unit = across(n, 1 / length);  // between the two scalings, of a unit sphere
            out = {size.x * size.x * unit.xx, size.y * size.y * unit.yy, size.z * size.z * unit.zz,
                   size.x * size.y * unit.xy, size.x * size.z * unit.xz, size.y * size.z * unit.yz};
            return true;
        }
        case SurfaceKind::cylinder:
        case SurfaceKind::cone: {
            if (!(view.rho > 0)) return false;  // an end, all of it
            if (surface->kind() == SurfaceKind::cone && d.z * size.y > view.rho * size.x)
                return true;  // the apex
            const Vec3 t{-view.away.y, view.away.x, 0};
            const double k = size.x / view.rho;
            out = {k * t.x * t.x, k * t.y * t.y, 0, k * t.x * t.y, 0, 0};
            return true;
        }
        case SurfaceKind::box:
        case SurfaceKind::convex_hull: return true;
        default: return false;
    }
}

Vec3 Convex::middle() const {
    if (!surface) return (1.0 / 3) * (corner[0] + corner[1] + corner[2]);
    return surface->ball().centre_G;
}

}  // namespace sinew
