// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/at.h>
#include <sinew/formats/collision_surfaces.h>
#include <sinew/formats/shape_mesh.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace sinew {

namespace {

/// One corner where several stand at one place, as meshes for drawing have them along edges.
TriangleMesh welded(const DrawnMesh& drawn, double size) {
    TriangleMesh mesh;
    std::map<std::array<long, 3>, int> places;
    std::vector<int> corner_of;
    for (const Vec3& p : drawn.corners) {
        const auto cell = [size](double x) { return std::lround(x / (1e-9 * size)); };
        const auto [found, is_new] =
            places.try_emplace({cell(p.x), cell(p.y), cell(p.z)}, static_cast<int>(mesh.vertices.size()));
        if (is_new) mesh.vertices.push_back(p);
        corner_of.push_back(found->second);
    }
    for (std::size_t i = 0; i + 2 < drawn.triangles.size(); i += 3) {
        const std::array<int, 3> face{corner_of[at(drawn.triangles[i])],
                                      corner_of[at(drawn.triangles[i + 1])],
                                      corner_of[at(drawn.triangles[i + 2])]};
        if (face[0] != face[1] && face[1] != face[2] && face[2] != face[0]) mesh.faces.push_back(face);
    }
    return mesh;
}

/// Halves every edge that is longer than that, once; false if there was none. Neighbours stay neighbours.
bool halve_edges(TriangleMesh& mesh, double longest) {
    std::map<std::pair<int, int>, int> middles;
    const auto middle_of = [&](int a, int b) {  // −1: short enough
        const Vec3 from = mesh.vertices[at(a)], to = mesh.vertices[at(b)];
        if (!(norm(to - from) > longest)) return -1;
        const auto [found, is_new] =
            middles.try_emplace(std::minmax(a, b), static_cast<int>(mesh.vertices.size()));
        if (is_new) mesh.vertices.push_back(0.5 * (from + to));
        return found->second;
    };
    std::vector<std::array<int, 3>> faces;
    for (std::array<int, 3> f : mesh.faces) {
        std::array<int, 3> m{middle_of(f[0], f[1]), middle_of(f[1], f[2]), middle_of(f[2], f[0])};
        const auto halved = std::count_if(m.begin(), m.end(), [](int i) { return i >= 0; });
        // Turned so that the first edge is halved, and the last is not where two are.
        while (halved > 0 && halved < 3 && (m[0] < 0 || (halved == 2 && m[2] >= 0)))
            std::rotate(f.begin(), f.begin() + 1, f.end()), std::rotate(m.begin(), m.begin() + 1, m.end());
        if (halved == 0) faces.push_back(f);
        if (halved == 1) faces.insert(faces.end(), {{f[0], m[0], f[2]}, {m[0], f[1], f[2]}});
        if (halved == 2)
            faces.insert(faces.end(), {{m[0], f[1], m[1]}, {f[0], m[0], m[1]}, {f[0], m[1], f[2]}});
        if (halved == 3)
            faces.insert(faces.end(),
                         {{f[0], m[0], m[2]}, {m[0], f[1], m[1]}, {m[2], m[1], f[2]}, {m[0], m[1], m[2]}});
    }
    mesh.faces = std::move(faces);
    return !middles.empty();
}

/// Whether two capsules of different bodies may touch.
bool capsules_meet(const Model& model) {
    for (const ContactSurface& a : model.surfaces)
        for (const ContactSurface& b : model.surfaces)
            if (a.shape.is<shape::Capsule>() && b.shape.is<shape::Capsule>() && a.body != b.body &&
                groups_meet(a, b))
                return true;
    return false;
}

}  // namespace

TriangleMesh fine_mesh(const Shape& shape) {
    const Bounds box = bounds_of(shape);
    const Vec3 sides = box.high - box.low;
    const double size = std::max({sides.x, sides.y, sides.z});
    TriangleMesh mesh = welded(drawn(shape), size);
    while (halve_edges(mesh, size / 8)) {}
    return mesh;
}

void CollisionSurfaces::add(Model& model, ContactSurface surface) {
    const std::string wish = surface.name;
    for (int i = 2; !names_.insert(surface.name).second; ++i) surface.name = wish + " " + std::to_string(i);
    model.add(std::move(surface));
}

void CollisionSurfaces::finish(Model& model) const {
    if (!kind_) return;
    model.contact.kind = *kind_;
    if (*kind_ != ContactKind::compliant) return;
    const bool capsules = capsules_meet(model);
    for (ContactSurface& surface : model.surfaces) {
        const Shape& shape = surface.shape;
        if (shape.is<shape::Box>() || shape.is<shape::Cylinder>() || shape.is<shape::Cone>() ||
            (capsules && shape.is<shape::Capsule>()))
            surface.shape = shape::Mesh{std::make_shared<TriangleMesh>(fine_mesh(shape))};
    }
}

}  // namespace sinew
