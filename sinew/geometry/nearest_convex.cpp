// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/geometry/convex.h>

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

NearestPair no_answer() { return {{nan, nan, nan}, {nan, nan, nan}, {nan, nan, nan}, nan, nan, -1, -1}; }

/// Cores at a distance: their radii come back along the normal.
NearestPair apart(const ConvexPair& pair, CoreDistance d) {
    Vec3 n = d.n;
    const double scale = norm(d.a) + norm(d.b);
    if (d.upper - d.lower > 1e-11 * scale) {
        Vec3 better = n, a, b;
        if (polish(pair, better, a, b)) {
            n = better, d.a = a, d.b = b;
            d.upper = norm(b - a), d.lower = std::max(d.lower, dot(n, b - a));
        }
    }
    return {d.a + pair.A.radius * n, d.b - pair.B.radius * n, n, d.upper - pair.radius(),
            std::max(0.0, d.upper - d.lower)};
}

NearestPair overlapping(const ConvexPair& pair, const Simplex& simplex) {
    const CoreDepth d = penetration(pair, simplex);
    if (!d.finite) return no_answer();
    return {d.a, d.b, d.n, -d.upper, std::max(0.0, d.upper - d.lower)};
}

}  // namespace

NearestPair nearest_in_A(const ConvexPair& cores, const ConvexPair& whole, const Vec3& from_A_to_B,
                         double limit) {
    Simplex simplex;
    const CoreDistance d = separation(cores, from_A_to_B, limit + cores.radius(), simplex);
    if (!d.finite) return no_answer();
    if (!d.overlap) {
        if (d.lower > limit + cores.radius()) return {.distance = std::numeric_limits<double>::infinity()};
        return apart(cores, d);
    }
    if (!(cores.radius() > 0)) return overlapping(cores, simplex);
    const CoreDistance e = separation(whole, from_A_to_B, limit, simplex);
    if (!e.finite) return no_answer();
    return e.overlap ? overlapping(whole, simplex) : apart(whole, e);
}

NearestPair nearest_of_convex(const Surface& A, const Transform& X_WA, const Surface& B,
                              const Transform& X_WB) {
    if (!A.is_convex() || !B.is_convex() || A.kind() == SurfaceKind::half_space ||
        B.kind() == SurfaceKind::half_space)
        return no_answer();
    const Transform X_AB = X_WA.inverse() * X_WB;
    const ConvexPair cores{Convex::core(A), Convex::core(B), X_AB},
        whole{Convex::whole(A), Convex::whole(B), X_AB};
    NearestPair p = nearest_in_A(cores, whole, X_AB * B.ball().centre_G - A.ball().centre_G);
    p.a_W = X_WA * p.a_W, p.b_W = X_WA * p.b_W, p.n_W = X_WA.R * p.n_W;
    return p;
}

}  // namespace sinew
