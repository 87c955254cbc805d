// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/error.h>
#include <sinew/base/names.h>
#include <sinew/contact/laws.h>
#include <sinew/rigid/surface_pairs.h>
#include <sinew/rigid/surfaces.h>

#include <algorithm>

namespace sinew {

namespace {

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

/// The law of both, for each of the conditions that they make together: "ball on floor", "box on floor 3".
void add_conditions(Model& model, const ContactSurface& a, const ContactSurface& b,
                    std::vector<AnyConstraint> conditions) {
    OneWay law;
    const CombinedFriction mu = combined_friction(a.material, b.material);
    law.static_friction = mu.at_rest;
    law.sliding_friction = mu.sliding;
    law.viscous_friction = mu.viscous;
    law.restitution = std::min(a.material.restitution, b.material.restitution);
    for (std::size_t i = 0; i < conditions.size(); ++i) {
        law.name = a.name + " on " + b.name + (conditions.size() > 1 ? " " + std::to_string(i + 1) : "");
        visit([&](auto& constraint) { constraint.name = law.name; }, conditions[i]);
        model.add_constraint(std::move(conditions[i]));
        model.add(law);
    }
}

}  // namespace

Model with_rigid_contacts(Model model) {
    Faults faults;
    const std::vector<ContactSurface> surfaces = model.surfaces;
    for (std::size_t i = 0; i < surfaces.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) {
            if (!may_touch(model, surfaces[j], surfaces[i])) continue;
            const ContactSurface *a = &surfaces[j], *b = &surfaces[i];
            if (rank_in_pair(a->shape) > rank_in_pair(b->shape)) std::swap(a, b);
            std::string why;
            std::vector<AnyConstraint> conditions = conditions_of(*a, *b, why);
            if (!conditions.empty()) add_conditions(model, *a, *b, std::move(conditions));
            else
                faults.add("surfaces " + quoted(a->name) + " (" + kind_of(a->shape) + ") and " +
                           quoted(b->name) + " (" + kind_of(b->shape) +
                           ") may touch, but there are no equations for rigid contact of these" + why +
                           ". Let them be compliant, take steps of one length (contact.step, or the method "
                           "contact_steps), or keep them apart by groups or excluded bodies.");
        }
    faults.throw_if_any();
    model.contact.kind = ContactKind::none;
    return model;
}

}  // namespace sinew
