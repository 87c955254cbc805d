// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Tendons along joints, or straight through sites.
#include <sinew/base/names.h>
#include <sinew/formats/mjcf_reader.h>

namespace sinew::mjcf {

void Reader::read_tendon(const Element& e) {
    for (const Element& child : children(e)) {
        const std::string kind(child.name());
        if (kind != "fixed" && kind != "spatial") {
            child.read_all();
            note_once("tendon " + kind, child, "tendons of this kind are not read");
            continue;
        }
        for (const std::string& suffix : suffixes_of(child)) {
            const Sourced s = sourced(child, "", {"tendon"}, suffix);
            known(child,
                  "class group width material rgba user margin solreflimit solimplimit solreffriction "
                  "solimpfriction");
            Tendon tendon;
            if (kind == "fixed") fixed_tendon(s, tendon);
            else spatial_tendon(s, tendon);
            const std::string name = s.name().empty() ? "tendon" + std::to_string(tendons_.size()) : s.name();
            if (tendons_.contains(name)) {
                child.fault("there is a tendon " + sinew::quoted(name) + " already");
                continue;
            }
            const std::string limited = s["limited"].word("auto");
            if (limited == "true" || (limited == "auto" && s.has("range")))
                note_once("tendon limits", child, "limits of tendons are not read");
            s["range"];
            if (s["frictionloss"].number() != 0)
                note_once("tendon friction", child, "dry friction in tendons (frictionloss) is not read");
            if (s["armature"].number() != 0)
                note_once("tendon armature", child, "the inertia of tendons (armature) is not read");
            if (s.has("actuatorfrcrange")) tendon.force_range = s["actuatorfrcrange"].numbers(2, 2);
            s["actuatorfrclimited"];
            if (tendon.usable) add_tendon_spring(s, name, tendon);
            tendons_[name] = tendon;
        }
    }
}

void Reader::fixed_tendon(const Sourced& e, Tendon& tendon) {
    for (const Element& child : children(e.own)) {
        child.read();
        const Sourced part{child, {}, e.suffix};
        const Joint* joint = joint_named(part, "joint");
        const double c = child.attribute("coef").number(1);
        if (!joint) continue;
        if (joint->type == JointType::ball || joint->type == JointType::free) {
            child.fault("names joint " + sinew::quoted(joint->name) + ", which is no hinge or slide");
            continue;
        }
        tendon.couples.push_back(joint->coordinate());
        tendon.coefficients.push_back(c);
        tendon.length0 += c * joint->ref;
    }
    if (tendon.couples.empty()) {
        e.own.fault("needs a joint at least");
        tendon.usable = false;
    }
}

void Reader::spatial_tendon(const Sourced& e, Tendon& tendon) {
    for (const Element& child : children(e.own)) {
        child.read();
        if (child.name() != "site") {
            child.read_all();
            note_once("tendon over " + std::string(child.name()), child,
                      child.name() == "pulley" ? "tendons over pulleys are not read"
                                               : "tendons that wrap around geoms are not read");
            tendon.usable = false;
            continue;
        }
        const Site* site = site_named(Sourced{child, {}, e.suffix}, "site");
        if (!site) continue;
        Transform X_WB;
        for (const auto& [ignored, place] : bodies_)
            if (place.id == site->body) X_WB = place.X_WB0;
        tendon.path.push_back({site->body, site->X_BS.p});
        tendon.p_W0.push_back(X_WB * site->X_BS.p);
    }
    for (std::size_t i = 1; i < tendon.p_W0.size(); ++i)
        tendon.length0 += norm(tendon.p_W0[i] - tendon.p_W0[i - 1]);
    if (tendon.path.size() < 2) {
        if (tendon.usable) e.own.fault("needs two sites at least");
        tendon.usable = false;
    }
}

/// A spring that rests at a length, or over a range of lengths; by default at the one it has at the references.
void Reader::add_tendon_spring(const Sourced& e, const std::string& name, const Tendon& tendon) {
    const std::vector<double> k = e["stiffness"].numbers(0, 4), c = e["damping"].numbers(0, 4);
    const double stiffness = option_.springs && !k.empty() ? k[0] : 0;
    const double damping = option_.dampers && !c.empty() ? c[0] : 0;
    std::vector<double> rest = e["springlength"].numbers(0, 2);
    if (stiffness == 0 && damping == 0) return;
    if (damping < 0) return e["damping"].fault("must not be negative");
    if (rest.empty()) rest = {-1};
    if (rest[0] == -1) rest = {tendon.length0};
    const double slack = rest.size() > 1 ? rest[1] - rest[0] : 0;
    if (slack < 0) return e["springlength"].fault("has a lower end above its upper one");
    const std::string force = fresh(force_names_, name);
    if (!tendon.couples.empty()) {
        place("coordinate tendon", force, e.own);
        model_.add(CoordinateTendon{.name = force,
                                    .couples = tendon.couples,
                                    .coefficients = tendon.coefficients,
                                    .stiffness = stiffness,
                                    .rest_length = rest[0],
                                    .slack = slack,
                                    .damping = damping});
        return;
    }
    place("path tendon", force, e.own);
    model_.add(PathTendon{.name = force,
                          .path = tendon.path,
                          .stiffness = stiffness,
                          .rest_length = rest[0],
                          .slack = slack,
                          .damping = damping});
}

}  // namespace sinew::mjcf
