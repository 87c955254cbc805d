// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/joints/increments.h>

#include <numbers>

namespace sinew {

namespace {

double nearest(double angle, double to) {
    constexpr double turn = 2 * std::numbers::pi;
    return angle + turn * std::round((to - angle) / turn);
}

Vec3 nearest(const Vec3& angles, const Vec3& to) {
    return {nearest(angles.x, to.x), nearest(angles.y, to.y), nearest(angles.z, to.z)};
}

}  // namespace

Vec3 xyz_angles_near(const Rotation& R, const Vec3& near) {
    constexpr double half = std::numbers::pi;
    const Vec3 found = xyz_angles_of(R);
    const Vec3 one = nearest(found, near),
               two = nearest({found.x + half, half - found.y, found.z + half}, near);
    return dot(one - near, one - near) <= dot(two - near, two - near) ? one : two;
}

}  // namespace sinew
