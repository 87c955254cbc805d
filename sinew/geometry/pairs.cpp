// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/geometry/convex.h>
#include <sinew/geometry/pair_kinds.h>
#include <sinew/geometry/profile.h>

#include <cmath>

namespace sinew {

namespace {

bool is_ground(SurfaceKind kind) {
    return kind == SurfaceKind::half_space || kind == SurfaceKind::height_map;
}

NearestPair sphere_with(const Surface& A, const Transform& X_WA, const Surface& B, const Transform& X_WB) {
    const SurfacePoint s = nearest_point(B, transpose_times(X_WB.R, X_WA.p - X_WB.p));
    const Vec3 n = -(X_WB.R * s.n_G);
    const Vec3 p_B = s.p_G;
    return {X_WA.p + A.size().x * n, X_WB * p_B, n, s.distance - A.size().x, 0, -1, s.face};
}

/// A half space A meets the point of B that is lowest over it.
NearestPair half_space_with(const Transform& X_WA, const Surface& B, const Transform& X_WB) {
    const Vec3 n = X_WA.R.z, p = X_WB * support(B, -transpose_times(X_WB.R, n));
    const double height = dot(n, p - X_WA.p);
    return {p - height * n, p, n, height, 0, -1, -1};
}

NearestPair two_capsules(const Surface& A, const Transform& X_WA, const Surface& B, const Transform& X_WB) {
    const Vec3 u = A.size().y * X_WA.R.z, v = B.size().y * X_WB.R.z;
    const SegmentPair at = nearest_of_segments(X_WA.p, u, X_WB.p, v);
    const Vec3 a = X_WA.p + at.s * u, b = X_WB.p + at.t * v, r = b - a;
    const double distance = norm(r);
    Vec3 n = r / distance;
    if (!(distance > 1e-14 * (A.size().y + B.size().y))) {  // axes that cross: apart across both
        const Vec3 across = cross(u, v);
        const double size = norm(across);
        Vec3 other;
        n = across / size;
        if (!(size > 1e-12 * A.size().y * B.size().y)) frame_around(X_WA.R.z, n, other);
    }
    return {a + A.size().x * n, b - B.size().x * n, n, distance - A.size().x - B.size().x, 0, -1, -1};
}

/// Two boxes that overlap: the direction is known exactly, and with it one corner of the other, or two edges.
NearestPair two_boxes(const Surface& A, const Transform& X_WA, const Surface& B, const Transform& X_WB) {
    BoxOverlap o;
    if (!overlap_of_boxes(A.size(), X_WA, B.size(), X_WB, 0, o)) return nearest_of_convex(A, X_WA, B, X_WB);
    Vec3 a = X_WA * support(A, transpose_times(X_WA.R, o.n_W)),
         b = X_WB * support(B, -transpose_times(X_WB.R, o.n_W));
    if (o.direction < 3) {
        a = b + o.depth * o.n_W;
    } else if (o.direction < 6) {
        b = a - o.depth * o.n_W;
    } else {
        const int i = (o.direction - 6) / 3, j = (o.direction - 6) % 3;
        const Vec3 u = (i == 0   ? X_WA.R.x
                        : i == 1 ? X_WA.R.y
                                 : X_WA.R.z),
                   v = (j == 0   ? X_WB.R.x
                        : j == 1 ? X_WB.R.y
                                 : X_WB.R.z);
        const Vec3 from = a - dot(u, a - X_WA.p) * u,
                   to = b - dot(v, b - X_WB.p) * v;  // middles of the edges
        const SegmentPair at = nearest_of_segments(from, A.size()[i] * u, to, B.size()[j] * v);
        a = from + at.s * A.size()[i] * u, b = to + at.t * B.size()[j] * v;
    }
    return {a, b, o.n_W, -o.depth, 0, -1, -1};
}

/// With A of the kind that decides: half space, sphere, torus, triangles, in this order.
int rank(SurfaceKind kind) {
    switch (kind) {
        case SurfaceKind::half_space: return 0;
        case SurfaceKind::sphere: return 1;
        case SurfaceKind::torus: return 2;
        case SurfaceKind::mesh: return 3;
        case SurfaceKind::height_map: return 4;
        default: return 5 + static_cast<int>(kind);
    }
}

}  // namespace

bool supports(const Surface& A, const Surface& B) { return !is_ground(A.kind()) || !is_ground(B.kind()); }

std::string why_unsupported(SurfaceKind A, SurfaceKind B) {
    if (!is_ground(A) || !is_ground(B)) return "";
    return std::string("a ") + name_of(A) + " and a " + name_of(B) +
           " have no contact: both are ground without end, and can only be told apart by hand. Put one of "
           "them on no "
           "body that moves, and exclude the pair.";
}

NearestPair nearest_between(const Surface& A, const Transform& X_WA, const Surface& B,
                            const Transform& X_WB) {
    if (rank(B.kind()) < rank(A.kind())) return exchanged(nearest_between(B, X_WB, A, X_WA));
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    if (is_ground(A.kind()) && is_ground(B.kind()))
        return {{nan, nan, nan}, {nan, nan, nan}, {nan, nan, nan}, nan, nan, -1, -1};
    switch (A.kind()) {
        case SurfaceKind::half_space: return half_space_with(X_WA, B, X_WB);
        case SurfaceKind::sphere: return sphere_with(A, X_WA, B, X_WB);
        case SurfaceKind::torus: {
            NearestPair best;
            nearest_along_ring(A, X_WA, B, X_WB, std::span(&best, 1));
            return best;
        }
        case SurfaceKind::mesh:
        case SurfaceKind::height_map: return nearest_with_triangles(A, X_WA, B, X_WB);
        case SurfaceKind::capsule:
            if (B.kind() == SurfaceKind::capsule) return two_capsules(A, X_WA, B, X_WB);
            break;
        case SurfaceKind::box:
            if (B.kind() == SurfaceKind::box) return two_boxes(A, X_WA, B, X_WB);
            break;
        default: break;
    }
    return nearest_of_convex(A, X_WA, B, X_WB);
}

}  // namespace sinew
