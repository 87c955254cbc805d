// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/geometry/pair_kinds.h>

#include <algorithm>
#include <cmath>

namespace sinew {

SegmentPair nearest_of_segments(const Vec3& p, const Vec3& u, const Vec3& q, const Vec3& v) {
    const Vec3 r = q - p;
    const double uu = dot(u, u), vv = dot(v, v), uv = dot(u, v), ur = dot(u, r), vr = dot(v, r);
    const double det = uu * vv - uv * uv;
    const auto within = [](double x) { return std::max(-1.0, std::min(x, 1.0)); };
    // Parallel ones: in the middle of what they share, so that the point does not jump between the ends.
    double s = 0;
    if (det > 1e-12 * uu * vv) {
        s = within((ur * vv - uv * vr) / det);
    } else if (uu > 0) {
        const double middle = ur / uu, reach = std::fabs(uv) / uu;
        s = 0.5 * (within(middle - reach) + within(middle + reach));
    }
    double t = vv > 0 ? (s * uv - vr) / vv : 0;
    if (std::fabs(t) > 1) t = within(t), s = uu > 0 ? within((ur + t * uv) / uu) : 0;
    return {s, t};
}

bool overlap_of_boxes(const Vec3& a, const Transform& X_WA, const Vec3& b, const Transform& X_WB,
                      double margin, BoxOverlap& out) {
    const Rotation R = X_WA.R.inverse() * X_WB.R;
    const Vec3 t = transpose_times(X_WA.R, X_WB.p - X_WA.p);
    double abs[3][3];
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) abs[i][j] = std::fabs(R(i, j));
    out.depth = std::numeric_limits<double>::infinity();
    Vec3 n{};  // in A
    // Axes of A, then of B: an edge must be better by more than rounding to win over a face.
    for (int i = 0; i < 3; ++i) {
        const double reach = a[i] + b.x * abs[i][0] + b.y * abs[i][1] + b.z * abs[i][2];
        const double depth = reach - std::fabs(t[i]);
        if (depth < -margin) return false;
        if (depth < out.depth) {
            out.depth = depth, out.direction = i, n = {};
            n[i] = t[i] < 0 ? -1 : 1;
        }
    }
    for (int j = 0; j < 3; ++j) {
        const Vec3 axis = j == 0 ? R.x : j == 1 ? R.y : R.z;
        const double along = dot(t, axis);
        const double depth = b[j] + a.x * abs[0][j] + a.y * abs[1][j] + a.z * abs[2][j] - std::fabs(along);
        if (depth < -margin) return false;
        if (depth < out.depth - 1e-12 * (a.x + b.x))
            out.depth = depth, out.direction = 3 + j, n = along < 0 ? -axis : axis;
    }
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            const Vec3 axis = j == 0 ? R.x : j == 1 ? R.y : R.z;
            const Vec3 direction = cross(i == 0 ? x_axis : i == 1 ? y_axis : z_axis, axis);
            const double length = norm(direction);
            if (length < 1e-6) continue;  // parallel edges: the faces have told
            const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            const double along = dot(t, direction) / length;
            const double reach =
                (a[i1] * abs[i2][j] + a[i2] * abs[i1][j] + b[j1] * abs[i][j2] + b[j2] * abs[i][j1]) / length;
            const double depth = reach - std::fabs(along);
            if (depth < -margin) return false;
            if (depth < out.depth - 1e-9 * (a.x + b.x))
                out.depth = depth, out.direction = 6 + 3 * i + j,
                n = ((along < 0 ? -1 : 1) / length) * direction;
        }
    out.n_W = X_WA.R * n;
    if (!std::isfinite(out.depth)) out.depth = std::numeric_limits<double>::quiet_NaN();
    return true;
}

}  // namespace sinew
