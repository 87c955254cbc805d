// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/formats/describe_elements.h>

namespace sinew {

namespace {

constexpr const char* between = "the one point";
constexpr const char* and_the_other = "the other point";

// A new force has its lines here, or the library does not compile.
void own(Fields& f, Gravity& e) {
    f.field("g", e.g, "m/s^2, in the world's axes");
    f.list("except", e.except, "bodies it does not act on");
}
void own(Fields& f, ConstantForce& e) {
    f.object("at", e.at, "the point it acts on", "station");
    f.field("force", e.force, "N");
    f.field("turns_with_body", e.turns_with_body, "its direction is in the body's axes, not in the world's");
}
void own(Fields& f, ConstantTorque& e) {
    f.field("body", e.body, "the body it acts on");
    f.field("torque", e.torque, "N m");
    f.field("turns_with_body", e.turns_with_body, "its direction is in the body's axes, not in the world's");
}
void own(Fields& f, MobilitySpring& e) {
    f.field("coordinate", e.coordinate, the_coordinate);
    f.field("stiffness", e.stiffness, "N m/rad or N/m");
    f.field("rest", e.rest, "where it pulls nowhere, rad or m");
}
void own(Fields& f, MobilityDamper& e) {
    f.field("coordinate", e.coordinate, the_coordinate);
    f.field("damping", e.damping, "N m s/rad or N s/m");
}
void own(Fields& f, MobilityConstant& e) {
    f.field("coordinate", e.coordinate, the_coordinate);
    f.field("force", e.force, "N m or N");
}
void own(Fields& f, MobilityDiscrete& e) {
    f.field("coordinate", e.coordinate, the_coordinate);
    f.field("force", e.force, "what a new State begins with, N m or N");
}
void own(Fields&, DiscreteForces&) {}
void own(Fields& f, TwoPointSpring& e) {
    f.object("from", e.from, between, "station");
    f.object("to", e.to, and_the_other, "station");
    f.field("stiffness", e.stiffness, "N/m");
    f.field("rest_length", e.rest_length, "m");
    f.field("damping", e.damping, "N s/m");
}
void own(Fields& f, TwoPointDamper& e) {
    f.object("from", e.from, between, "station");
    f.object("to", e.to, and_the_other, "station");
    f.field("damping", e.damping, "N s/m");
}
void own(Fields& f, TwoPointConstantForce& e) {
    f.object("from", e.from, between, "station");
    f.object("to", e.to, and_the_other, "station");
    f.field("force", e.force, "N; positive pushes the points apart");
}
void own(Fields& f, LinearBushing& e) {
    f.object("from", e.from, "frame F", "frame");
    f.object("to", e.to, "frame M", "frame");
    f.list("stiffness", e.stiffness, "about x, y, z (N m/rad), then along x, y, z (N/m)");
    f.list("damping", e.damping, "about x, y, z (N m s/rad), then along x, y, z (N s/m)");
}
void own(Fields& f, TorsionSpring& e) {
    f.object("from", e.from, "frame F, which it turns about z", "frame");
    f.object("to", e.to, "frame M, which it turns about z", "frame");
    f.field("stiffness", e.stiffness, "N m/rad");
    f.field("rest", e.rest, "where it turns nowhere, rad");
    f.field("damping", e.damping, "N m s/rad");
}
void own(Fields& f, FrameSpring& e) {
    f.object("from", e.from, "frame F", "frame");
    f.object("to", e.to, "frame M", "frame");
    f.list("stiffness", e.stiffness, "about x, y, z of F (N m/rad), then along x, y, z (N/m)");
    f.list("damping", e.damping, "about x, y, z of F (N m s/rad), then along x, y, z (N s/m)");
}
void own(Fields& f, MobilityStop& e) {
    f.field("coordinate", e.coordinate, the_coordinate);
    f.field("low", e.low, "where it begins below, rad or m");
    f.field("high", e.high, "where it begins above, rad or m");
    f.field("stiffness", e.stiffness, "N m/rad or N/m");
    f.field("dissipation", e.dissipation, "by how much of itself it is stronger per speed, s/rad or s/m");
}
void own(Fields& f, Support& e) {
    f.object("on", e.on, "the frame below whose xy plane it pushes", "frame");
    f.object("at", e.at, "the point it pushes", "station");
    f.field("stiffness", e.stiffness, "N/m");
    f.field("damping", e.damping, "N s/m");
    f.field("dissipation", e.dissipation, "by how much of itself it is stronger per speed, s/m");
}
void own(Fields& f, Rope& e) {
    f.object("from", e.from, between, "station");
    f.object("to", e.to, and_the_other, "station");
    f.field("stiffness", e.stiffness, "N/m");
    f.field("rest_length", e.rest_length, "below this it is slack, m");
    f.field("onset", e.onset, "stretch over which the stiffness builds up, m");
    f.field("approach", e.approach, "share of its pull while its ends approach, 0 to 1");
    f.field("approach_speed", e.approach_speed, "from which on it is that share, m/s");
    f.field("dissipation", e.dissipation, "by how much of itself it is stronger per speed, s/m");
}
void own(Fields& f, MobilityFriction& e) {
    f.field("coordinate", e.coordinate, the_coordinate);
    f.field("at_transition", e.at_transition, "the most it holds, N m or N");
    f.field("sliding", e.sliding, "once it slides, N m or N");
    f.field("viscous", e.viscous, "in addition per speed, N m s/rad or N s/m");
    f.field("transition_speed", e.transition_speed, "up to which it grows, rad/s or m/s");
    f.field("stribeck_range", e.stribeck_range, "speeds beyond that over which it falls, rad/s or m/s");
}
void own(Fields& f, Drag& e) {
    f.object("at", e.at, "the point it acts on", "station");
    f.field("linear", e.linear, "N s/m");
    f.field("quadratic", e.quadratic, "N s^2/m^2");
    f.field("wind", e.wind, "the medium's velocity in the world, m/s");
}
void own(Fields& f, MobilityMotor& e) {
    f.field("coordinate", e.coordinate, the_coordinate);
    f.field("speed", e.speed, "what it wants, rad/s or m/s");
    f.field("gain", e.gain, "N m s/rad or N s/m");
    f.field("limit", e.limit, "what it can give, N m or N");
}
void own(Fields& f, MobilityPid& e) {
    f.field("coordinate", e.coordinate, the_coordinate);
    f.field("target", e.target, "rad or m");
    f.field("proportional", e.proportional, "N m/rad or N/m");
    f.field("integral", e.integral, "N m/(rad s) or N/(m s)");
    f.field("derivative", e.derivative, "N m s/rad or N s/m");
    f.field("limit", e.limit, "what it can give, N m or N; 0 for any");
}
void own(Fields& f, Thermostat& e) {
    f.field("temperature", e.temperature, "K");
    f.field("relaxation_time", e.relaxation_time, "s");
    f.field("boltzmann", e.boltzmann, "Boltzmann's constant in the model's units");
    f.field("chain", e.chain, "how many variables the bath has");
    f.field("excluded_dofs", e.excluded_dofs, "how many degrees of freedom bear no heat");
}
void own(Fields& f, GlobalDamper& e) { f.field("damping", e.damping, "of every speed, N m s/rad or N s/m"); }
void tendon(Fields& f, auto& e) {
    f.field("stiffness", e.stiffness, "N/m, or what it is for the way it goes");
    f.field("rest_length", e.rest_length, "below this it pushes");
    f.field("slack", e.slack, "above rest_length + slack it pulls");
    f.field("damping", e.damping, "N s/m");
}
constexpr const char* driven_by = "what it makes of its control";
constexpr const char* several = "coordinates, as \"knee.angle\"";
constexpr const char* gears = "for each of them how fast the way goes with it";
constexpr const char* stations = "two points at least";
void own(Fields& f, CoordinateTendon& e) {
    f.list("couples", e.couples, several);
    f.field("coefficients", e.coefficients, gears);
    tendon(f, e);
}
void own(Fields& f, CoordinateActuator& e) {
    f.list("couples", e.couples, several);
    f.field("coefficients", e.coefficients, gears);
    f.object("drive", e.drive, driven_by);
}
void own(Fields& f, PathTendon& e) {
    f.list("path", e.path, stations);
    tendon(f, e);
}
void own(Fields& f, PathActuator& e) {
    f.list("path", e.path, stations);
    f.field("gear", e.gear, "how fast its way goes with the path's length");
    f.object("drive", e.drive, driven_by);
}
void own(Fields& f, FrameActuator& e) {
    f.object("on", e.on, "the frame it acts on", "frame");
    f.field("torque", e.torque, "of one unit, in the frame's axes");
    f.field("force", e.force, "of one unit, in the frame's axes");
    f.object("drive", e.drive, driven_by);
}
constexpr const char* plane = "frame F, whose xy plane is touched from above";
void own(Fields& f, SmoothContact& e) {
    f.object("on", e.on, plane, "frame");
    f.object("at", e.at, "the centre of the sphere", "station");
    f.field("radius", e.radius, "of the sphere, m");
    f.field("stiffness", e.stiffness, "modulus of both materials, Pa");
    f.field("dissipation", e.dissipation, "s/m");
    f.field("static_friction", e.static_friction, "coefficient at the transition speed");
    f.field("sliding_friction", e.sliding_friction, "coefficient in slip");
    f.field("viscous_friction", e.viscous_friction, "what is added per speed of slip, s/m");
    f.field("transition_speed", e.transition_speed, "m/s");
    f.field("constant_force", e.constant_force, "rounds the beginning of force and slip, m^2 and m^2/s^2");
    f.field("hertz_smoothing", e.hertz_smoothing, "1/m");
    f.field("dissipation_smoothing", e.dissipation_smoothing, "s/m");
}
void own(Fields& f, ExponentialContact& e) {
    f.object("on", e.on, plane, "frame");
    f.object("at", e.at, "the point", "station");
    f.field("height", e.height, "over the plane, where the push is as given, m");
    f.field("push", e.push, "at that height, N");
    f.field("steepness", e.steepness, "how fast the push grows, 1/m");
    f.field("normal_damping", e.normal_damping, "s/m");
    f.field("bristle_stiffness", e.bristle_stiffness, "N/m");
    f.field("bristle_damping", e.bristle_damping, "N s/m");
    f.field("static_friction", e.static_friction, "coefficient that holds");
    f.field("sliding_friction", e.sliding_friction, "coefficient in slip");
    f.field("transition_speed", e.transition_speed,
            "of slip, from which on it is the coefficient in slip, m/s");
}
void own(Fields& f, PointContact& e) {
    f.object("on", e.on, plane, "frame");
    f.object("at", e.at, "the point", "station");
    f.field("normal_stiffness", e.normal_stiffness, "N/m");
    f.field("tangential_stiffness", e.tangential_stiffness, "while it sticks, N/m");
    f.field("normal_damping", e.normal_damping, "N s/m");
    f.field("tangential_damping", e.tangential_damping, "while it sticks, N s/m");
    f.field("static_friction", e.static_friction, "coefficient above which it no longer sticks");
    f.field("sliding_friction", e.sliding_friction, "coefficient in slip");
    f.field("zero_speed", e.zero_speed, "of slip, below which it will stick, m/s");
}
void own(Fields&, CustomForce&) {}

}  // namespace

void describe(Fields& f, Drive& drive) {
    static constexpr const char* activations[] = {"none", "integrator", "filter"};
    f.field("control", drive.control, "what it is told");
    f.list("control_range", drive.control_range, "from, to; none if both are the same");
    f.list("gain", drive.gain, "force per control: constant, with the length, with its rate");
    f.list("bias", drive.bias, "force without control: constant, with the length, with its rate");
    f.list("force_range", drive.force_range, "from, to; none if both are the same");
    f.field("activation", drive.activation, activations, "how a variable of its own follows the control");
    f.field("time_constant", drive.time_constant, "of a filter, s");
    f.list("activation_range", drive.activation_range, "from, to; none if both are the same");
    f.field("initial_activation", drive.initial_activation, "in a new State");
}

const KindsOf<AnyForce>& force_kinds() {
    static const KindsOf<AnyForce> kinds = [] {
        KindsOf<AnyForce> all;
#define SINEW_ONE(E) add_kind<E, CustomForce>(all, #E);
        SINEW_FORCES(SINEW_ONE)
#undef SINEW_ONE
        return all;
    }();
    return kinds;
}

void describe(Fields& f, AnyForce& force) {
    describe_element<CustomForce>(f, force, force_kinds(), "force", "CustomForce",
                                  [&f](auto& e) { own(f, e); });
}

}  // namespace sinew
