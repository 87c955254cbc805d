// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/math/symmetric_eigen.h>
#include <sinew/spatial/mass_properties.h>

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

Vec3 principal_moments(const Sym3& I) { return principal_axes(I).values; }

}  // namespace sinew
