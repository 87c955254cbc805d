// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/contact/material.h>
#include <sinew/forces/contract.h>
#include <sinew/geometry/shapes.h>

#include <string>
#include <utility>
#include <vector>

namespace sinew {

/// How a surface yields where contact is compliant.
enum class Compliance : unsigned char {
    hertz,    ///< as an elastic solid that is smooth where it is touched (15.1)
    springs,  ///< as a layer of springs on a rigid core, one per triangle of its mesh (15.12)
};

/// A shape on a body that touches others. Compliant and rigid contact use the same surfaces (15.1).
struct ContactSurface {
    std::string name{};
    BodyId body = world;
    Transform X_BG{};
    Shape shape{};
    Material material{};
    Compliance compliance = Compliance::hertz;  ///< a mesh yields by springs, whatever this says
    /// Bits 0 to 30. Two surfaces may touch if each has a group that the other's mask has, too.
    int group = 1, mask = 0x7fffffff;

    static constexpr const char* kind = "surface";
    static void parameters(auto& s, auto&& each) {
        each("X_BG", s.X_BG, Rule::rotation);
        Material::parameters(s.material, each);
    }
};

using SurfaceId = Id<ContactSurface>;

/// f(name, number or Vec3) for each size of a shape that a State may have of its own; none of shapes whose form is data
/// (meshes, hulls, height maps). Shape: const or not.
void each_size(auto& shape, auto&& f) {
    if (auto* s = shape.template if_a<shape::Box>()) f("sides", s->sides);
    if (auto* s = shape.template if_a<shape::Sphere>()) f("radius", s->radius);
    if (auto* s = shape.template if_a<shape::Ellipsoid>()) f("radii", s->radii);
    if (auto* s = shape.template if_a<shape::Cylinder>()) f("radius", s->radius), f("length", s->length);
    if (auto* s = shape.template if_a<shape::Capsule>()) f("radius", s->radius), f("length", s->length);
    if (auto* s = shape.template if_a<shape::Cone>()) f("radius", s->radius), f("height", s->height);
    if (auto* s = shape.template if_a<shape::Torus>())
        f("ring_radius", s->ring_radius), f("tube_radius", s->tube_radius);
}

/// A surface's numbers as a State has them, in the order of its parameters.
struct SurfaceValues {
    FrameValues<double> X_BG;
    Material material;
};

/// What becomes of surfaces that touch.
enum class ContactKind : unsigned char {
    compliant,  ///< they yield, and press back by their materials
    rigid,      ///< they do not yield: impacts, and forces as large as it takes
    none,       ///< nothing: surfaces are only looked at
};

/// How the moduli of two materials make one (15.3).
enum class ModulusRule : unsigned char {
    power,     ///< each side yields as if it alone touched something rigid, and both press alike
    textbook,  ///< 1/E* = 1/E₁* + 1/E₂*: what the half spaces of Hertz do
};

/// Friction over the speed of slip (15.10).
enum class FrictionLaw : unsigned char {
    smooth,      ///< two derivatives everywhere, exactly μ_d beyond the Stribeck range
    continuous,  ///< Simbody's: one kink, at the transition speed
};

/// Two bodies whose surfaces never touch one another.
struct BodyPair {
    BodyId first{}, second{};
};

/// What holds for all contact of a Model. Surfaces of one body never touch one another; those of two bodies with a
/// joint between them do only if one of the two is the world, or `neighbours` says so.
struct ContactSettings {
    ContactKind kind = ContactKind::compliant;
    ModulusRule modulus = ModulusRule::power;
    FrictionLaw friction = FrictionLaw::smooth;
    double transition_speed = 0.01;  ///< of slip, where friction is μ_s, m/s; the smaller the stiffer
    double stribeck_range = 0.1;     ///< of slip, beyond it, over which friction falls to μ_d, m/s
    /// s: rigid contact by steps of this length, all contacts of a step at once (chapter 18), as suits piles; 0: impact
    /// by impact.
    double step = 0;
    bool neighbours = false;
    std::vector<BodyPair> excluded{};

    static void parameters(auto& s, auto&& each) {
        each("transition_speed", s.transition_speed, Rule::positive);
        each("stribeck_range", s.stribeck_range, Rule::positive);
    }
};

/// Which of two surfaces may touch, by their groups and masks.
inline bool groups_meet(const ContactSurface& a, const ContactSurface& b) {
    return (a.group & b.mask) != 0 && (b.group & a.mask) != 0;
}

}  // namespace sinew
