// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// What faces, edges and circles on a half space are carried by.
#include <sinew/contact/half_space.h>

#include <cmath>

namespace sinew {

namespace {

/// The direction across a surface's axis that leads down to a half space, and its length before it was made one: the
/// sine of the angle between the axis and the normal. Where all directions are alike, one of them.
Vec3 downhill(const SurfaceNow& round, const Vec3& n, double& sine) {
    const Vec3 &z = round.X_WG.R.z, along = dot(n, z) * z - n;
    sine = norm(along);
    return sine > 1e-12 ? along / sine : round.X_WG.R.x;
}

}  // namespace

/// Four points of a ring: the lowest, those a quarter turn from it, the highest. They carry the circle of contact of a
/// ring that lies flat, each as a ball; one that stands has the curvature of its outside at the lowest (15.20).
int torus_on_half_space(const SurfaceNow& torus, const SurfaceNow& half_space,
                        std::span<PressedPoint, most_touch_points> out) {
    const Vec3 &n = normal_of(half_space), &size = torus.surface->size();
    double sine;
    const Vec3 down = downhill(torus, n, sine), across = cross(torus.X_WG.R.z, down);
    const Vec3 spokes[] = {down, across, -across, -down};
    for (std::size_t i = 0; i < 4; ++i)
        out[i] = ball_on_half_space(torus.X_WG.p + size.x * spokes[i], size.y, half_space);
    const double stands = step((sine - 0.05) / 0.15), ball = 1 / size.y;
    const double around = stands * sine / (size.x + size.y * sine) + (1 - stands) * ball;
    out[0].gap = {0.5 * around, 0.5 * ball, across, cross(n, across)};
    return 4;
}

int corner_points(const SurfaceNow& first, const SurfaceNow& second,
                  std::span<PressedPoint, most_corners> out) {
    const bool stands_first = second.surface->kind() == SurfaceKind::half_space;
    const SurfaceNow &body = stands_first ? first : second, &half_space = stands_first ? second : first;
    const Vec3 &n = normal_of(half_space), &size = body.surface->size();
    const Rotation& R = body.X_WG.R;
    std::size_t count = 0;
    const auto add = [&](const Vec3& from_middle, double radius) {
        const Vec3 p = body.X_WG.p + from_middle;
        out[count] = {p, n, -dot(n, p - half_space.X_WG.p), round_gap(0.5 / radius, n)};
        if (!stands_first) swap_sides(out[count]);
        ++count;
    };
    if (body.surface->kind() == SurfaceKind::box) {
        const double radius = std::fmin(size.x, std::fmin(size.y, size.z));
        for (int i = 0; i < 8; ++i)
            add((i & 1 ? size.x : -size.x) * R.x + (i & 2 ? size.y : -size.y) * R.y +
                    (i & 4 ? size.z : -size.z) * R.z,
                radius);
        return 8;
    }
    double sine;
    const Vec3 down = downhill(body, n, sine), across = cross(R.z, down);
    const auto add_rim = [&](double height) {
        for (const Vec3& spoke : {down, across, -across, -down}) add(height * R.z + size.x * spoke, size.x);
    };
    if (body.surface->kind() == SurfaceKind::cylinder) {
        add_rim(-size.y), add_rim(size.y);
    } else {  // a cone: its base, and its tip, which is taken as a little blunt
        add_rim(0), add(size.y * R.z, 0.05 * size.x);
    }
    return static_cast<int>(count);
}

}  // namespace sinew
