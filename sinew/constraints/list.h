// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/base/one_of.h>
#include <sinew/constraints/boxes.h>
#include <sinew/constraints/coupler.h>
#include <sinew/constraints/crossing.h>
#include <sinew/constraints/custom.h>
#include <sinew/constraints/direction.h>
#include <sinew/constraints/ellipsoids.h>
#include <sinew/constraints/gear.h>
#include <sinew/constraints/given.h>
#include <sinew/constraints/joint_like.h>
#include <sinew/constraints/line_on_line.h>
#include <sinew/constraints/loop.h>
#include <sinew/constraints/no_slip.h>
#include <sinew/constraints/point_on.h>
#include <sinew/constraints/rod.h>
#include <sinew/constraints/rolling.h>
#include <sinew/constraints/together.h>
#include <sinew/constraints/touching.h>

#include <concepts>

/// Every constraint there is. A new one is one struct and one word here; the laws in tests/laws then test it.
// clang-format off
#define SINEW_OTHER_CONSTRAINTS(X)                                                                                 \
    X(BallConstraint) X(WeldConstraint) X(PinConstraint) X(CylinderConstraint) X(SliderConstraint)                 \
    X(UniversalConstraint) X(PointOnPlane) X(PointOnLine) X(PointOnSurface) X(PointOnCurve) X(ConstantAngle)       \
    X(ConstantOrientation) X(NoSlip) X(SphereOnPlane) X(DiskOnPlane) X(SphereOnSphere) X(LineOnLine) X(Gear)       \
    X(RackAndPinion) X(Belt) X(CoordinateCoupler) X(SpeedCoupler) X(ConstantCoordinate) X(ConstantSpeed)           \
    X(ConstantAcceleration) X(PrescribedCoordinate) X(CustomConstraint) X(LoopConstraint) X(HalvesConstraint) \
    X(SphereOnSolid) X(RoundOnPlane) X(BarOnBar) X(EllipsoidOnEllipsoid) X(CornerOnBox) X(EdgesOfBoxes)
// clang-format on
#define SINEW_CONSTRAINTS(X) X(Rod) SINEW_OTHER_CONSTRAINTS(X)

namespace sinew {

enum class ConstraintType : unsigned char {
#define SINEW_ONE(E) E,
    SINEW_CONSTRAINTS(SINEW_ONE)
#undef SINEW_ONE
};

/// A constraint of any kind, as the Model holds it.
#define SINEW_ONE(E) , E
using AnyConstraint = OneOf<Rod SINEW_OTHER_CONSTRAINTS(SINEW_ONE)>;
#undef SINEW_ONE

/// Calls f(element) with the constraint's own type: a switch, so that a pass can take in what it calls. (Any
/// is AnyConstraint; naming it here would make every reader of this header pay for the variant.)
template <std::same_as<AnyConstraint> Any, class F>
decltype(auto) with_constraint(const Any& constraint, F&& f) {
    switch (static_cast<ConstraintType>(constraint.index())) {
#define SINEW_ONE(E) \
    case ConstraintType::E: return f(*constraint.template if_a<E>());
        SINEW_OTHER_CONSTRAINTS(SINEW_ONE)
#undef SINEW_ONE
        default: return f(*constraint.template if_a<Rod>());
    }
}

}  // namespace sinew
