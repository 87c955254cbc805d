// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/formats/fields.h>

namespace sinew {

namespace {

constexpr const char* between = "the one point";
constexpr const char* and_the_other = "the other point";
constexpr const char* which = "the coordinate, as \"knee.angle\"";

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
    f.field("coordinate", e.coordinate, which);
    f.field("stiffness", e.stiffness, "N m/rad or N/m");
    f.field("rest", e.rest, "where it pulls nowhere, rad or m");
}
void own(Fields& f, MobilityDamper& e) {
    f.field("coordinate", e.coordinate, which);
    f.field("damping", e.damping, "N m s/rad or N s/m");
}
void own(Fields& f, MobilityConstant& e) {
    f.field("coordinate", e.coordinate, which);
    f.field("force", e.force, "N m or N");
}
void own(Fields& f, MobilityDiscrete& e) {
    f.field("coordinate", e.coordinate, which);
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
void own(Fields& f, GlobalDamper& e) { f.field("damping", e.damping, "of every speed, N m s/rad or N s/m"); }
void own(Fields&, CustomForce&) {}

}  // namespace

const KindsOf<AnyForce>& force_kinds() {
    static const KindsOf<AnyForce> kinds = [] {
        KindsOf<AnyForce> all;
#define SINEW_ONE(E)                                 \
    if constexpr (!std::is_same_v<E, CustomForce>) { \
        all.types.push_back(snake_case(#E));         \
        all.kinds.push_back(E{});                    \
    }
        SINEW_FORCES(SINEW_ONE)
#undef SINEW_ONE
        return all;
    }();
    return kinds;
}

void describe(Fields& f, AnyForce& force) {
    if (force.is<CustomForce>())
        return f.users_own("force " + sinew::quoted(name_of(force)) + ", a CustomForce");
    f.choice(force, force_kinds(), [&](AnyForce& any) {
        visit(
            [&](auto& e) {
                f.name(e.name);
                own(f, e);
            },
            any);
    });
}

}  // namespace sinew
