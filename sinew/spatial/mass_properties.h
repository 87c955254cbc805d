// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/spatial/inertia.h>
#include <sinew/spatial/transform.h>

#include <string>

namespace sinew {

/// Mass, mass centre in the body's frame, and inertia about the mass centre in the body's axes (3.12). The tensor's
/// own signs: I.xy = −∫ x y dm.
struct MassProperties {
    double mass = 0;
    Vec3 com{};
    Sym3 inertia{};
};

/// The same as ten numbers about the body's origin, the form the passes use: I_o = I_c + m (c·c 1 − c cᵀ) (3.13).
RigidInertia about_origin(const MassProperties& m);
/// And back; the mass must not be zero unless all is.
MassProperties central(const RigidInertia& M);
/// Seen in frame A, where the body's frame B stands at X_AB.
MassProperties re_express(const Transform& X_AB, const MassProperties& m);

/// The sum of two bodies as one.
MassProperties operator+(const MassProperties& a, const MassProperties& b);

/// The principal moments of a symmetric tensor, ascending.
Vec3 principal_moments(const Sym3& I);

}  // namespace sinew
