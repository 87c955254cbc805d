// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/formats/urdf_reader.h>

#include <algorithm>

namespace sinew::urdf {

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

void Reader::shape_of(const xml::Element& visual, const Link& link, bool collision) {
    const xml::Element geometry = visual.child("geometry");
    if (!geometry) {
        visual.note("there is no <geometry> in it, so there is nothing to show.");
        return;
    }
    Visual shown{.body = link.body, .X_BG = origin_of(visual)};
    std::string fault;
    if (const xml::Element box = geometry.child("box")) {
        shown.shape = shape::Box{box.required("size").vec3({1, 1, 1})};
    } else if (const xml::Element sphere = geometry.child("sphere")) {
        shown.shape = shape::Sphere{sphere.required("radius").number(1)};
    } else if (const xml::Element cylinder = geometry.child("cylinder")) {
        shown.shape =
            shape::Cylinder{cylinder.required("radius").number(1), cylinder.required("length").number(1)};
    } else if (xml::Element capsule = geometry.child("capsule");
               capsule || (capsule = geometry.child("drake:capsule"))) {
        shown.shape =
            shape::Capsule{capsule.required("radius").number(1), capsule.required("length").number(1)};
    } else if (const xml::Element ellipsoid = geometry.child("drake:ellipsoid")) {
        shown.shape = shape::Ellipsoid{{ellipsoid.required("a").number(1), ellipsoid.required("b").number(1),
                                        ellipsoid.required("c").number(1)}};
    } else if (const xml::Element mesh = geometry.child("mesh")) {
        std::vector<double> scale = mesh.attribute("scale").numbers(1, 3);
        if (scale.size() != 3) scale.resize(3, scale.empty() ? 1.0 : scale[0]);
        const std::string name = mesh.required("filename").word();
        shown.shape = files_.mesh(name, {scale[0], scale[1], scale[2]}, mesh.place());
    } else {
        geometry.note("none of the shapes in it is known. Known: box, sphere, cylinder, capsule, mesh.");
        return;
    }
    if (const std::string why = fault_of(shown.shape); !why.empty()) return geometry.fault(why);
    const std::string own = visual.attribute("name").word();
    shown.name = visual_names_.unique(own.empty() ? link.name : own);
    if (collision) shown.colour = {0.6, 0.6, 0.6, 0.5};
    if (const xml::Element material = visual.child("material")) shown.colour = colour_of(material);
    model_.add(std::move(shown));
}

void Reader::visuals(const Link& link) {
    const std::vector<xml::Element> seen = link.element.children("visual");
    for (const xml::Element& visual : seen) shape_of(visual, link, false);
    for (const xml::Element& collision : link.element.children("collision")) {
        if (seen.empty()) {
            tally_.add("a link without <visual> shows its <collision> shapes", collision.place());
            shape_of(collision, link, true);
        } else {
            collision.read_all();
        }
        tally_.add("<collision> shapes touch nothing: they were left out of the physics", collision.place());
    }
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
