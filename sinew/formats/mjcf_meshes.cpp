// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Assets: meshes, and the colours of materials.
#include <sinew/base/names.h>
#include <sinew/formats/mesh_files.h>
#include <sinew/formats/mjcf_reader.h>
#include <sinew/geometry/convex_hull.h>

#include <cmath>
#include <filesystem>

namespace sinew::mjcf {

namespace {

constexpr std::size_t most_hull_points = 3000;  ///< beyond these a hull takes too long

}  // namespace

void Reader::read_asset(const Element& e) {
    for (const Element& child : children(e)) {
        if (child.name() == "mesh") {
            const Sourced s = sourced(child, "", {"mesh"});
            Mesh mesh;
            mesh.file = child.attribute("file").word();
            mesh.scale = s["scale"].vec3({1, 1, 1});
            mesh.inertia = s["inertia"].word("legacy");
            mesh.X_MR.p = child.attribute("refpos").vec3();
            if (child.has("refquat")) {
                const std::vector<double> n = child.attribute("refquat").numbers(4, 4);
                const double size =
                    n.size() == 4 ? std::hypot(std::hypot(n[0], n[1]), std::hypot(n[2], n[3])) : 0;
                if (size > 1e-10) mesh.X_MR.R = sinew::rotation_of(Quaternion{n[0], n[1], n[2], n[3]});
                else child.attribute("refquat").fault("has no length, so it is no orientation");
            }
            mesh.where = child.place();
            if (child.has("vertex")) {
                const std::vector<double> v = child.attribute("vertex").numbers();
                const std::vector<double> f = child.attribute("face").numbers();
                auto triangles = std::make_shared<TriangleMesh>();
                for (std::size_t i = 0; i + 2 < v.size(); i += 3)
                    triangles->vertices.push_back({v[i], v[i + 1], v[i + 2]});
                const double most = static_cast<double>(triangles->vertices.size()) - 1;
                for (std::size_t i = 0; i + 2 < f.size(); i += 3) {
                    if (!(f[i] >= 0 && f[i] <= most && f[i + 1] >= 0 && f[i + 1] <= most && f[i + 2] >= 0 &&
                          f[i + 2] <= most)) {
                        child.attribute("face").fault("names a vertex that is not there");
                        break;
                    }
                    triangles->faces.push_back(
                        {static_cast<int>(f[i]), static_cast<int>(f[i + 1]), static_cast<int>(f[i + 2])});
                }
                if (f.empty()) {  // points alone stand for what they span
                    *triangles = triangles->vertices.size() <= most_hull_points
                                     ? convex_hull(triangles->vertices)
                                     : TriangleMesh{};
                    if (triangles->faces.empty())
                        child.note("has no faces, and its points span no body: it is left out");
                }
                mesh.triangles = triangles;
                mesh.looked_for = true;
            }
            known(child, "class smoothnormal maxhullvert normal texcoord material content_type");
            std::string name = child.attribute("name").word();
            if (name.empty()) name = std::filesystem::path(mesh.file).stem().string();
            if (name.empty()) child.fault("needs a name or a file");
            else if (!meshes_.try_emplace(name, mesh).second)
                child.fault("there is a mesh " + sinew::quoted(name) + " already");
        } else if (child.name() == "material") {
            const Sourced s = sourced(child, "", {"material"});
            known(child,
                  "class texture texrepeat texuniform emission specular shininess reflectance metallic "
                  "roughness");
            Colour colour{1, 1, 1, 1};
            const std::vector<double> n = s["rgba"].numbers(0, 4);
            if (n.size() >= 3) colour = {n[0], n[1], n[2], n.size() > 3 ? n[3] : 1};
            materials_[child.attribute("name").word()] = colour;
            for (const Element& layer : child.children()) layer.read_all();
        } else {
            child.read_all();
            note_once("asset " + std::string(child.name()), child, "assets of this kind are not read");
        }
    }
}

/// The mesh that a geom names, with its file read. A file that is not there is noted once.
Mesh* Reader::mesh_of(const Sourced& e) {
    if (!e.has("mesh")) {
        e.own.fault("a geom of type mesh needs the name of a mesh");
        return nullptr;
    }
    Mesh* mesh = named(meshes_, e, "mesh", "mesh");
    if (!mesh || mesh->looked_for) return mesh;
    mesh->looked_for = true;
    const std::string path = found(mesh->file, compiler_.mesh_folder, e.own);
    if (path.empty()) {
        reading_.note(mesh->where,
                      "mesh file " + sinew::quoted(mesh->file) + " is not there: it is left out");
        return mesh;
    }
    try {
        mesh->triangles = std::make_shared<TriangleMesh>(read_mesh(path));
        mesh->file = path;
    } catch (const Error& error) {
        reading_.note(mesh->where, std::string("mesh is left out: ") + error.what());
    }
    return mesh;
}

namespace {

/// The volume between the faces and their middle, each counted as positive: what MuJoCo calls legacy. For a convex
/// mesh it is what the surface encloses.
MassProperties counted_volume(const TriangleMesh& mesh) {
    Vec3 middle;
    double area = 0;
    for (const auto& f : mesh.faces) {
        const Vec3 a = mesh.vertices[static_cast<std::size_t>(f[0])],
                   b = mesh.vertices[static_cast<std::size_t>(f[1])],
                   c = mesh.vertices[static_cast<std::size_t>(f[2])];
        const double size = 0.5 * norm(cross(b - a, c - a));
        middle += size / 3 * (a + b + c);
        area += size;
    }
    if (!(area > 0)) return {};
    middle = middle / area;
    double volume = 0;
    Vec3 first;
    double xx = 0, yy = 0, zz = 0, xy = 0, xz = 0, yz = 0;
    for (const auto& f : mesh.faces) {
        const Vec3 a = mesh.vertices[static_cast<std::size_t>(f[0])] - middle,
                   b = mesh.vertices[static_cast<std::size_t>(f[1])] - middle,
                   c = mesh.vertices[static_cast<std::size_t>(f[2])] - middle;
        const double v = std::fabs(dot(a, cross(b, c))) / 6;
        const Vec3 s = a + b + c;
        volume += v;
        first += (v / 4) * s;
        const auto product = [&](double a1, double b1, double c1, double s1, double a2, double b2, double c2,
                                 double s2) { return v / 20 * (a1 * a2 + b1 * b2 + c1 * c2 + s1 * s2); };
        xx += product(a.x, b.x, c.x, s.x, a.x, b.x, c.x, s.x);
        yy += product(a.y, b.y, c.y, s.y, a.y, b.y, c.y, s.y);
        zz += product(a.z, b.z, c.z, s.z, a.z, b.z, c.z, s.z);
        xy += product(a.x, b.x, c.x, s.x, a.y, b.y, c.y, s.y);
        xz += product(a.x, b.x, c.x, s.x, a.z, b.z, c.z, s.z);
        yz += product(a.y, b.y, c.y, s.y, a.z, b.z, c.z, s.z);
    }
    if (!(volume > 0)) return {};
    const Vec3 p = first / volume;
    xx -= volume * p.x * p.x, yy -= volume * p.y * p.y, zz -= volume * p.z * p.z;
    xy -= volume * p.x * p.y, xz -= volume * p.x * p.z, yz -= volume * p.y * p.z;
    return {volume, middle + p, {yy + zz, xx + zz, xx + yy, -xy, -xz, -yz}};
}

}  // namespace

/// Mass properties for density one; none, and a note, where there is nothing to weigh.
std::optional<MassProperties> Reader::mesh_mass(const Sourced& e, const Mesh& mesh) {
    if (!mesh.triangles || mesh.triangles->faces.empty()) {
        note_once("weightless " + mesh.file, e.own, "its mesh has no faces, so that it has no mass here");
        return {};
    }
    const TriangleMesh scaled = scaled_triangles(shape::Mesh{mesh.triangles, mesh.file, mesh.scale});
    if (mesh.inertia == "exact") {
        try {
            return mesh_solid(Density{1}, scaled);
        } catch (const Error& error) {
            e.own.fault(std::string("its mesh can not be weighed exactly: ") + error.what());
            return {};
        }
    }
    if (mesh.inertia == "convex" && scaled.vertices.size() <= most_hull_points) {
        const TriangleMesh hull = convex_hull(scaled.vertices);
        if (!hull.faces.empty()) return counted_volume(hull);
    }
    if (mesh.inertia == "convex" || mesh.inertia == "shell")
        note_once(
            "mesh inertia", e.own,
            "inertia=\"" + mesh.inertia +
                "\" is not followed: its mesh is weighed face by face, which is the same for a convex one");
    const MassProperties m = counted_volume(scaled);
    if (m.mass > 0) return m;
    e.own.note("its mesh encloses nothing, so that it has no mass here");
    return {};
}

}  // namespace sinew::mjcf
