// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/error.h>
#include <sinew/base/names.h>
#include <sinew/contact/laws.h>
#include <sinew/rigid/surfaces.h>

#include <algorithm>

namespace sinew {

namespace {

/// A ball on a body: a sphere, the end of a capsule, or (of radius 0) the corner of a box.
struct RoundPart {
    Vec3 center;
    double radius;
};

/// What touches a plane first is one of these; empty for a shape that has none.
std::vector<RoundPart> parts_of(const ContactSurface& s) {
    if (const auto* sphere = s.shape.if_a<shape::Sphere>()) return {{s.X_BG.p, sphere->radius}};
    if (const auto* capsule = s.shape.if_a<shape::Capsule>()) {
        const Vec3 end{0, 0, capsule->length / 2};
        return {{s.X_BG * -end, capsule->radius}, {s.X_BG * end, capsule->radius}};
    }
    std::vector<RoundPart> corners;
    if (const auto* box = s.shape.if_a<shape::Box>())
        for (int i = 0; i < 8; ++i) {
            const Vec3 half = 0.5 * box->sides;
            corners.push_back(
                {s.X_BG * Vec3{i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z},
                 0});
        }
    return corners;
}

bool are_joined(const Model& model, BodyId a, BodyId b) {
    return std::any_of(model.joints.begin(), model.joints.end(), [&](const JointElement& joint) {
        const JointPlacement& p = joint.placement;
        return (p.from == a && p.to == b) || (p.from == b && p.to == a);
    });
}

bool may_touch(const Model& model, const ContactSurface& a, const ContactSurface& b) {
    if (a.body == b.body || !groups_meet(a, b)) return false;
    for (const BodyPair& pair : model.contact.excluded)
        if ((pair.first == a.body && pair.second == b.body) ||
            (pair.first == b.body && pair.second == a.body))
            return false;
    return model.contact.neighbours || a.body == world || b.body == world ||
           !are_joined(model, a.body, b.body);
}

class Adder {
public:
    Adder(Model& model, Faults& faults) : model_(model), faults_(faults) {}

    void add(const ContactSurface& a, const ContactSurface& b) {
        const bool flat_a = a.shape.is<shape::HalfSpace>(), flat_b = b.shape.is<shape::HalfSpace>();
        if (flat_a && flat_b) return refuse(a, b);
        if (flat_a) return add(b, a);
        const std::vector<RoundPart> parts = parts_of(a), others = parts_of(b);
        const bool balls = a.shape.is<shape::Sphere>() && b.shape.is<shape::Sphere>();
        if (parts.empty() || !(flat_b || balls)) return refuse(a, b);
        OneWay law;
        const CombinedFriction mu = combined_friction(a.material, b.material);
        law.static_friction = mu.at_rest;
        law.sliding_friction = mu.sliding;
        law.viscous_friction = mu.viscous;
        law.restitution = std::min(a.material.restitution, b.material.restitution);
        for (std::size_t i = 0; i < parts.size(); ++i) {
            law.name = a.name + " on " + b.name + (parts.size() > 1 ? " " + std::to_string(i + 1) : "");
            const Station at{a.body, parts[i].center};
            if (flat_b) {
                const Vec3 normal = b.X_BG.R.z;
                model_.add(SphereOnPlane{.name = law.name,
                                         .plane = {b.body, normal, dot(normal, b.X_BG.p)},
                                         .center = at,
                                         .radius = parts[i].radius});
            } else {
                model_.add(SphereOnSphere{.name = law.name,
                                          .from = {b.body, others[0].center},
                                          .to = at,
                                          .from_radius = others[0].radius,
                                          .to_radius = parts[i].radius});
            }
            model_.add(law);
        }
    }

private:
    void refuse(const ContactSurface& a, const ContactSurface& b) {
        faults_.add(
            "surfaces " + quoted(a.name) + " (" + kind_of(a.shape) + ") and " + quoted(b.name) + " (" +
            kind_of(b.shape) +
            ") may touch, but there are no equations for rigid contact of these. Let them be compliant, or "
            "keep them apart by groups or excluded bodies.");
    }

    Model& model_;
    Faults& faults_;
};

}  // namespace

Model with_rigid_contacts(Model model) {
    Faults faults;
    Adder adder(model, faults);
    const std::vector<ContactSurface> surfaces = model.surfaces;
    for (std::size_t i = 0; i < surfaces.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (may_touch(model, surfaces[j], surfaces[i])) adder.add(surfaces[j], surfaces[i]);
    faults.throw_if_any();
    model.contact.kind = ContactKind::none;
    return model;
}

}  // namespace sinew
