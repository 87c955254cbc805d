// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/formats/sdf_reader.h>

#include <algorithm>

namespace sinew::sdf {

MassProperties Reader::mass_of(const xml::Element& link) {
    const xml::Element inertial = link.child("inertial");
    if (!inertial) {
        tally_.add("a link without <inertial> has SDF's own: 1 kg, and 1 kg m² about each axis",
                   link.place());
        return {1, {}, {1, 1, 1, 0, 0, 0}};
    }
    if (inertial.attribute("auto").flag())
        inertial.fault("inertias are not computed from collision shapes. Write the mass and the inertia.");
    std::string relative;
    const Transform X_BI = pose_of(inertial, relative);
    if (!relative.empty()) inertial.fault("its pose can be relative to its link only.");
    const xml::Element inertia = inertial.child("inertia");
    const auto part = [&](const char* name, double standard) {
        return inertia.text_of(name).number(standard);
    };
    MassProperties mass{.mass = inertial.text_of("mass").number(1), .com = {}, .inertia = {}};
    mass.inertia = {part("ixx", 1), part("iyy", 1), part("izz", 1),
                    part("ixy", 0), part("ixz", 0), part("iyz", 0)};
    return robot::possible_mass(inertial, re_express(X_BI, mass));
}

void Reader::shape_of(const xml::Element& visual, const Node& link, bool collision, FileSearch& files) {
    const xml::Element geometry = visual.child("geometry");
    if (!geometry || geometry.child("empty")) return;
    std::string relative;
    Visual shown{.body = link.body, .X_BG = pose_of(visual, relative)};
    if (!relative.empty()) {
        const int base = find_or_fault(link.scope, relative, visual);
        if (base < 0) return;
        shown.X_BG = link.X_WN.inverse() * nodes_[static_cast<std::size_t>(base)].X_WN * shown.X_BG;
    }
    const auto number = [](const xml::Element& of, const char* name) {
        return of.required_text_of(name).number(1);
    };
    if (const xml::Element box = geometry.child("box")) {
        shown.shape = shape::Box{box.required_text_of("size").vec3({1, 1, 1})};
    } else if (const xml::Element sphere = geometry.child("sphere")) {
        shown.shape = shape::Sphere{number(sphere, "radius")};
    } else if (const xml::Element cylinder = geometry.child("cylinder")) {
        shown.shape = shape::Cylinder{number(cylinder, "radius"), number(cylinder, "length")};
    } else if (xml::Element capsule = geometry.child("capsule");
               capsule || (capsule = geometry.child("drake:capsule"))) {
        shown.shape = shape::Capsule{number(capsule, "radius"), number(capsule, "length")};
    } else if (const xml::Element ellipsoid = geometry.child("ellipsoid")) {
        shown.shape = shape::Ellipsoid{ellipsoid.required_text_of("radii").vec3({1, 1, 1})};
    } else if (const xml::Element cone =
                   geometry.child("cone")) {  // centred, as cylinders are; ours stands on its base
        const double height = number(cone, "length");
        shown.shape = shape::Cone{number(cone, "radius"), height};
        shown.X_BG = shown.X_BG * Transform{Rotation::identity(), {0, 0, -height / 2}};
    } else if (const xml::Element plane = geometry.child("plane")) {
        shown.X_BG =
            shown.X_BG *
            Transform{robot::z_to(robot::unit_axis(plane, plane.text_of("normal").vec3({0, 0, 1}))), {}};
        plane.child("size").read_all();
        shown.shape = shape::HalfSpace{};
    } else if (const xml::Element mesh = geometry.child("mesh")) {
        shown.shape = files.mesh(mesh.required_text_of("uri").word(), mesh.text_of("scale").vec3({1, 1, 1}),
                                 mesh.place());
    } else {
        geometry.note(
            "none of the shapes in it is known. Known: box, sphere, cylinder, capsule, ellipsoid, cone, "
            "plane, mesh.");
        return;
    }
    if (const std::string why = fault_of(shown.shape); !why.empty()) return geometry.fault(why);
    const std::string own = visual.attribute("name").word();
    shown.name = visual_names_.unique(own.empty() ? link.name : own);
    if (collision) shown.colour = {0.6, 0.6, 0.6, 0.5};
    const xml::Element material = visual.child("material");
    xml::Element colour = material.child("diffuse");
    if (!colour) colour = material.child("ambient");
    const std::vector<double> c = colour.text().numbers(3, 4);
    const auto share = [](double x) { return std::clamp(x, 0.0, 1.0); };
    if (c.size() >= 3)
        shown.colour = {share(c[0]), share(c[1]), share(c[2]), c.size() == 4 ? share(c[3]) : 1.0};
    if (const xml::Value through = visual.text_of("transparency"))
        shown.colour.opacity *= 1 - share(through.number());
    for (const char* other : {"ambient", "specular", "emissive", "script", "pbr", "lighting"})
        material.child(other).read_all();
    visual.child("cast_shadows").read_all();
    model_.add(std::move(shown));
}

void Reader::link_of(Node& node) {
    const xml::Element& e = node.element;
    const std::string name = body_names_.unique(node.name);
    node.body = model_.add(Body{.name = name, .mass = mass_of(e)});
    reading_.place(robot::element_name("body", name), e.place());
    FileSearch& files = *files_[static_cast<std::size_t>(&node - nodes_.data())];
    const std::vector<xml::Element> seen = e.children("visual");
    for (const xml::Element& visual : seen) shape_of(visual, node, false, files);
    for (const xml::Element& collision : e.children("collision")) {
        if (seen.empty()) {
            tally_.add("a link without <visual> shows its <collision> shapes", collision.place());
            shape_of(collision, node, true, files);
        } else {
            collision.read_all();
        }
        tally_.add("<collision> shapes touch nothing: they were left out of the physics", collision.place());
    }
    if (!e.text_of("gravity").flag(true)) {
        e.note("gravity does not act on it.");
        model_.forces[0].as<Gravity>().except.push_back(node.body);
    }
    if (e.text_of("kinematic").flag()) e.note("<kinematic> was left out: it moves as others do.");
    for (const char* setting : {"self_collide", "enable_wind", "must_be_base_link"})
        e.child(setting).read_all();
}

}  // namespace sinew::sdf
