// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/spatial/mass_properties.h>

#include <algorithm>
#include <cmath>

namespace sinew {

RigidInertia about_origin(const MassProperties& m) {
    return {m.mass, m.mass * m.com, m.inertia + m.mass * point_inertia(m.com)};
}

MassProperties central(const RigidInertia& M) {
    if (M.m == 0) return {0, {}, M.I};
    const Vec3 com = M.h / M.m;
    return {M.m, com, M.I - M.m * point_inertia(com)};
}

MassProperties re_express(const Transform& X_AB, const MassProperties& m) {
    return {m.mass, X_AB * m.com, re_express(X_AB.R, m.inertia)};
}

MassProperties operator+(const MassProperties& a, const MassProperties& b) {
    return central(about_origin(a) + about_origin(b));
}

Vec3 principal_moments(const Sym3& I) {
    // The characteristic polynomial's roots in closed form, from the tensor less its mean (Smith 1961).
    const double mean = (I.xx + I.yy + I.zz) / 3;
    const double xx = I.xx - mean, yy = I.yy - mean, zz = I.zz - mean;
    const double off = I.xy * I.xy + I.xz * I.xz + I.yz * I.yz;
    const double spread = std::sqrt((xx * xx + yy * yy + zz * zz + 2 * off) / 6);
    if (spread == 0) return {mean, mean, mean};
    const double det = xx * (yy * zz - I.yz * I.yz) - I.xy * (I.xy * zz - I.yz * I.xz) + I.xz * (I.xy * I.yz - yy * I.xz);
    const double angle = std::acos(std::clamp(det / (2 * spread * spread * spread), -1.0, 1.0)) / 3;
    constexpr double third_turn = 2.09439510239319549231;
    const double largest = mean + 2 * spread * std::cos(angle), smallest = mean + 2 * spread * std::cos(angle + third_turn);
    return {smallest, 3 * mean - largest - smallest, largest};
}

}  // namespace sinew
