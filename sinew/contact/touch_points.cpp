// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Where smooth surfaces overlap: closed forms for spheres and half spaces, the nearest points for the rest.
#include <sinew/contact/half_space.h>

#include <cmath>

namespace sinew {

namespace {

PressedPoint balls(const Vec3& c1_W, double r1, const Vec3& c2_W, double r2) {
    const Vec3 d = c1_W - c2_W;
    const double distance = norm(d);
    const Vec3 n = distance > 0 ? d / distance : z_axis;
    return {c1_W - r1 * n, n, r1 + r2 - distance, round_gap(0.5 * (1 / r1 + 1 / r2), n)};
}

/// Curvatures as a patch feels them that is not a point: what jumps on the surface (where a capsule's side ends, round
/// the rim of a cylinder or cone) is passed over gradually, so that the energy of (15.2) does not jump (15.17).
Curvature felt_curvature(const Surface& surface, const SurfacePoint& at) {
    const Vec3 &size = surface.size(), &n = at.n_G;
    // Round about z, with the azimuth of the normal, which a tip has, too.
    const auto bent = [&](double around, double along) -> Curvature {
        const Vec3 circle = cross(z_axis, n);
        const double length = norm(circle);
        if (!(length > 1e-12)) return {around, along, x_axis, cross(n, x_axis)};
        return {around, along, circle / length, cross(n, circle / length)};
    };
    switch (surface.kind()) {
        case SurfaceKind::capsule: {  // from 0 to 1/r along the last quarter radius of the side
            const double end = step((std::fabs(at.p_G.z) - size.y) / (0.25 * size.x) + 1);
            return bent(1 / size.x, end / size.x);
        }
        case SurfaceKind::cylinder: return bent((1 - n.z * n.z) / size.x, 0);  // round the rim to the end
        case SurfaceKind::
            cone: {  // round the rim to the base, and over the tip, which is taken as a little blunt
            const double slant = std::hypot(size.x, size.y), side = size.x / slant;
            const double rho = std::fmax(std::hypot(at.p_G.x, at.p_G.y), 0.05 * size.x);
            const double k = step((n.z + 1) / (side + 1)) * size.y / (slant * rho);
            return bent(k, k * step((n.z - side) / (1 - side)));
        }
        default: return curvature(surface, at);
    }
}

PrincipalCurvatures curvatures_at(const SurfaceNow& now, const Vec3& p_W, const Vec3& n_W) {
    const SurfacePoint at{now.X_WG.inverse() * p_W, transpose_times(now.X_WG.R, n_W), 0, -1};
    const Curvature c = felt_curvature(*now.surface, at);
    return {c.k1, c.k2, now.X_WG.R * c.e1_G, now.X_WG.R * c.e2_G};
}

/// A half space has one normal: the deepest point of the other is its support point against it.
PressedPoint on_half_space(const SurfaceNow& other, const SurfaceNow& half_space, bool gap_everywhere) {
    const Vec3& n = normal_of(half_space);
    const Vec3 p = other.X_WG * support(*other.surface, transpose_times(other.X_WG.R, -n));
    PressedPoint out{p, n, -dot(n, p - half_space.X_WG.p), {}};
    if (!(out.depth > 0) && !gap_everywhere) return out;
    const PrincipalCurvatures c = curvatures_at(other, p, -n);
    out.gap = {0.5 * c.k2, 0.5 * c.k1, c.e2_W, c.e1_W};
    return out;
}

PressedPoint nearest(const SurfaceNow& first, const SurfaceNow& second, bool gap_everywhere) {
    const NearestPair pair = nearest_between(*first.surface, first.X_WG, *second.surface, second.X_WG);
    const Vec3 n = -pair.n_W;  // his leads from A to B
    PressedPoint out{pair.a_W, n, -pair.distance, {}};
    if (out.depth > 0 || gap_everywhere)
        out.gap = gap_between(curvatures_at(first, pair.a_W, -n), curvatures_at(second, pair.b_W, n));
    return out;
}

int on_half_space_all(const SurfaceNow& other, const SurfaceNow& half_space,
                      std::span<PressedPoint, most_touch_points> out, bool gaps_everywhere) {
    const Vec3& size = other.surface->size();
    switch (other.surface->kind()) {
        case SurfaceKind::sphere: out[0] = ball_on_half_space(other.X_WG.p, size.x, half_space); return 1;
        case SurfaceKind::capsule: {  // a line of contact is carried by its ends
            const Vec3 end = size.y * other.X_WG.R.z;
            out[0] = ball_on_half_space(other.X_WG.p - end, size.x, half_space);
            out[1] = ball_on_half_space(other.X_WG.p + end, size.x, half_space);
            return 2;
        }
        case SurfaceKind::torus: return torus_on_half_space(other, half_space, out);
        default: out[0] = on_half_space(other, half_space, gaps_everywhere); return 1;
    }
}

/// The axis of a capsule, seen along a direction that it does not stand across.
struct AxisAlong {
    Vec3 p, z;
    double middle, slope, reach;
    AxisAlong(const SurfaceNow& capsule, const Vec3& along, const Vec3& from)
        : p(capsule.X_WG.p),
          z(capsule.X_WG.R.z),
          middle(dot(along, p - from)),
          slope(dot(along, z)),
          reach(capsule.surface->size().y) {}
    double low() const { return middle - std::fabs(slope) * reach; }
    double high() const { return middle + std::fabs(slope) * reach; }
    /// Its point there, or its end.
    Vec3 point(double there) const {
        const double s = (there - middle) / slope;
        return p + (s < -reach ? -reach : s > reach ? reach : s) * z;
    }
};

/// Capsules that cross touch at a point. Side by side they touch along a line, which the ends of what they have of one
/// another carry, half each; in between both do, by the angle (15.18).
int two_capsules(const SurfaceNow& first, const SurfaceNow& second,
                 std::span<PressedPoint, most_touch_points> out, bool gaps_everywhere) {
    constexpr double parallel = 0.05, crossing = 0.2;  // sines of the angle between the axes
    out[0] = nearest(first, second, gaps_everywhere);
    const Vec3 &u = first.X_WG.R.z, &v = second.X_WG.R.z;
    out[0].weight = step((norm(cross(u, v)) - parallel) / (crossing - parallel));
    if (out[0].weight == 1) return out[1] = out[2] = {}, out[1].weight = out[2].weight = 0, 3;
    const Vec3 sum = dot(u, v) < 0 ? u - v : u + v, along = sum / norm(sum);
    const Vec3 from = 0.5 * (first.X_WG.p + second.X_WG.p);
    const AxisAlong a(first, along, from), b(second, along, from);
    const double ends[] = {std::fmax(a.low(), b.low()), std::fmin(a.high(), b.high())};
    for (const std::size_t i : {1U, 2U}) {
        out[i] = balls(a.point(ends[i - 1]), first.surface->size().x, b.point(ends[i - 1]),
                       second.surface->size().x);
        out[i].depth = std::fmin(out[i].depth, out[0].depth);
        out[i].gap = out[0].gap;  // one stiffness for all three
        out[i].weight = 0.5 * (1 - out[0].weight);
    }
    return 3;
}

bool turns_alike(SurfaceKind kind) {
    return kind == SurfaceKind::sphere || kind == SurfaceKind::half_space || kind == SurfaceKind::box;
}

}  // namespace

int touch_points(const SurfaceNow& first, const SurfaceNow& second,
                 std::span<PressedPoint, most_touch_points> out, bool gaps_everywhere) {
    const SurfaceKind a = first.surface->kind(), b = second.surface->kind();
    if (b == SurfaceKind::half_space) return on_half_space_all(first, second, out, gaps_everywhere);
    if (a == SurfaceKind::half_space) {
        const int count = on_half_space_all(second, first, out, gaps_everywhere);
        for (int i = 0; i < count; ++i) swap_sides(out[static_cast<std::size_t>(i)]);
        return count;
    }
    if (a == SurfaceKind::capsule && b == SurfaceKind::capsule)
        return two_capsules(first, second, out, gaps_everywhere);
    if (a == SurfaceKind::sphere && b == SurfaceKind::sphere)
        out[0] = balls(first.X_WG.p, first.surface->size().x, second.X_WG.p, second.surface->size().x);
    else out[0] = nearest(first, second, gaps_everywhere);
    return 1;
}

bool keep_curvatures(SurfaceKind first, SurfaceKind second) {
    const auto on_plane = [](SurfaceKind one, SurfaceKind other) {
        return one == SurfaceKind::capsule && other == SurfaceKind::half_space;  // carried by balls
    };
    return (turns_alike(first) && turns_alike(second)) || on_plane(first, second) || on_plane(second, first);
}

}  // namespace sinew
