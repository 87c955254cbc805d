// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/base/one_of.h>
#include <sinew/forces/actuator.h>
#include <sinew/forces/constant.h>
#include <sinew/forces/controllers.h>
#include <sinew/forces/custom.h>
#include <sinew/forces/discrete.h>
#include <sinew/forces/frame_springs.h>
#include <sinew/forces/friction.h>
#include <sinew/forces/gravity.h>
#include <sinew/forces/ground_contact.h>
#include <sinew/forces/linear_bushing.h>
#include <sinew/forces/mobility.h>
#include <sinew/forces/path.h>
#include <sinew/forces/rope.h>
#include <sinew/forces/stops.h>
#include <sinew/forces/thermostat.h>
#include <sinew/forces/two_point.h>

#include <concepts>

/// Every force element there is. A new one is one struct and one word here; the laws in tests/laws then test it.
// clang-format off
#define SINEW_OTHER_FORCES(X)                                                                                     \
    X(ConstantForce) X(ConstantTorque) X(MobilitySpring) X(MobilityDamper) X(MobilityConstant) X(MobilityDiscrete) \
    X(DiscreteForces) X(TwoPointSpring) X(TwoPointDamper) X(TwoPointConstantForce) X(LinearBushing)                \
    X(TorsionSpring) X(FrameSpring) X(MobilityStop) X(Support) X(Rope) X(MobilityFriction) X(Drag)                 \
    X(MobilityMotor) X(MobilityPid) X(Thermostat) X(CoordinateTendon) X(CoordinateActuator) X(PathTendon)          \
    X(PathActuator) X(FrameActuator) X(SmoothContact) X(ExponentialContact) X(PointContact) X(GlobalDamper)        \
    X(CustomForce)
// clang-format on
#define SINEW_FORCES(X) X(Gravity) SINEW_OTHER_FORCES(X)

namespace sinew {

enum class ForceType : unsigned char {
#define SINEW_ONE(E) E,
    SINEW_FORCES(SINEW_ONE)
#undef SINEW_ONE
};

/// A force element of any kind, as the Model holds it.
#define SINEW_ONE(E) , E
using AnyForce = OneOf<Gravity SINEW_OTHER_FORCES(SINEW_ONE)>;
#undef SINEW_ONE

/// Calls f(element) with the element's own type: a switch, so that a pass can take in what it calls. (Any
/// is AnyForce; naming it here would make every reader of this header pay for the variant.)
template <std::same_as<AnyForce> Any, class F>
decltype(auto) with_force(const Any& force, F&& f) {
    switch (static_cast<ForceType>(force.index())) {
#define SINEW_ONE(E) \
    case ForceType::E: return f(*force.template if_a<E>());
        SINEW_OTHER_FORCES(SINEW_ONE)
#undef SINEW_ONE
        default: return f(*force.template if_a<Gravity>());
    }
}

}  // namespace sinew
