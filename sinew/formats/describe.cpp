// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/formats/fields.h>

#include <cctype>

namespace sinew {

std::string snake_case(std::string_view camel_case) {
    std::string snake;
    for (const char c : camel_case) {
        const bool upper = c >= 'A' && c <= 'Z';
        if (upper && !snake.empty()) snake += '_';
        snake += static_cast<char>(upper ? c - 'A' + 'a' : c);
    }
    return snake;
}

void describe(Fields& f, Body& body) {
    f.name(body.name);
    f.field("mass", body.mass.mass, "kg");
    f.field("com", body.mass.com, "mass centre in the body's frame, m");
    f.field("inertia", body.mass.inertia,
            "about the mass centre, in the body's axes: xx, yy, zz, then xy, xz, yz (as they stand in the "
            "matrix), kg m^2");
}

void describe(Fields& f, Station& station) {
    f.field("body", station.body, "the body it is on");
    f.field("p", station.p, "in the body's frame, m");
}

void describe(Fields& f, FrameOn& frame) {
    f.field("body", frame.body, "the body it is on");
    f.field("X_BF", frame.X_BF, "where the frame stands in the body's");
}

void describe(Fields& f, DirectionOn& direction) {
    f.field("body", direction.body, "the body it is on");
    f.field("direction", direction.direction, "in the body's frame; its length does not count");
}

void describe(Fields& f, PlaneOn& plane) {
    f.field("body", plane.body, "the body it is on");
    f.field("normal", plane.normal, "in the body's frame; its length does not count");
    f.field("height", plane.height, "of the plane above the body's origin, along the normal, m");
}

void describe(Fields& f, LineOn& line) {
    f.field("body", line.body, "the body it is on");
    f.field("point", line.point, "a point of the line, in the body's frame, m");
    f.field("direction", line.direction, "in the body's frame; its length does not count");
}

void describe(Fields& f, Motion& motion) {
    static constexpr const char* levels[] = {"none", "acceleration", "velocity", "position"};
    f.name(motion.name);
    f.field("joint", motion.joint, "the joint that is driven");
    f.field("level", motion.level, levels, "what is given of the joint's motion");
    f.list("functions", motion.functions,
           "one per coordinate (position) or speed, of time; below position also of the coordinates, then "
           "the speeds, "
           "of the joints in \"reads\"");
    f.list("reads", motion.reads,
           "the joints whose coordinates the functions read; the joint itself if none is given");
    f.field("enabled", motion.enabled, "in a new State");
}

void describe(Fields& f, Bounded& condition) {
    f.name(condition.name);
    f.field("limit", condition.limit, "N or N m, the largest force of the constraint of that name");
}

void describe(Fields& f, OneWay& condition) {
    static constexpr const char* sides[] = {"above", "below"};
    f.name(condition.name);
    f.field("free", condition.free, sides,
            "on which side of zero its error is free: above for gaps, below for ropes");
    f.field("restitution", condition.restitution, "of the impulse of an impact, from 0 to 1");
    f.field("restitution_slope", condition.restitution_slope,
            "s/m, by how much that falls with the speed of the impact");
    f.field("capture_speed", condition.capture_speed, "m/s, slower impacts do not bounce");
    f.field("static_friction", condition.static_friction, "coefficient of what sticks");
    f.field("sliding_friction", condition.sliding_friction, "coefficient of what slides, at most the other");
    f.field("viscous_friction", condition.viscous_friction, "s/m, by how much that grows with speed");
}

void describe(Fields& f, Impacts& impacts) {
    static constexpr const char* laws[] = {"poisson", "newton"};
    static constexpr const char* orders[] = {"together", "one_by_one"};
    f.field("law", impacts.law, laws, "restitution of impulses (poisson) or of speeds (newton)");
    f.field("order", impacts.order, orders, "of several at one time");
}

void describe(Fields& f, Visual& visual) {
    f.name(visual.name);
    f.field("body", visual.body, "the body it is on");
    f.field("X_BG", visual.X_BG, "where the shape's frame stands in the body's");
    f.object("shape", visual.shape, "what is drawn", "shape");
    f.field("colour", visual.colour,
            "\"#rrggbb\", \"#rrggbbaa\", or red, green, blue (and opacity) from 0 to 1");
}

void describe(Fields& f, Marker& marker) {
    f.name(marker.name);
    describe(f, marker.on);
}

void describe(Fields& f, CoordinateLimits& limits) {
    f.field("coordinate", limits.coordinate, "which coordinate");
    f.field("low", limits.low, "the least value; none if it is not given");
    f.field("high", limits.high, "the largest value; none if it is not given");
}

void describe(Fields& f, Posture& posture) {
    f.name(posture.name);
    f.field("q", posture.q, "coordinates by name, as \"knee.angle\"");
    f.field("u", posture.u, "speeds by name, as \"knee.angle\" or, for ball and free joints, \"hip.u0\"");
}

}  // namespace sinew
