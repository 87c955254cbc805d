// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Geoms that collide become contact surfaces, if contact is asked for.
#include <sinew/base/at.h>
#include <sinew/formats/mjcf_reader.h>

#include <algorithm>

namespace sinew::mjcf {

void Reader::add_surface(const Sourced& e, const std::string& type, const Shape& shape, const Transform& X_BG,
                         BodyId body) {
    const int contype = e["contype"].integer(1), conaffinity = e["conaffinity"].integer(1);
    if (contype == 0 && conaffinity == 0) return;
    if (type == "mesh" && !(shape.is<shape::Mesh>() && shape.as<shape::Mesh>().triangles)) return;
    ContactSurface surface{
        .name = e.name().empty() ? "geom" : e.name(), .body = body, .X_BG = X_BG, .shape = shape};
    const std::vector<double> friction = e["friction"].numbers(0, 3);
    double mu = friction.empty() ? 1 : friction[0];  // along the surface; the others turn and roll
    if (e["condim"].integer(3) == 1) mu = 0;
    surface.material.static_friction = surface.material.sliding_friction = mu;
    surface.material.restitution = 0;
    surfaces_.add(model_, std::move(surface));
    contact_bits_.emplace_back(contype, conaffinity);
}

void Reader::read_contact(const Element& section) {
    section.read();
    for (const Element& child : children(section)) {
        if (child.name() != "exclude") {
            child.read_all();
            note_once("pair", child,
                      "pairs with settings of their own are not read: its geoms touch as others do");
            continue;
        }
        child.read();
        known(child, "name");
        const Sourced e{child, {}, {}};
        const BodyPlace *first = body_named(e, "body1"), *second = body_named(e, "body2");
        if (first && second) model_.contact.excluded.push_back({first->id, second->id});
    }
}

/// Geoms of MuJoCo touch if one's contype has a bit of the other's conaffinity, in either direction; ours, if each has
/// a group that the other's mask has (13.50). Those with the same two numbers are a group.
void Reader::set_groups() {
    std::vector<std::pair<int, int>> kinds;
    for (const auto& bits : contact_bits_)
        if (std::find(kinds.begin(), kinds.end(), bits) == kinds.end()) kinds.push_back(bits);
    if (kinds.size() > 31) {
        note_once("groups", root_,
                  "has more than 31 pairs of contype and conaffinity: all its geoms may touch");
        return;
    }
    for (std::size_t i = 0; i < contact_bits_.size(); ++i) {
        ContactSurface& surface = model_.surfaces[i];
        surface.mask = 0;
        for (std::size_t k = 0; k < kinds.size(); ++k) {
            const auto& [contype, conaffinity] = contact_bits_[i];
            if (kinds[k] == contact_bits_[i]) surface.group = 1 << k;
            if ((contype & kinds[k].second) || (kinds[k].first & conaffinity)) surface.mask |= 1 << k;
        }
    }
}

/// MuJoCo takes bodies that are welded together for one, and keeps a body and its parent apart unless that is the
/// world. Bodies between several joints of one body are ours alone.
void Reader::keep_apart() {
    const auto whole = [this](int body) {  // the body that it is welded to
        while (welded_.contains(body)) body = parents_.at(body).index;
        return body;
    };
    std::set<int> touching;
    for (const ContactSurface& surface : model_.surfaces) touching.insert(surface.body.index);
    for (const int a : touching)
        for (const int b : touching) {
            if (a >= b) continue;
            const int one = whole(a), other = whole(b);
            const auto leads = [&](int child, int parent) {
                return child != 0 && parent != 0 && whole(parents_.at(child).index) == parent;
            };
            if (one == other || leads(one, other) || leads(other, one))
                model_.contact.excluded.push_back({BodyId{a}, BodyId{b}});
        }
}

}  // namespace sinew::mjcf
