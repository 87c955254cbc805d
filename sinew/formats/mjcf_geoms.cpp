// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Geoms become visuals and, where a body has no inertia of its own, mass; sites become markers.
#include <sinew/base/names.h>
#include <sinew/formats/mjcf_reader.h>
#include <sinew/math/orientation.h>
#include <sinew/math/symmetric_eigen.h>

#include <cmath>

namespace sinew::mjcf {

namespace {

constexpr double no_size = 1e-15;

const std::vector<std::string> geom_types{"plane",    "hfield", "sphere", "capsule", "ellipsoid",
                                          "cylinder", "box",    "mesh",   "sdf"};

}  // namespace

Colour Reader::colour_of(const Sourced& e) {
    Colour colour{0.5, 0.5, 0.5, 1};
    if (e.has("material")) {
        const auto found = materials_.find(e["material"].word());
        if (found != materials_.end()) colour = found->second;
    }
    if (!e.has("rgba")) return colour;
    const std::vector<double> n = e["rgba"].numbers(3, 4);
    if (n.size() < 3) return colour;
    return {n[0], n[1], n[2], n.size() > 3 ? n[3] : 1};
}

/// The shape, and its frame in the body; none if it is nothing to see or weigh.
std::optional<Shape> Reader::shape_of(const Sourced& e, const std::string& type,
                                      const std::vector<double>& fromto, Transform& X_BG) {
    if (type == "plane") return shape::HalfSpace{};
    if (type == "hfield" || type == "sdf") {
        note_once(type, e.own, "geoms of type " + type + " are not read");
        return {};
    }
    if (type == "mesh") {
        Mesh* mesh = mesh_of(e);
        if (!mesh) return {};
        X_BG = X_BG * mesh->X_MR.inverse();  // letters: the frame of reference is put to G
        return shape::Mesh{mesh->triangles, mesh->file, mesh->scale};
    }
    std::vector<double> size = e["size"].numbers(0, 3);
    const bool round = type == "sphere", along = type == "capsule" || type == "cylinder";
    if (fromto.size() == 6) {
        const Vec3 from{fromto[0], fromto[1], fromto[2]}, to{fromto[3], fromto[4], fromto[5]};
        const double half = 0.5 * norm(to - from);
        if (round) e["fromto"].fault("does not go with a sphere");
        else if (!(half > no_size)) e["fromto"].fault("has both ends at one place");
        else {
            if (size.empty()) size.push_back(0);
            size.resize(1);
            if (!along) size.push_back(size[0]);
            size.push_back(half);
        }
    }
    const std::size_t count = round ? 1 : along ? 2 : 3;
    if (size.size() < count) {
        e["size"].fault("needs " + std::to_string(count) + " numbers for a " + type);
        return {};
    }
    for (std::size_t i = 0; i < count; ++i)
        if (!(size[i] > 0)) {
            e["size"].fault("must be positive");
            return {};
        }
    if (round) return shape::Sphere{size[0]};
    if (type == "capsule") return shape::Capsule{size[0], 2 * size[1]};
    if (type == "cylinder") return shape::Cylinder{size[0], 2 * size[1]};
    if (type == "ellipsoid") return shape::Ellipsoid{{size[0], size[1], size[2]}};
    return shape::Box{{2 * size[0], 2 * size[1], 2 * size[2]}};
}

Reader::Geom Reader::read_geom(const Item& item, BodyId body) {
    const Sourced e = sourced(item.element, item.childclass, {"geom"}, item.suffix);
    known(
        e.own,
        "contype conaffinity condim priority friction solmix solref solimp margin gap user hfield fluidshape "
        "fluidcoef surfacevel");
    std::string type = e["type"].one_of(geom_types, "sphere");
    if (e.has("mesh") && type != "mesh" && type != "sdf") {
        note_once("fitted", e.own, "a primitive is not fitted to its mesh; the mesh itself is taken");
        type = "mesh";
    }
    Transform X_BG{rotation_in(e), e["pos"].vec3()};
    const std::vector<double> fromto = e["fromto"].numbers(0, 6);
    if (e.has("fromto") && fromto.size() != 6) e["fromto"].fault("needs 6 numbers");
    if (fromto.size() == 6) {
        const Vec3 from{fromto[0], fromto[1], fromto[2]}, to{fromto[3], fromto[4], fromto[5]};
        X_BG = {norm(to - from) > no_size ? rotation_taking_z_to(from - to) : Rotation::identity(),
                0.5 * (from + to)};
    }
    X_BG = item.X_BI * X_BG;  // letters: what the file gives in I
    const std::optional<Shape> shape = shape_of(e, type, fromto, X_BG);
    Geom out;
    if (!shape) return out;

    const double group = e["group"].number(), density = e["density"].number(1000);
    if (e.has("mass") && e["mass"].number() < 0) e["mass"].fault("must not be negative");
    if (density < 0) e["density"].fault("must not be negative");
    if (!e.name().empty() && visual_names_.contains(e.name()))
        e.own.fault("there is a geom " + sinew::quoted(e.name()) + " already");
    const std::string wish = e.name().empty() ? "geom" + std::to_string(model_.visuals.size()) : e.name();
    const bool hidden =
        compiler_.discard_visual && e["contype"].number(1) == 0 && e["conaffinity"].number(1) == 0;
    if (!hidden)
        model_.add(Visual{.name = fresh(visual_names_, wish),
                          .body = body,
                          .X_BG = X_BG,
                          .shape = *shape,
                          .colour = colour_of(e)});
    if (surfaces_.wanted()) add_surface(e, type, *shape, X_BG, body);
    const bool shell = e["shellinertia"].flag();
    if (reading_.failed() || body == world || type == "plane" || group < compiler_.first_group ||
        group > compiler_.last_group || (e.has("mass") && e["mass"].number() == 0) ||
        (!e.has("mass") && density == 0))
        return out;
    if (compiler_.inertia_from_geom == "false") return out;
    if (shell) note_once("shell", e.own, "shellinertia is not read: its mass fills the geom");
    const Amount amount = e.has("mass") ? Amount(e["mass"].number()) : Amount(Density{density});
    if (type == "mesh") {
        const auto mass = mesh_mass(e, *mesh_of(e));
        if (!mass) return out;
        const double scale = e.has("mass") ? amount.value / mass->mass : density;
        const Sym3& I = mass->inertia;
        out.mass = {scale * mass->mass,
                    mass->com,
                    {scale * I.xx, scale * I.yy, scale * I.zz, scale * I.xy, scale * I.xz, scale * I.yz}};
    } else {
        out.mass = solid(*shape, amount);
    }
    out.mass = re_express(X_BG, out.mass);
    out.counts = true;
    return out;
}

/// What <inertial> says.
MassProperties Reader::inertial(const Item& item) {
    const Sourced e{item.element.read(), {}, {}};
    const Transform X_BI = item.X_BI * Transform{rotation_in(e), e.own.required("pos").vec3()};
    MassProperties m;
    m.mass = e.own.required("mass").number();
    if (e.own.has("fullinertia")) {
        const std::vector<double> n = e.own.attribute("fullinertia").numbers(6, 6);
        if (n.size() == 6) m.inertia = {n[0], n[1], n[2], n[3], n[4], n[5]};
        if (e.own.has("diaginertia")) e.own.fault("has diaginertia and fullinertia. Give one");
        if (rotation_of_element(e.own)) e.own.fault("has fullinertia and an orientation. Give one");
    } else {
        const Vec3 d = e.own.attribute("diaginertia").vec3();
        m.inertia = {d.x, d.y, d.z, 0, 0, 0};
    }
    if (m.mass < 0) e.own.attribute("mass").fault("must not be negative");
    return re_express(X_BI, m);
}

/// The least mass and inertia, and inertias that no body has made ones that some body has.
void Reader::bound(MassProperties& m) const {
    m.mass = std::fmax(m.mass, compiler_.bound_mass);
    if (!(compiler_.bound_inertia > 0) && !compiler_.balance_inertia) return;
    const PrincipalAxes own = principal_axes(m.inertia);
    Vec3 d = own.values;
    for (int i = 0; i < 3; ++i) d[i] = std::fmax(d[i], compiler_.bound_inertia);
    if (compiler_.balance_inertia && (d.x + d.y < d.z || d.x + d.z < d.y || d.y + d.z < d.x)) {
        const double mean = (d.x + d.y + d.z) / 3;
        d = {mean, mean, mean};
    }
    m.inertia = re_express(own.R, Sym3{d.x, d.y, d.z, 0, 0, 0});
}

MassProperties Reader::mass_of(const std::vector<Item>& items, const MassProperties& of_geoms, bool any_geom,
                               const Element& body) {
    const Item* own = nullptr;
    for (const Item& item : items)
        if (item.element.name() == "inertial") {
            if (own) item.element.fault("is the second <inertial> of its body");
            own = &item;
        }
    MassProperties m = own ? inertial(*own) : MassProperties{};
    if (compiler_.inertia_from_geom == "true" || (!own && any_geom)) m = of_geoms;
    if (!own && compiler_.inertia_from_geom == "false") m = {};
    static_cast<void>(body);
    bound(m);
    return m;
}

void Reader::set_total_mass() {
    if (!(compiler_.total_mass > 0)) return;
    double sum = 0;
    for (std::size_t i = 1; i < model_.bodies.size(); ++i) sum += model_.bodies[i].mass.mass;
    if (!(sum > 0)) return;
    const double scale = compiler_.total_mass / sum;
    for (std::size_t i = 1; i < model_.bodies.size(); ++i) {
        MassProperties& m = model_.bodies[i].mass;
        m.mass *= scale;
        m.inertia = {scale * m.inertia.xx, scale * m.inertia.yy, scale * m.inertia.zz,
                     scale * m.inertia.xy, scale * m.inertia.xz, scale * m.inertia.yz};
    }
}

void Reader::read_site(const Item& item, BodyId body) {
    const Sourced e = sourced(item.element, item.childclass, {"site"}, item.suffix);
    known(e.own, "size type group material rgba user mesh");
    Transform X_BS{rotation_in(e), e["pos"].vec3()};
    const std::vector<double> fromto = e["fromto"].numbers(0, 6);
    if (fromto.size() == 6) {
        const Vec3 from{fromto[0], fromto[1], fromto[2]}, to{fromto[3], fromto[4], fromto[5]};
        X_BS = {norm(to - from) > no_size ? rotation_taking_z_to(from - to) : Rotation::identity(),
                0.5 * (from + to)};
    }
    X_BS = item.X_BI * X_BS;  // letters: what the file gives in I
    const std::string name = e.name();
    if (!name.empty() && !sites_.try_emplace(name, Site{body, X_BS}).second)
        return e.own.fault("there is a site " + sinew::quoted(name) + " already");
    if (!name.empty() && !item.suffix.empty())
        replicas_[e.own.attribute("name").word()].push_back(item.suffix);
    const std::string marker =
        fresh(marker_names_, name.empty() ? "site" + std::to_string(model_.markers.size()) : name);
    place("marker", marker, e.own);
    model_.add(Marker{.name = marker, .on = {body, X_BS}});
}

}  // namespace sinew::mjcf
