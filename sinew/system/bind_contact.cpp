// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/at.h>
#include <sinew/base/names.h>
#include <sinew/system/compliant.h>

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

/// More pairs than these are not listed.
constexpr std::size_t most_listed = 20'000;

bool is_bounded(const Surface& surface) { return std::isfinite(surface.ball().radius); }

std::string with_kind(const ContactSurface& surface) {
    return quoted(surface.name) + " (" + kind_of(surface.shape) + ")";
}

/// The pairs that have no law, once for each two kinds.
void refuse_pairs(const Compiled& c, const CompliantContact& contact, Faults& faults) {
    const std::vector<Surface>& surfaces = contact.surfaces;
    bool told[surface_kinds][surface_kinds] = {};
    const int n = static_cast<int>(surfaces.size());
    for (int i = 0; i < n; ++i)
        for (int j = i + 1; j < n; ++j) {
            const Surface &a = surfaces[at(i)], &b = surfaces[at(j)];
            const ContactSurface &first = c.model.surfaces[at(i)], &second = c.model.surfaces[at(j)];
            PairModel model{};
            bool& known = told[static_cast<int>(a.kind())][static_cast<int>(b.kind())];
            if (known || !contact.may_touch(c.model, i, j)) continue;
            const std::string why = choose_model(a, first.compliance, b, second.compliance, model);
            if (why.empty()) continue;
            known = true;
            faults.add(
                "surfaces " + with_kind(first) + " and " + with_kind(second) +
                " may touch, but compliant contact cannot tell how: " + why +
                " Or keep them apart by group and mask, by contact.excluded, or set contact.kind to rigid.");
        }
}

void list_pairs(const Compiled& c, CompliantContact& contact) {
    const int n = static_cast<int>(contact.surfaces.size());
    const auto list = [&](bool only_unbounded) {
        for (int i = 0; i < n; ++i)
            for (int j = i + 1; j < n; ++j) {
                const Surface &a = contact.surfaces[at(i)], &b = contact.surfaces[at(j)];
                if (only_unbounded && is_bounded(a) && is_bounded(b)) continue;
                if (!contact.may_touch(c.model, i, j)) continue;
                if (!only_unbounded && contact.pairs.size() == most_listed) return false;
                PairModel model{};
                choose_model(a, Compliance::hertz, b, Compliance::hertz, model);
                contact.pairs.push_back({i, j, model});
            }
        return true;
    };
    if (list(false)) return;
    contact.pairs.clear();
    list(true);
    for (int i = 0; i < n; ++i)
        if (is_bounded(contact.surfaces[at(i)])) contact.swept.push_back(i);
}

}  // namespace

MayTouch::MayTouch(const Model& model) {
    const auto keep_apart = [&](BodyId a, BodyId b) {
        kept_apart_.emplace_back(std::min(a.index, b.index), std::max(a.index, b.index));
    };
    for (const BodyPair& pair : model.contact.excluded) keep_apart(pair.first, pair.second);
    for (const JointElement& joint : model.joints) {
        const BodyId from = joint.placement.from, to = joint.placement.to;
        if (!model.contact.neighbours && from != world && to != world) keep_apart(from, to);
    }
    std::sort(kept_apart_.begin(), kept_apart_.end());
}

bool MayTouch::operator()(const Model& model, int first, int second) const {
    const ContactSurface &a = model.surfaces[at(first)], &b = model.surfaces[at(second)];
    if (a.body == b.body || !groups_meet(a, b)) return false;
    const std::pair bodies(std::min(a.body.index, b.body.index), std::max(a.body.index, b.body.index));
    return !std::binary_search(kept_apart_.begin(), kept_apart_.end(), bodies);
}

void bind_contact(Compiled& c, Faults& faults) {
    if (c.model.surfaces.empty() || c.model.contact.kind != ContactKind::compliant) return;
    auto contact = std::make_shared<CompliantContact>();
    for (const ContactSurface& surface : c.model.surfaces) contact->surfaces.emplace_back(surface.shape);
    contact->may_touch = MayTouch(c.model);
    refuse_pairs(c, *contact, faults);
    if (!faults.empty()) return;
    list_pairs(c, *contact);
    if (contact->pairs.empty() && contact->swept.empty()) return;
    contact->rules.modulus = c.model.contact.modulus;
    contact->rules.slip.law = c.model.contact.friction;
    contact->heat = c.layout->nz++;
    c.layout->z_names.emplace_back("contact.heat");
    c.layout->z_default.push_back(0);
    c.contact = std::move(contact);
}

void lay_out_contact_cache(Compiled& c) {
    auto contact = std::make_shared<CompliantContact>(*c.contact);
    contact->totals = c.layout->add_cache(Stage::force, sizeof(ContactTotals));
    const std::size_t per_surface = sizeof(SurfaceNow) + sizeof(Vec3) + sizeof(Vec3) + sizeof(int);
    contact->work = c.layout->add_cache(Stage::report, contact->surfaces.size() * per_surface + 64);
    c.contact = std::move(contact);
}

}  // namespace sinew
