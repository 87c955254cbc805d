// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/contact/compliant.h>

namespace sinew {

// What touch_points and corner_points share.

/// The gap that is alike in all directions across a normal.
inline Gap round_gap(double A, const Vec3& n_W) {
    const double sign = n_W.z < 0 ? -1 : 1, a = -1 / (sign + n_W.z), b = n_W.x * n_W.y * a;
    return {
        A, A, {1 + sign * n_W.x * n_W.x * a, sign * b, -sign * n_W.x}, {b, sign + n_W.y * n_W.y * a, -n_W.y}};
}

/// The outward normal of a half space, which is solid for z ≤ 0 of its frame.
inline const Vec3& normal_of(const SurfaceNow& half_space) { return half_space.X_WG.R.z; }

/// A smooth step from 0 at x ≤ 0 to 1 at x ≥ 1.
inline double step(double x) {
    const double t = x < 0 ? 0 : x > 1 ? 1 : x;
    return t * t * (3 - 2 * t);
}

inline PressedPoint ball_on_half_space(const Vec3& centre_W, double radius, const SurfaceNow& half_space) {
    const Vec3& n = normal_of(half_space);
    return {centre_W - radius * n, n, radius - dot(n, centre_W - half_space.X_WG.p),
            round_gap(0.5 / radius, n)};
}

/// The same contact told from the other side.
inline void swap_sides(PressedPoint& t) {
    t.p1_W += t.depth * t.n_W;  // the point of the other surface
    t.n_W = -t.n_W;
}

/// A torus on a half space (15.20): four points, always.
int torus_on_half_space(const SurfaceNow& torus, const SurfaceNow& half_space,
                        std::span<PressedPoint, most_touch_points> out);

}  // namespace sinew
