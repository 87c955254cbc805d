// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/formats/fields.h>

namespace sinew {

void describe(Fields& f, Material& m) {
    f.field("young", m.young, "Young's modulus, Pa");
    f.field("poisson", m.poisson, "Poisson's ratio");
    f.field("dissipation", m.dissipation, "what restitution loses per speed of impact, s/m");
    f.field("static_friction", m.static_friction, "coefficient of friction where slip begins");
    f.field("sliding_friction", m.sliding_friction,
            "coefficient of friction in slip; not above the static one");
    f.field("viscous_friction", m.viscous_friction, "what is added to it per speed of slip, s/m");
    f.field("restitution", m.restitution, "of rigid contact: speed after an impact over speed before");
    f.field("thickness", m.thickness, "of the elastic layer, for beds of springs, m");
}

void describe(Fields& f, ContactSurface& surface) {
    static constexpr const char* compliances[] = {"hertz", "springs"};
    f.name(surface.name);
    f.field("body", surface.body, "the body it is on");
    f.field("X_BG", surface.X_BG, "where the shape's frame stands in the body's");
    f.object("shape", surface.shape, "what is touched", "shape");
    f.object("material", surface.material, "what it is made of");
    f.field("compliance", surface.compliance, compliances,
            "how it yields: as an elastic solid, or as a layer of springs on its mesh");
    f.field("group", surface.group, "bits 0 to 30 as a number: the groups it belongs to");
    f.field("mask", surface.mask, "bits 0 to 30 as a number: the groups that may touch it");
}

void describe(Fields& f, BodyPair& pair) {
    f.field("first", pair.first, "the one body");
    f.field("second", pair.second, "the other body");
}

void describe(Fields& f, ContactSettings& settings) {
    static constexpr const char* kinds[] = {"compliant", "rigid", "none"};
    static constexpr const char* rules[] = {"power", "textbook"};
    static constexpr const char* laws[] = {"smooth", "continuous"};
    f.field("kind", settings.kind, kinds, "what becomes of surfaces that touch");
    f.field("modulus", settings.modulus, rules, "how the moduli of two materials make one");
    f.field("friction", settings.friction, laws, "how friction follows the speed of slip");
    f.field("transition_speed", settings.transition_speed, "of slip, where friction is the static one, m/s");
    f.field("stribeck_range", settings.stribeck_range,
            "of slip, beyond the transition, over which friction falls to the sliding one, m/s");
    f.field("step", settings.step,
            "of rigid contact: steps of this length, s, all contacts of a step at once, as suits piles; 0: "
            "impact by impact");
    f.field("neighbours", settings.neighbours, "bodies with a joint between them may touch");
    f.list("excluded", settings.excluded, "pairs of bodies that never touch");
}

}  // namespace sinew
