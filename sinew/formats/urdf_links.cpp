// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/formats/urdf_reader.h>

#include <algorithm>

namespace sinew::urdf {

namespace {

constexpr int surroundings_group = 1, robots_group = 2;

}  // namespace

Colour Reader::colour_of(const xml::Element& material) {
    const std::string name = material.attribute("name").word();
    if (const xml::Element colour = material.child("color")) {
        const std::vector<double> c = colour.required("rgba").numbers(3, 4);
        const auto part = [](double x) { return std::clamp(x, 0.0, 1.0); };
        Colour found{};
        if (c.size() >= 3) found = {part(c[0]), part(c[1]), part(c[2]), c.size() == 4 ? part(c[3]) : 1.0};
        if (!name.empty()) colours_.try_emplace(name, found);
        return found;
    }
    if (const xml::Element texture = material.child("texture")) {
        texture.read_all();
        tally_.add("textures of materials are not shown", texture.place());
    }
    const auto known = colours_.find(name);
    if (known != colours_.end()) return known->second;
    return {};
}

void Reader::materials() {
    for (const xml::Element& material : robot_.children("material")) colour_of(material);
    // Materials may be named before the visual that gives their colour.
    for (const Link& link : links_)
        for (const xml::Element& visual : link.element.children())
            if (visual.name() == "visual" && visual.child("material").child("color"))
                colour_of(visual.child("material"));
}

MassProperties Reader::mass_of(const Link& link) {
    const xml::Element inertial = link.element.child("inertial");
    if (!inertial) return {};
    const Transform X_BI = origin_of(inertial);
    MassProperties mass{.mass = inertial.required_child("mass").required("value").number()};
    if (const xml::Element inertia = inertial.child("inertia")) {
        const auto part = [&](const char* name) { return inertia.attribute(name).number(); };
        mass.inertia = {part("ixx"), part("iyy"), part("izz"), part("ixy"), part("ixz"), part("iyz")};
    } else if (mass.mass != 0) {
        inertial.note("there is no <inertia>: the mass was taken to be in one point.");
    }
    return robot::possible_mass(inertial, re_express(X_BI, mass));
}

/// What is in <geometry>, where <origin> puts it; none, with a word about it, if that is not known.
std::optional<Reader::PlacedShape> Reader::shape_in(const xml::Element& visual) {
    const xml::Element geometry = visual.child("geometry");
    if (!geometry) {
        visual.note("there is no <geometry> in it, so there is nothing to show.");
        return {};
    }
    PlacedShape placed{.X_BG = origin_of(visual)};
    Shape& shape = placed.shape;
    if (const xml::Element box = geometry.child("box")) {
        shape = shape::Box{box.required("size").vec3({1, 1, 1})};
    } else if (const xml::Element sphere = geometry.child("sphere")) {
        shape = shape::Sphere{sphere.required("radius").number(1)};
    } else if (const xml::Element cylinder = geometry.child("cylinder")) {
        shape = shape::Cylinder{cylinder.required("radius").number(1), cylinder.required("length").number(1)};
    } else if (xml::Element capsule = geometry.child("capsule");
               capsule || (capsule = geometry.child("drake:capsule"))) {
        shape = shape::Capsule{capsule.required("radius").number(1), capsule.required("length").number(1)};
    } else if (const xml::Element ellipsoid = geometry.child("drake:ellipsoid")) {
        shape = shape::Ellipsoid{{ellipsoid.required("a").number(1), ellipsoid.required("b").number(1),
                                  ellipsoid.required("c").number(1)}};
    } else if (const xml::Element mesh = geometry.child("mesh")) {
        std::vector<double> scale = mesh.attribute("scale").numbers(1, 3);
        if (scale.size() != 3) scale.resize(3, scale.empty() ? 1.0 : scale[0]);
        const std::string name = mesh.required("filename").word();
        shape = files_.mesh(name, {scale[0], scale[1], scale[2]}, mesh.place());
    } else {
        geometry.note("none of the shapes in it is known. Known: box, sphere, cylinder, capsule, mesh.");
        return {};
    }
    if (const std::string why = fault_of(shape); !why.empty()) {
        geometry.fault(why);
        return {};
    }
    return placed;
}

void Reader::show(const xml::Element& visual, const Link& link, const PlacedShape& placed, bool collision) {
    const std::string own = visual.attribute("name").word();
    Visual shown{.name = visual_names_.unique(own.empty() ? link.name : own),
                 .body = link.body,
                 .X_BG = placed.X_BG,
                 .shape = placed.shape};
    if (collision) shown.colour = {0.6, 0.6, 0.6, 0.5};
    if (const xml::Element material = visual.child("material")) shown.colour = colour_of(material);
    model_.add(std::move(shown));
}

void Reader::visuals(const Link& link) {
    const std::vector<xml::Element> seen = link.element.children("visual");
    for (const xml::Element& visual : seen)
        if (const std::optional<PlacedShape> placed = shape_in(visual)) show(visual, link, *placed, false);
    collisions(link, seen.empty());
}

/// What a robot touches others with, if contact is asked for; shown where there is nothing else to see.
void Reader::collisions(const Link& link, bool shown) {
    for (const xml::Element& collision : link.element.children("collision")) {
        if (!robot::is_of_use(collision, shown, surfaces_.wanted(), tally_)) continue;
        const std::optional<PlacedShape> placed = shape_in(collision);
        if (!placed) continue;
        if (shown) show(collision, link, *placed, true);
        if (!surfaces_.wanted()) continue;
        const std::string own = collision.attribute("name").word();
        surfaces_.add(model_, {.name = own.empty() ? link.name : own,
                               .body = link.body,
                               .X_BG = placed->X_BG,
                               .shape = placed->shape,
                               .material = material_of(link, collision),
                               .group = robots_group,
                               .mask = surroundings_group});
    }
}

/// Drake's properties of a collision, Bullet's of its link, Gazebo's of both.
Material Reader::material_of(const Link& link, const xml::Element& collision) {
    Material m;
    const auto friction = [&m](double mu) { m.static_friction = m.sliding_friction = mu; };
    for (const xml::Element& gazebo : robot_.children("gazebo"))
        if (gazebo.attribute("reference").word() == link.name)
            if (const xml::Value mu = gazebo.text_of("mu1")) friction(mu.number());
    const xml::Element bullet = link.element.child("contact");
    if (const xml::Element mu = bullet.child("lateral_friction")) friction(mu.required("value").number());
    if (const xml::Element e = bullet.child("restitution")) m.restitution = e.required("value").number();
    const xml::Element drake = collision.child("drake:proximity_properties");
    const auto of_drake = [&drake](const char* name, double standard) {
        const xml::Element found = drake.child(name);
        return found ? found.required("value").number(standard) : standard;
    };
    m.sliding_friction = of_drake("drake:mu_dynamic", m.sliding_friction);
    m.static_friction = of_drake("drake:mu_static", std::max(m.static_friction, m.sliding_friction));
    m.young = of_drake("drake:hydroelastic_modulus", m.young);
    m.dissipation = of_drake("drake:hunt_crossley_dissipation", m.dissipation);
    return m;
}

/// A floor, for a file has none; its base may stand in it.
void Reader::surroundings() {
    if (!surfaces_.wanted()) return;
    surfaces_.add(model_, {.name = "floor", .shape = shape::HalfSpace{}, .group = surroundings_group});
    model_.add(Visual{.name = visual_names_.unique("floor"), .shape = shape::HalfSpace{}});
    reading_.note(robot_.place(),
                  "a URDF file has no surroundings: a floor at z = 0 was added. Links of the robot do not "
                  "touch one another.",
                  true);
    for (const Link& link : links_)
        if (link.parent_joint < 0 && link.body != world && !options_.floating_base)
            model_.contact.excluded.push_back({world, link.body});
    surfaces_.finish(model_);
}

void Reader::bodies() {
    for (Link& link : links_) {
        if (!link.element) {
            link.body = world;
            continue;
        }
        const MassProperties mass = mass_of(link);
        link.element.attribute("type");
        if (link.name == "world" && link.parent_joint < 0) {
            link.body = world;
            if (mass.mass > 0) link.element.note("the world never moves: its mass was left out.");
        } else {
            // No other body can be called as the world is.
            const std::string name = body_names_.unique(link.name == "world" ? "world link" : link.name);
            link.body = model_.add(Body{.name = name, .mass = mass});
            reading_.place(robot::element_name("body", name), link.element.place());
        }
        visuals(link);
    }
}

}  // namespace sinew::urdf
