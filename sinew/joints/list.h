// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/base/one_of.h>
#include <sinew/joints/ball.h>
#include <sinew/joints/bend_stretch.h>
#include <sinew/joints/bushing.h>
#include <sinew/joints/cantilever_beam.h>
#include <sinew/joints/cartesian.h>
#include <sinew/joints/custom.h>
#include <sinew/joints/cylinder.h>
#include <sinew/joints/ellipsoid.h>
#include <sinew/joints/free.h>
#include <sinew/joints/free_line.h>
#include <sinew/joints/function_based.h>
#include <sinew/joints/gimbal.h>
#include <sinew/joints/line_orientation.h>
#include <sinew/joints/pin.h>
#include <sinew/joints/planar.h>
#include <sinew/joints/screw.h>
#include <sinew/joints/slider.h>
#include <sinew/joints/spherical_coords.h>
#include <sinew/joints/universal.h>
#include <sinew/joints/weld.h>

/// Every joint there is. A new joint is one file and one word here; the laws then test it.
// clang-format off
#define SINEW_MOVING_JOINTS(X)                                                                          \
    X(Pin) X(Slider) X(Screw) X(Universal) X(Cylinder) X(BendStretch) X(Planar) X(Gimbal) X(Ball)       \
    X(Cartesian) X(Free) X(Bushing) X(Ellipsoid) X(SphericalCoords) X(LineOrientation) X(FreeLine)      \
    X(CantileverBeam) X(FunctionBased) X(CustomJoint)
// clang-format on
#define SINEW_JOINTS(X) X(Weld) SINEW_MOVING_JOINTS(X)

namespace sinew {

enum class JointKind : unsigned char {
#define SINEW_ONE(J) J,
    SINEW_JOINTS(SINEW_ONE)
#undef SINEW_ONE
};

/// A joint of any kind, as the Model holds it.
#define SINEW_ONE(J) , J
using AnyJoint = OneOf<Weld SINEW_MOVING_JOINTS(SINEW_ONE)>;
#undef SINEW_ONE

/// J, or the variant of it that uses angles in place of a quaternion, if it has one and by_angles asks for it.
template <class J, class F>
decltype(auto) with_coordinates(bool by_angles, F& f) {
    if constexpr (requires { typename J::WithAngles; }) {
        if (by_angles) return f.template operator()<typename J::WithAngles>();
    }
    return f.template operator()<J>();
}

/// Calls `f.operator()<J>()` for the joint definition that belongs to a kind.
template <class F>
decltype(auto) with_joint(JointKind kind, bool by_angles, F&& f) {
    switch (kind) {
#define SINEW_ONE(J) \
    case JointKind::J: return with_coordinates<J>(by_angles, f);
        SINEW_JOINTS(SINEW_ONE)
#undef SINEW_ONE
    }
    __builtin_unreachable();
}

}  // namespace sinew
