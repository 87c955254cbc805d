// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/geometry/convex.h>
#include <sinew/geometry/profile.h>

#include <algorithm>

namespace sinew {

bool polish(const ConvexPair& pair, Vec3& n_out, Vec3& a_out, Vec3& b_out) {
    Vec3 n = n_out, a = pair.top_A(n), b = pair.top_B(-n);
    double f = dot(n, a - b);
    const double size = norm(a) + norm(b - pair.X_AB.p) + std::fabs(f);
    for (int iteration = 0; iteration < 20; ++iteration) {
        Vec3 x, y;
        frame_around(n, x, y);
        const Vec3 r = a - b;
        const double gx = dot(x, r), gy = dot(y, r);
        if (std::hypot(gx, gy) <= 1e-14 * size) break;
        Sym3 turn_A, turn_B;  // of B in its own frame, for the direction −n: even in it
        if (!pair.A.turning(n, turn_A) || !pair.B.turning(-transpose_times(pair.X_AB.R, n), turn_B))
            return false;
        const Sym3 H = turn_A + re_express(pair.X_AB.R, turn_B);
        double xx = dot(x, H * x) - f, yy = dot(y, H * y) - f;
        const double xy = dot(x, H * y);
        // A saddle is left downhill: a shift makes the smaller eigenvalue positive.
        const double middle = 0.5 * (xx + yy), half = std::hypot(0.5 * (xx - yy), xy);
        if (const double least = 1e-3 * (std::fabs(middle) + half); middle - half < least)
            xx += least - (middle - half), yy += least - (middle - half);
        const double det = xx * yy - xy * xy;
        if (!(det > 0)) return false;
        double sx = -(yy * gx - xy * gy) / det, sy = -(xx * gy - xy * gx) / det;
        bool better = false;
        for (int halving = 0; halving < 8 && !better; ++halving, sx *= 0.5, sy *= 0.5) {
            const Vec3 turned = n + sx * x + sy * y, next = turned / norm(turned);
            const Vec3 a_next = pair.top_A(next), b_next = pair.top_B(-next);
            const double f_next = dot(next, a_next - b_next);
            if (!(f_next < f + 1e-15 * size)) continue;
            better = f - f_next > 1e-16 * size ||
                     std::hypot(dot(x, a_next - b_next), dot(y, a_next - b_next)) < std::hypot(gx, gy);
            if (better) n = next, a = a_next, b = b_next, f = f_next;
        }
        if (!better) break;
    }
    const Vec3 r = a - b, across = r - f * n;
    if (!(norm(across) <= 1e-9 * size)) return false;
    n_out = n, a_out = a, b_out = b;
    return true;
}

}  // namespace sinew
