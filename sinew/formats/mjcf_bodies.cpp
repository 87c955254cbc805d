// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Bodies within bodies, frames and replicas.
#include <sinew/base/names.h>
#include <sinew/formats/mjcf_reader.h>

#include <algorithm>

namespace sinew::mjcf {

namespace {

constexpr std::size_t most_elements = 200'000;  ///< once replicas have been made
constexpr int deepest = 1500;                   ///< of bodies and frames within each other

}  // namespace

void Reader::place(const std::string& kind, const std::string& name, const Element& e) {
    reading_.place(kind + " " + sinew::quoted(name), e.place());
}

/// A name that nothing of the kind has yet: the wish, or the wish with a number.
std::string Reader::fresh(std::set<std::string>& taken, const std::string& wish) {
    std::string name = wish;
    for (int i = 2; !taken.insert(name).second; ++i) name = wish + "_" + std::to_string(i);
    return name;
}

BodyId Reader::add_body(std::string name, const MassProperties& mass, const Element& e) {
    place("body", name, e);
    return model_.add(Body{.name = std::move(name), .mass = mass});
}

/// What is in a body: its elements with the frames and replicas around them resolved.
void Reader::collect(const Element& e, const Item& around, std::vector<Item>& out, int depth) {
    if (depth > deepest) return e.fault("is nested too deep. The limit is " + std::to_string(deepest));
    for (const Element& child : children(e)) {
        if (++elements_ > most_elements) {
            if (elements_ == most_elements + 1)
                child.fault("is one element too many. The limit is " + std::to_string(most_elements) +
                            ", replicas counted");
            return;
        }
        if (child.name() == "frame") {
            child.read();
            known(child, "name");
            Item within = around;
            const Sourced frame{child, {}, {}};
            within.X_BI = around.X_BI * Transform{rotation_in(frame), child.attribute("pos").vec3()};
            if (child.has("childclass")) within.childclass = child.attribute("childclass").word();
            collect(child, within, out, depth + 1);
        } else if (child.name() == "replicate") {
            replicate(child, around, out, depth);
        } else {
            out.push_back({child, around.X_BI, around.childclass, around.suffix});
        }
    }
}

void Reader::replicate(const Element& e, const Item& around, std::vector<Item>& out, int depth) {
    e.read();
    const int count = e.required("count").integer(1);
    if (count < 0 || static_cast<std::size_t>(count) > most_elements)
        return e.fault("count=\"" + std::to_string(count) + "\" must be from 0 to " +
                       std::to_string(most_elements));
    const std::string separator = e.attribute("sep").word();
    const Rotation turn =
        e.has("euler") ? euler_rotation(e.attribute("euler").numbers(3, 3)) : Rotation::identity();
    const Transform step{turn, e.attribute("offset").vec3()};
    const std::size_t digits = std::to_string(std::max(0, count - 1)).size();
    Transform X;
    for (int i = 0; i < count && elements_ <= most_elements; ++i) {
        std::string number = std::to_string(i);
        number.insert(0, digits - number.size(), '0');
        Item within = around;
        within.X_BI = around.X_BI * X;
        within.suffix = separator + number + around.suffix;
        collect(e, within, out, depth + 1);
        X = X * step;
    }
}

void Reader::read_world(const Element& e) {
    std::vector<Item> items;
    bodies_["world"] = {world, {}};
    body_names_.insert("world");
    known(e, "name");
    Item top;
    if (e.has("childclass")) top.childclass = e.attribute("childclass").word();
    collect(e, top, items, 0);
    for (const Item& item : items) {
        if (item.element.name() == "geom") read_geom(item, world);
        else if (item.element.name() == "site") read_site(item, world);
    }
    read_contents(items, world, {}, 0);
}

/// The bodies among the items.
void Reader::read_contents(const std::vector<Item>& items, BodyId body, const Transform& X_WB, int depth) {
    for (const Item& item : items)
        if (item.element.name() == "body") read_body(item, body, X_WB, depth + 1);
}

void Reader::read_body(const Item& item, BodyId parent, const Transform& X_WP, int depth) {
    const Element& e = item.element;
    e.read();
    if (depth > deepest) return e.fault("is nested too deep. The limit is " + std::to_string(deepest));
    const Sourced self{e, {}, item.suffix};
    const Transform X_PB = item.X_BI * Transform{rotation_in(self), e.attribute("pos").vec3()};
    const Transform X_WB = X_WP * X_PB;
    std::string name = self.name();
    const bool has_name = !name.empty();
    if (has_name && body_names_.contains(name))
        return e.fault("there is a body " + sinew::quoted(name) + " already");
    name = fresh(body_names_, has_name ? name : "body" + std::to_string(model_.bodies.size()));
    if (has_name && !item.suffix.empty()) replicas_[e.attribute("name").word()].push_back(item.suffix);
    if (e.has("mocap") && e.attribute("mocap").flag())
        e.note("is moved by motion capture in MuJoCo; here it is fixed where it begins");
    known(e, "user sleep");

    std::vector<Item> items;
    Item top{e, {}, item.childclass, item.suffix};
    if (e.has("childclass")) top.childclass = e.attribute("childclass").word();
    collect(e, top, items, depth);

    std::vector<Transform> frames;
    const std::vector<Sourced> joints = joints_of(items, frames);
    const BodyId body = hang(joints, frames, parent, X_PB, X_WB, name, e);
    bodies_[name] = {body, X_WB};
    parents_[body.index] = parent;
    if (joints.empty()) welded_.insert(body.index);

    MassProperties sum;
    bool any = false;
    for (const Item& one : items) {
        if (one.element.name() == "geom") {
            const Geom geom = read_geom(one, body);
            if (!geom.counts) continue;
            sum = any ? sum + geom.mass : geom.mass;
            any = true;
        } else if (one.element.name() == "site") {
            read_site(one, body);
        }
    }
    Body& made = model_.bodies[static_cast<std::size_t>(body.index)];
    made.mass = mass_of(items, sum, any, e);
    if (e.has("gravcomp")) {
        const double share = e.attribute("gravcomp").number();
        const double mass = made.mass.mass;
        if (share != 0 && mass > 0 && dot(option_.gravity, option_.gravity) > 0)
            model_.add(ConstantForce{.name = fresh(force_names_, name + "_gravcomp"),
                                     .at = {body, made.mass.com},
                                     .force = (-share * mass) * option_.gravity});
    }
    read_contents(items, body, X_WB, depth);
}

}  // namespace sinew::mjcf
