// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/geometry/surface.h>

#include <cmath>

namespace sinew {

/// A point seen from the axis z of a round shape: distance from the axis, the direction that leads away from it (x
/// where there is none), and height.
struct AxisView {
    explicit AxisView(const Vec3& p) : rho(std::sqrt(p.x * p.x + p.y * p.y)), z(p.z) {
        if (rho > 0) away = {p.x / rho, p.y / rho, 0};
    }
    Vec3 point(double r, double height) const { return {r * away.x, r * away.y, height}; }

    double rho, z;
    Vec3 away{1, 0, 0};
};

/// Two unit vectors that make a right-handed frame with the unit vector n: e1 × e2 = n.
inline void frame_around(const Vec3& n, Vec3& e1, Vec3& e2) {
    const Vec3 least = std::fabs(n.x) <= std::fabs(n.y) && std::fabs(n.x) <= std::fabs(n.z) ? x_axis
                       : std::fabs(n.y) <= std::fabs(n.z)                                   ? y_axis
                                                                                            : z_axis;
    const Vec3 across = cross(n, least);
    e1 = across / norm(across);
    e2 = cross(n, e1);
}

}  // namespace sinew
