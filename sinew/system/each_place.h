// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/system/model.h>

namespace sinew {

// each_place(element, on) shows a visitor all that an element names of its Model, by what it is:
//     on(Station&), on(FrameOn&), on(PlaneOn&), on(LineOn&), on(DirectionOn&)
//     on(BodyId&)                    only which body it is, not where its frame stands
//     on(CoordinateOf&)
//     on.vector(BodyId, Vec3&)       in the body's axes; the body is shown later
//     on.frame(BodyId&, Transform&), on(AnyJointId&)
//     on.function(BodyId, Function&) of x, y, z in the body's frame; the body is shown later
//     on.law(element)                of the user's own
// There is one for each kind: a new element has its line here, or the library does not compile.

void each_place(Gravity& e, auto&& on) {
    for (BodyId& body : e.except) on(body);
}
void each_place(ConstantForce& e, auto&& on) {
    if (e.turns_with_body) on.vector(e.at.body, e.force);
    on(e.at);
}
void each_place(ConstantTorque& e, auto&& on) {
    if (e.turns_with_body) on.vector(e.body, e.torque);
    on(e.body);
}
void each_place(MobilitySpring& e, auto&& on) { on(e.coordinate); }
void each_place(MobilityDamper& e, auto&& on) { on(e.coordinate); }
void each_place(MobilityConstant& e, auto&& on) { on(e.coordinate); }
void each_place(MobilityDiscrete& e, auto&& on) { on(e.coordinate); }
void each_place(MobilityStop& e, auto&& on) { on(e.coordinate); }
void each_place(MobilityFriction& e, auto&& on) { on(e.coordinate); }
void each_place(MobilityMotor& e, auto&& on) { on(e.coordinate); }
void each_place(MobilityPid& e, auto&& on) { on(e.coordinate); }
void each_place(DiscreteForces&, auto&&) {}  // a State has them, by bodies of the tree
void each_place(Thermostat&, auto&&) {}
void each_place(GlobalDamper&, auto&&) {}
void each_place(TwoPointSpring& e, auto&& on) { on(e.from), on(e.to); }
void each_place(TwoPointDamper& e, auto&& on) { on(e.from), on(e.to); }
void each_place(TwoPointConstantForce& e, auto&& on) { on(e.from), on(e.to); }
void each_place(Rope& e, auto&& on) { on(e.from), on(e.to); }
void each_place(LinearBushing& e, auto&& on) { on(e.from), on(e.to); }
void each_place(TorsionSpring& e, auto&& on) { on(e.from), on(e.to); }
void each_place(FrameSpring& e, auto&& on) { on(e.from), on(e.to); }
void each_place(Support& e, auto&& on) { on(e.on), on(e.at); }
void each_place(SmoothContact& e, auto&& on) { on(e.on), on(e.at); }
void each_place(ExponentialContact& e, auto&& on) { on(e.on), on(e.at); }
void each_place(PointContact& e, auto&& on) { on(e.on), on(e.at); }
void each_place(Drag& e, auto&& on) { on(e.at); }
void each_place(CoordinateTendon& e, auto&& on) {
    for (CoordinateOf& one : e.couples) on(one);
}
void each_place(CoordinateActuator& e, auto&& on) {
    for (CoordinateOf& one : e.couples) on(one);
}
void each_place(PathTendon& e, auto&& on) {
    for (Station& station : e.path) on(station);
}
void each_place(PathActuator& e, auto&& on) {
    for (Station& station : e.path) on(station);
}
void each_place(FrameActuator& e, auto&& on) { on(e.on); }
void each_place(CustomForce& e, auto&& on) { on.law(e); }

void each_place(Rod& e, auto&& on) { on(e.from), on(e.to); }
void each_place(BallConstraint& e, auto&& on) { on(e.from), on(e.to); }
void each_place(WeldConstraint& e, auto&& on) { on(e.from), on(e.to); }
void each_place(PinConstraint& e, auto&& on) { on(e.from), on(e.to); }
void each_place(CylinderConstraint& e, auto&& on) { on(e.from), on(e.to); }
void each_place(SliderConstraint& e, auto&& on) { on(e.from), on(e.to); }
void each_place(UniversalConstraint& e, auto&& on) { on(e.from), on(e.to); }
void each_place(ConstantOrientation& e, auto&& on) { on(e.from), on(e.to); }
void each_place(ConstantAngle& e, auto&& on) { on(e.from), on(e.to); }
void each_place(LineOnLine& e, auto&& on) { on(e.from), on(e.to); }
void each_place(LoopConstraint& e, auto&& on) { on(e.from), on(e.to); }
void each_place(SphereOnSphere& e, auto&& on) { on(e.from), on(e.to); }
void each_place(BarOnBar& e, auto&& on) { on(e.from), on(e.to); }
void each_place(EllipsoidOnEllipsoid& e, auto&& on) { on(e.from), on(e.to); }
void each_place(CornerOnBox& e, auto&& on) { on(e.from), on(e.to); }
void each_place(EdgesOfBoxes& e, auto&& on) { on(e.from), on(e.to); }
void each_place(PointOnPlane& e, auto&& on) { on(e.plane), on(e.point); }
void each_place(PointOnLine& e, auto&& on) { on(e.line), on(e.point); }
void each_place(PointOnSurface& e, auto&& on) {
    on.function(e.on, e.surface);
    on(e.on), on(e.point);
}
void each_place(PointOnCurve& e, auto&& on) {
    for (Function& surface : e.surfaces) on.function(e.on, surface);
    on(e.on), on(e.point);
}
void each_place(NoSlip& e, auto&& on) {
    on.vector(e.at.body, e.along);
    on(e.one), on(e.other), on(e.at);
}
void each_place(SphereOnPlane& e, auto&& on) { on(e.plane), on(e.center); }
void each_place(DiskOnPlane& e, auto&& on) {
    on.vector(e.center.body, e.axis);
    on(e.plane), on(e.center);
}
void each_place(SphereOnSolid& e, auto&& on) { on(e.solid), on(e.center); }
void each_place(RoundOnPlane& e, auto&& on) { on(e.plane), on(e.round); }
void each_place(Belt& e, auto&& on) {
    for (Station& station : e.through) on(station);
}
void each_place(HalvesConstraint& e, auto&& on) { on(e.one), on(e.other); }  // see merge_welds
void each_place(Gear& e, auto&& on) { on(e.one), on(e.other); }
void each_place(RackAndPinion& e, auto&& on) { on(e.pinion), on(e.rack); }
void each_place(CoordinateCoupler& e, auto&& on) {
    for (CoordinateOf& one : e.couples) on(one);
}
void each_place(SpeedCoupler& e, auto&& on) {
    for (CoordinateOf& one : e.speeds) on(one);
    for (CoordinateOf& one : e.depends_on) on(one);
}
void each_place(ConstantCoordinate& e, auto&& on) { on(e.coordinate); }
void each_place(ConstantSpeed& e, auto&& on) { on(e.coordinate); }
void each_place(ConstantAcceleration& e, auto&& on) { on(e.coordinate); }
void each_place(PrescribedCoordinate& e, auto&& on) { on(e.coordinate); }
void each_place(CustomConstraint& e, auto&& on) { on.law(e); }

void each_place(Visual& e, auto&& on) { on.frame(e.body, e.X_BG); }
void each_place(ContactSurface& e, auto&& on) { on.frame(e.body, e.X_BG); }
void each_place(Marker& e, auto&& on) { on(e.on); }
void each_place(CoordinateLimits& e, auto&& on) { on(e.coordinate); }
void each_place(Motion& e, auto&& on) {
    on(e.joint);
    for (AnyJointId& joint : e.reads) on(joint);
}
void each_place(FastVariables& e, auto&& on) {
    for (AnyJointId& joint : e.joints) on(joint);
    on.law(e);
}
void each_place(OneWay&, auto&&) {}   // a constraint, by its name
void each_place(Bounded&, auto&&) {}  // the same
void each_place(Posture&, auto&&) {}  // coordinates, by their names

}  // namespace sinew
