// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/formats/describe_elements.h>

namespace sinew {

namespace {

void points(Fields& f, Station& from, Station& to) {
    f.object("from", from, "a point of one body", "station");
    f.object("to", to, "a point of the other", "station");
}
void frames(Fields& f, FrameOn& from, FrameOn& to) {
    f.object("from", from, "frame F, on one body", "frame");
    f.object("to", to, "frame M, on the other", "frame");
}

// A new constraint has its lines here, or the library does not compile.
void own(Fields& f, Rod& e) {
    points(f, e.from, e.to);
    f.field("length", e.length, "m");
}
void own(Fields& f, BallConstraint& e) { points(f, e.from, e.to); }
void own(Fields& f, WeldConstraint& e) { frames(f, e.from, e.to); }
void own(Fields& f, PinConstraint& e) { frames(f, e.from, e.to); }
void own(Fields& f, CylinderConstraint& e) { frames(f, e.from, e.to); }
void own(Fields& f, SliderConstraint& e) { frames(f, e.from, e.to); }
void own(Fields& f, UniversalConstraint& e) { frames(f, e.from, e.to); }
void own(Fields& f, PointOnPlane& e) {
    f.object("plane", e.plane, "the plane");
    f.object("point", e.point, "the point", "station");
}
void own(Fields& f, PointOnLine& e) {
    f.object("line", e.line, "the line");
    f.object("point", e.point, "the point", "station");
}
void own(Fields& f, PointOnSurface& e) {
    f.field("on", e.on, "the body that the surface is on");
    f.field("surface", e.surface, "zero on the surface, of x, y and z in that body's frame");
    f.object("point", e.point, "the point", "station");
}
void own(Fields& f, PointOnCurve& e) {
    f.field("on", e.on, "the body that the curve is on");
    f.list("surfaces", e.surfaces,
           "two functions of x, y and z in that body's frame; both are zero on the curve");
    f.object("point", e.point, "the point", "station");
}
void own(Fields& f, ConstantAngle& e) {
    f.object("from", e.from, "a direction on one body");
    f.object("to", e.to, "a direction on the other");
    f.field("angle", e.angle, "between them, rad");
}
void own(Fields& f, ConstantOrientation& e) { frames(f, e.from, e.to); }
void own(Fields& f, NoSlip& e) {
    f.field("one", e.one, "a body");
    f.field("other", e.other, "another body");
    f.object("at", e.at, "where they do not slip, on a body of any kind", "station");
    f.field("along", e.along, "in which direction, on that body");
}
void own(Fields& f, SphereOnPlane& e) {
    f.object("plane", e.plane, "the plane");
    f.object("center", e.center, "of the sphere", "station");
    f.field("radius", e.radius, "m");
    f.field("rolls", e.rolls, "without slipping; else it glides");
}
void own(Fields& f, DiskOnPlane& e) {
    f.object("plane", e.plane, "the plane");
    f.object("center", e.center, "of the disk", "station");
    f.field("axis", e.axis, "of the disk, on its body; its length does not count");
    f.field("radius", e.radius, "m");
    f.field("rolls", e.rolls, "without slipping; else it glides");
}
void own(Fields& f, SphereOnSphere& e) {
    points(f, e.from, e.to);
    f.field("from_radius", e.from_radius, "m");
    f.field("to_radius", e.to_radius, "m");
    f.field("rolls", e.rolls, "without slipping; else they glide");
}
constexpr const char* if_it_rolls = "without slipping; else it glides";
void own(Fields& f, SphereOnSolid& e) {
    static constexpr const char* solids[] = {"box", "cylinder", "capsule", "cone", "ellipsoid", "torus"};
    f.object("solid", e.solid, "where the solid stands: centred, axis along z, a cone on its base", "frame");
    f.field("kind_of_solid", e.kind_of_solid, solids, "what it is");
    f.field(
        "size", e.size,
        "half the sides of a box; radius and half the length of cylinder and capsule; radius and height of a "
        "cone; semi-axes of an ellipsoid; radii of ring and tube of a torus, m");
    f.object("center", e.center, "of the sphere", "station");
    f.field("radius", e.radius, "m; 0: a point");
    f.field("rolls", e.rolls, if_it_rolls);
}
void own(Fields& f, RoundOnPlane& e) {
    static constexpr const char* kinds[] = {"ellipsoid", "ring", "foot"};
    f.object("plane", e.plane, "the plane");
    f.object("round", e.round, "where the round thing stands: centred, a ring about z, a foot on its x axis",
             "frame");
    f.field("kind_of_round", e.kind_of_round, kinds, "what it is");
    f.field("size", e.size, "semi-axes of an ellipsoid; radii of the ring and of the tube around it, m");
    f.field("flattest", e.flattest,
            "as a one-way condition, a ring takes no part where it lies flatter than this, a foot none where "
            "it is "
            "tilted by more than twice as much, rad; 0: wherever they are");
    f.field("rolls", e.rolls, if_it_rolls);
}
void own(Fields& f, BarOnBar& e) {
    frames(f, e.from, e.to);
    f.field("from_radius", e.from_radius, "m");
    f.field("to_radius", e.to_radius, "m");
    f.field("from_half", e.from_half, "half the length of the bar along F's z, m");
    f.field("to_half", e.to_half, "half the length of the bar along M's z, m");
    f.field("rolls", e.rolls, if_it_rolls);
}
void own(Fields& f, EllipsoidOnEllipsoid& e) {
    frames(f, e.from, e.to);
    f.field("from_radii", e.from_radii, "semi-axes, m");
    f.field("to_radii", e.to_radii, "semi-axes, m");
    f.field("rolls", e.rolls, if_it_rolls);
}
void own(Fields& f, CornerOnBox& e) {
    frames(f, e.from, e.to);
    f.field("from_half", e.from_half, "half the sides of the box whose face is met, m");
    f.field("to_half", e.to_half, "half the sides of the box whose corner meets it, m");
    f.field("corner", e.corner, "0 to 7: bits 1, 2, 4 for the upper end of x, y, z");
    f.field("rolls", e.rolls, if_it_rolls);
}
void own(Fields& f, EdgesOfBoxes& e) {
    frames(f, e.from, e.to);
    f.field("from_half", e.from_half, "half the sides of one box, m");
    f.field("to_half", e.to_half, "half the sides of the other, m");
    f.field("axes", e.axes,
            "0 to 8: three times the axis that the first edge lies along, and that of the second");
    f.field("pair", e.pair,
            "0 to 3: bits 1 and 2 for the second pair of opposite edges of the first, the second box");
    f.field("rolls", e.rolls, if_it_rolls);
}
void own(Fields& f, LineOnLine& e) {
    f.object("from", e.from, "a line on one body");
    f.object("to", e.to, "a line on the other");
}
void own(Fields& f, Gear& e) {
    f.field("one", e.one, the_coordinate);
    f.field("other", e.other, "the other coordinate: other = ratio one + offset");
    f.field("ratio", e.ratio,
            "minus the teeth of the first over those of the second, for gears with outer teeth");
    f.field("offset", e.offset, "rad or m");
}
void own(Fields& f, RackAndPinion& e) {
    f.field("pinion", e.pinion, "the coordinate that turns");
    f.field("rack", e.rack, "the coordinate that shifts: rack = radius pinion + offset");
    f.field("radius", e.radius, "m");
    f.field("offset", e.offset, "m");
}
void own(Fields& f, Belt& e) {
    f.list("through", e.through, "at least two points");
    f.field("length", e.length, "of all straight parts together, m");
}
void own(Fields& f, CoordinateCoupler& e) {
    f.list("couples", e.couples, "coordinates: the function's arguments");
    f.field("function", e.function, "zero");
}
void own(Fields& f, SpeedCoupler& e) {
    f.list("speeds", e.speeds, "the function's first arguments");
    f.list("depends_on", e.depends_on, "coordinates: its further arguments");
    f.field("function", e.function, "zero");
}
void own(Fields& f, ConstantCoordinate& e) {
    f.field("coordinate", e.coordinate, the_coordinate);
    f.field("value", e.value, "rad or m");
}
void own(Fields& f, ConstantSpeed& e) {
    f.field("coordinate", e.coordinate, the_coordinate);
    f.field("value", e.value, "rad/s or m/s");
}
void own(Fields& f, ConstantAcceleration& e) {
    f.field("coordinate", e.coordinate, the_coordinate);
    f.field("value", e.value, "rad/s^2 or m/s^2");
}
void own(Fields& f, PrescribedCoordinate& e) {
    f.field("coordinate", e.coordinate, the_coordinate);
    f.field("of_time", e.of_time, "rad or m");
}
void own(Fields&, CustomConstraint&) {}
void own(Fields& f, LoopConstraint& e) {
    static constexpr const char* held[] = {"x", "y", "z", "y_of_M", "orientation", "axis", "cross"};
    frames(f, e.from, e.to);
    auto bits = static_cast<unsigned>(e.held);
    f.flags("held", bits, held, "what is held of M in F");
    e.held = static_cast<Held>(bits);
}
void own(Fields& f, HalvesConstraint& e) {
    f.field("one", e.one, "a body");
    f.field("other", e.other, "the body whose frame it keeps");
}

}  // namespace

const KindsOf<AnyConstraint>& constraint_kinds() {
    static const KindsOf<AnyConstraint> kinds = [] {
        KindsOf<AnyConstraint> all;
#define SINEW_ONE(E) add_kind<E, CustomConstraint>(all, #E);
        SINEW_CONSTRAINTS(SINEW_ONE)
#undef SINEW_ONE
        return all;
    }();
    return kinds;
}

void describe(Fields& f, AnyConstraint& constraint) {
    describe_element<CustomConstraint>(f, constraint, constraint_kinds(), "constraint", "CustomConstraint",
                                       [&f](auto& e) { own(f, e); });
}

}  // namespace sinew
