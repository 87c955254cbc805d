// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Where smooth surfaces overlap: closed forms for spheres and half spaces, the nearest points for the rest.
#include <sinew/contact/compliant.h>

#include <cmath>

namespace sinew {

namespace {

/// Two directions across a normal.
void across(const Vec3& n, Vec3& e1, Vec3& e2) {
    const double sign = n.z < 0 ? -1 : 1, a = -1 / (sign + n.z), b = n.x * n.y * a;
    e1 = {1 + sign * n.x * n.x * a, sign * b, -sign * n.x};
    e2 = {b, sign + n.y * n.y * a, -n.y};
}

Gap round_gap(double A, const Vec3& n_W) {
    Gap gap{A, A, {}, {}};
    across(n_W, gap.x_W, gap.y_W);
    return gap;
}

/// The outward normal of a half space, which is solid for z ≤ 0 of its frame.
const Vec3& normal_of(const SurfaceNow& half_space) { return half_space.X_WG.R.z; }

bool ball_on_half_space(const Vec3& centre_W, double radius, const SurfaceNow& half_space, TouchPoint& out) {
    const Vec3& n = normal_of(half_space);
    const double depth = radius - dot(n, centre_W - half_space.X_WG.p);
    if (!(depth > 0)) return false;
    out = {centre_W - radius * n, n, depth, round_gap(0.5 / radius, n)};
    return true;
}

bool balls(const Vec3& c1_W, double r1, const Vec3& c2_W, double r2, TouchPoint& out) {
    const Vec3 d = c1_W - c2_W;
    const double dd = dot(d, d), sum = r1 + r2;
    if (!(dd < sum * sum)) return false;
    const double distance = std::sqrt(dd);
    const Vec3 n = distance > 0 ? d / distance : z_axis;
    out = {c1_W - r1 * n, n, sum - distance, round_gap(0.5 * (1 / r1 + 1 / r2), n)};
    return true;
}

PrincipalCurvatures curvatures_at(const SurfaceNow& now, const Vec3& p_W, const Vec3& n_W) {
    const SurfacePoint at{now.X_WG.inverse() * p_W, transpose_times(now.X_WG.R, n_W), 0, -1};
    const Curvature c = curvature(*now.surface, at);
    return {c.k1, c.k2, now.X_WG.R * c.e1_G, now.X_WG.R * c.e2_G};
}

/// A half space has one normal: the deepest point of the other is its support point against it.
bool on_half_space(const SurfaceNow& other, const SurfaceNow& half_space, TouchPoint& out) {
    const Vec3& n = normal_of(half_space);
    const Vec3 p = other.X_WG * support(*other.surface, transpose_times(other.X_WG.R, -n));
    const double depth = -dot(n, p - half_space.X_WG.p);
    if (!(depth > 0)) return false;
    const PrincipalCurvatures c = curvatures_at(other, p, -n);
    out = {p, n, depth, {0.5 * c.k2, 0.5 * c.k1, c.e2_W, c.e1_W}};
    return true;
}

bool nearest(const SurfaceNow& first, const SurfaceNow& second, TouchPoint& out) {
    const NearestPair pair = nearest_between(*first.surface, first.X_WG, *second.surface, second.X_WG);
    if (!(pair.distance < 0)) return false;
    const Vec3 n = -pair.n_W;  // his leads from A to B
    out = {pair.a_W, n, -pair.distance,
           gap_between(curvatures_at(first, pair.a_W, -n), curvatures_at(second, pair.b_W, n))};
    return true;
}

/// The same contact told from the other side.
void swap_sides(TouchPoint& t) {
    t.p1_W += t.depth * t.n_W;  // the point of the other surface
    t.n_W = -t.n_W;
}

int on_half_space_all(const SurfaceNow& other, const SurfaceNow& half_space, std::span<TouchPoint, 2> out) {
    const Vec3& size = other.surface->size();
    switch (other.surface->kind()) {
        case SurfaceKind::sphere: return ball_on_half_space(other.X_WG.p, size.x, half_space, out[0]);
        case SurfaceKind::capsule: {  // a line of contact is carried by its ends
            int count = 0;
            for (const double end : {-size.y, size.y})
                count += ball_on_half_space(other.X_WG.p + end * other.X_WG.R.z, size.x, half_space,
                                            out[static_cast<std::size_t>(count)]);
            return count;
        }
        default: return on_half_space(other, half_space, out[0]);
    }
}

}  // namespace

int touch_points(const SurfaceNow& first, const SurfaceNow& second, std::span<TouchPoint, 2> out) {
    const SurfaceKind a = first.surface->kind(), b = second.surface->kind();
    if (b == SurfaceKind::half_space) return on_half_space_all(first, second, out);
    if (a == SurfaceKind::half_space) {
        const int count = on_half_space_all(second, first, out);
        for (int i = 0; i < count; ++i) swap_sides(out[static_cast<std::size_t>(i)]);
        return count;
    }
    if (a == SurfaceKind::sphere && b == SurfaceKind::sphere)
        return balls(first.X_WG.p, first.surface->size().x, second.X_WG.p, second.surface->size().x, out[0]);
    return nearest(first, second, out[0]);
}

}  // namespace sinew
