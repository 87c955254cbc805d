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

/// What is in <geometry>, and where; none, with a word about it, if that is not known.
std::optional<Shape> Reader::shape_in(const xml::Element& visual, const Node& link, FileSearch& files,
                                      Transform& X_BG) {
    const xml::Element geometry = visual.child("geometry");
    if (!geometry || geometry.child("empty")) return {};
    std::string relative;
    X_BG = pose_of(visual, relative);
    if (!relative.empty()) {
        const int base = find_or_fault(link.scope, relative, visual);
        if (base < 0) return {};
        X_BG = link.X_WN.inverse() * nodes_[static_cast<std::size_t>(base)].X_WN * X_BG;
    }
    Shape shape;
    const auto number = [](const xml::Element& of, const char* name) {
        return of.required_text_of(name).number(1);
    };
    if (const xml::Element box = geometry.child("box")) {
        shape = shape::Box{box.required_text_of("size").vec3({1, 1, 1})};
    } else if (const xml::Element sphere = geometry.child("sphere")) {
        shape = shape::Sphere{number(sphere, "radius")};
    } else if (const xml::Element cylinder = geometry.child("cylinder")) {
        shape = shape::Cylinder{number(cylinder, "radius"), number(cylinder, "length")};
    } else if (xml::Element capsule = geometry.child("capsule");
               capsule || (capsule = geometry.child("drake:capsule"))) {
        shape = shape::Capsule{number(capsule, "radius"), number(capsule, "length")};
    } else if (const xml::Element ellipsoid = geometry.child("ellipsoid")) {
        shape = shape::Ellipsoid{ellipsoid.required_text_of("radii").vec3({1, 1, 1})};
    } else if (const xml::Element cone =
                   geometry.child("cone")) {  // centred, as cylinders are; ours stands on its base
        const double height = number(cone, "length");
        shape = shape::Cone{number(cone, "radius"), height};
        X_BG = X_BG * Transform{Rotation::identity(), {0, 0, -height / 2}};
    } else if (const xml::Element plane = geometry.child("plane")) {
        X_BG = X_BG *
               Transform{robot::z_to(robot::unit_axis(plane, plane.text_of("normal").vec3({0, 0, 1}))), {}};
        plane.child("size").read_all();
        shape = shape::HalfSpace{};
    } else if (const xml::Element mesh = geometry.child("mesh")) {
        shape = files.mesh(mesh.required_text_of("uri").word(), mesh.text_of("scale").vec3({1, 1, 1}),
                           mesh.place());
    } else {
        geometry.note(
            "none of the shapes in it is known. Known: box, sphere, cylinder, capsule, ellipsoid, cone, "
            "plane, mesh.");
        return {};
    }
    if (const std::string why = fault_of(shape); !why.empty()) {
        geometry.fault(why);
        return {};
    }
    return shape;
}

void Reader::show(const xml::Element& visual, const Node& link, Visual shown, bool collision) {
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

/// Each model has a group of its own, which it touches only if it says so (<self_collide>).
void Reader::groups_of(int scope, ContactSurface& surface) const {
    const auto parent = [this](int of) { return scopes_[static_cast<std::size_t>(of)].parent; };
    while (parent(scope) > 0) scope = parent(scope);
    int number = 0;
    for (int other = 1; other < scope; ++other) number += parent(other) == 0;
    surface.group = 1 << std::min(number, 30);  // beyond thirty models share a group, and touch one another
    if (number < 30 && !scopes_[static_cast<std::size_t>(scope)].self_collide) surface.mask &= ~surface.group;
}

/// What a link touches others with, if contact is asked for; shown where there is nothing else to see.
void Reader::collisions(const Node& link, bool shown, FileSearch& files) {
    for (const xml::Element& collision : link.element.children("collision")) {
        if (!robot::is_of_use(collision, shown, surfaces_.wanted(), tally_)) continue;
        Transform X_BG;
        const std::optional<Shape> shape = shape_in(collision, link, files, X_BG);
        if (!shape) continue;
        if (shown) show(collision, link, {.body = link.body, .X_BG = X_BG, .shape = *shape}, true);
        if (!surfaces_.wanted()) continue;
        const std::string own = collision.attribute("name").word();
        ContactSurface surface{
            .name = own.empty() ? link.name : own, .body = link.body, .X_BG = X_BG, .shape = *shape};
        Material& m = surface.material;
        const xml::Element described = collision.child("surface"), friction = described.child("friction");
        double mu = friction.child("bullet").text_of("friction").number(1);  // as SDF has it
        mu = friction.child("ode").text_of("mu").number(mu);
        const xml::Element drake = collision.child("drake:proximity_properties");
        m.sliding_friction = drake.text_of("drake:mu_dynamic").number(mu);
        m.static_friction = drake.text_of("drake:mu_static").number(std::max(mu, m.sliding_friction));
        m.young = drake.text_of("drake:hydroelastic_modulus").number(m.young);
        m.dissipation = drake.text_of("drake:hunt_crossley_dissipation").number(m.dissipation);
        m.restitution = described.child("bounce").text_of("restitution_coefficient").number(0);
        groups_of(link.scope, surface);
        surfaces_.add(model_, std::move(surface));
    }
}

void Reader::link_of(Node& node) {
    const xml::Element& e = node.element;
    const std::string name = body_names_.unique(node.name);
    node.body = model_.add(Body{.name = name, .mass = mass_of(e)});
    reading_.place(robot::element_name("body", name), e.place());
    FileSearch& files = *files_[static_cast<std::size_t>(&node - nodes_.data())];
    const std::vector<xml::Element> seen = e.children("visual");
    for (const xml::Element& visual : seen) {
        Transform X_BG;
        if (const std::optional<Shape> shape = shape_in(visual, node, files, X_BG))
            show(visual, node, {.body = node.body, .X_BG = X_BG, .shape = *shape}, false);
    }
    collisions(node, seen.empty(), files);
    if (!e.text_of("gravity").flag(true)) {
        e.note("gravity does not act on it.");
        model_.forces[0].as<Gravity>().except.push_back(node.body);
    }
    if (e.text_of("kinematic").flag()) e.note("<kinematic> was left out: it moves as others do.");
    for (const char* setting : {"self_collide", "enable_wind", "must_be_base_link"})
        e.child(setting).read_all();
}

}  // namespace sinew::sdf
