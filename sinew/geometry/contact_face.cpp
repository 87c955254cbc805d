// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/at.h>
#include <sinew/geometry/contact_face.h>
#include <sinew/geometry/hull_faces.h>
#include <sinew/geometry/profile.h>

#include <numbers>

namespace sinew {

namespace {

/// Corner i of a box has the signs of its bits.
void box_face(const Vec3& half, const Vec3& d, ContactFace& out) {
    int axis = 0;
    for (int i = 1; i < 3; ++i)
        if (std::fabs(d[i]) > std::fabs(d[axis])) axis = i;
    const int u = (axis + 1) % 3, v = (axis + 2) % 3, sign = d[axis] < 0 ? 0 : 1;
    out.id = 2 * axis + sign;
    for (int k = 0; k < 4; ++k) {
        const int around = sign ? k : 3 - k;  // counterclockwise from outside
        const int bits =
            (around == 1 || around == 2 ? 1 << u : 0) | (around >= 2 ? 1 << v : 0) | sign << axis;
        out.add({bits & 1 ? half.x : -half.x, bits & 2 ? half.y : -half.y, bits & 4 ? half.z : -half.z},
                bits);
    }
}

/// The rim of a disc at a height as a polygon; where it is tilted, its lowest point is a corner.
void disc(double radius, double z, const AxisView& view, bool up, ContactFace& out) {
    constexpr int corners = 8;
    const double tilt = view.rho / std::sqrt(view.rho * view.rho + view.z * view.z);
    const Vec3 first = tilt > 1e-3 ? view.away : x_axis;
    for (int k = 0; k < corners; ++k) {
        const double angle = (up ? 2 : -2) * std::numbers::pi * k / corners, c = std::cos(angle),
                     s = std::sin(angle);
        out.add({radius * (c * first.x - s * first.y), radius * (s * first.x + c * first.y), z}, k);
    }
    out.id = up ? 1 : 2;
}

}  // namespace

void face_towards(const Convex& convex, const Vec3& d, ContactFace& out) {
    out.count = 0, out.id = 0;
    if (!convex.surface) {
        for (int k = 0; k < 3; ++k) out.add(convex.corner[k], k);
        return;
    }
    const Surface& surface = *convex.surface;
    const Vec3& size = surface.size();
    const AxisView view(d);
    switch (surface.kind()) {
        case SurfaceKind::box: return box_face(size, d, out);
        case SurfaceKind::cylinder:
            if (std::fabs(view.z) > view.rho)
                return disc(size.x, d.z < 0 ? -size.y : size.y, view, d.z > 0, out);
            out.add(view.point(size.x, -size.y), 0);
            return out.add(view.point(size.x, size.y), 1);
        case SurfaceKind::capsule: {
            const Vec3 side = (size.x / norm(d)) * d;
            out.add(Vec3{0, 0, -size.y} + side, 0);
            return out.add(Vec3{0, 0, size.y} + side, 1);
        }
        case SurfaceKind::cone: {
            const double slant = std::hypot(size.x, size.y);
            if (-view.z > (view.rho * size.y + view.z * size.x) / slant)
                return disc(size.x, 0, view, false, out);
            out.add(view.point(size.x, 0), 0);
            return out.add({0, 0, size.y}, 1);
        }
        case SurfaceKind::convex_hull: {
            const HullFaces& faces = *surface.polygons();
            out.id = faces.towards(d);
            const std::span<const int> corners = faces.corners(out.id);
            // Of polygons with very many corners, some.
            const std::size_t step = (corners.size() + at(ContactFace::most) - 1) / at(ContactFace::most);
            for (std::size_t k = 0; k < corners.size(); k += step)
                out.add(surface.triangles()->vertices()[at(corners[k])], corners[k]);
            return;
        }
        default: return out.add(support(surface, d), 0);
    }
}

}  // namespace sinew
