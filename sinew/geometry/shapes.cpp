// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/at.h>
#include <sinew/base/error.h>
#include <sinew/base/names.h>
#include <sinew/geometry/convex_hull.h>
#include <sinew/geometry/shapes.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace sinew {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The same question to every kind of shape.
template <class... Fs>
struct Overloaded : Fs... {
    using Fs::operator()...;
};
template <class... Fs>
Overloaded(Fs...) -> Overloaded<Fs...>;

std::string fault_of_size(const char* name, double size) {
    if (size > 0 && std::isfinite(size)) return "";
    return std::string(name) + " is " + shortest(size) + ", but must be positive and finite.";
}

std::string first_of(std::initializer_list<std::string> faults) {
    for (const std::string& fault : faults)
        if (!fault.empty()) return fault;
    return "";
}

std::string fault_of_sizes(const char* x, const char* y, const char* z, const Vec3& sizes) {
    return first_of({fault_of_size(x, sizes.x), fault_of_size(y, sizes.y), fault_of_size(z, sizes.z)});
}

std::string fault_of_mesh(const shape::Mesh& mesh) {
    for (int i = 0; i < 3; ++i)
        if (!std::isfinite(mesh.scale[i]) || mesh.scale[i] == 0)
            return "scale is " + shortest(std::span(&mesh.scale.x, 3)) + ", but must be finite and not zero.";
    if (!mesh.triangles)
        return mesh.file.empty() ? "the mesh has neither triangles nor a file. Give it one of them." : "";
    const TriangleMesh& triangles = *mesh.triangles;
    for (std::size_t i = 0; i < triangles.vertices.size(); ++i) {
        const Vec3& p = triangles.vertices[i];
        if (!std::isfinite(p.x + p.y + p.z))
            return "vertex " + std::to_string(i) + " of the mesh is " + shortest(std::span(&p.x, 3)) +
                   ", not finite.";
    }
    const int count = static_cast<int>(triangles.vertices.size());
    for (std::size_t i = 0; i < triangles.faces.size(); ++i)
        for (const int corner : triangles.faces[i])
            if (corner < 0 || corner >= count)
                return "face " + std::to_string(i) + " of the mesh has corner " + std::to_string(corner) +
                       ", but there are " + std::to_string(count) + " vertices, counted from 0.";
    return "";
}

std::string fault_of_torus(const shape::Torus& s) {
    const std::string sizes =
        first_of({fault_of_size("ring_radius", s.ring_radius), fault_of_size("tube_radius", s.tube_radius)});
    if (!sizes.empty() || s.tube_radius < s.ring_radius) return sizes;
    return "tube_radius " + shortest(s.tube_radius) + " is not smaller than ring_radius " +
           shortest(s.ring_radius) + ": the tube would run into itself.";
}

std::string fault_of_hull(const shape::ConvexHull& s) {
    if (!s.points || s.points->size() < 4)
        return "the hull has fewer than four points, which enclose nothing.";
    for (std::size_t i = 0; i < s.points->size(); ++i) {
        const Vec3& p = (*s.points)[i];
        if (!std::isfinite(p.x + p.y + p.z))
            return "point " + std::to_string(i) + " of the hull is " + shortest(std::span(&p.x, 3)) +
                   ", not finite.";
    }
    if (convex_hull(*s.points).faces.empty())
        return "the points of the hull lie in a plane, and enclose nothing.";
    return "";
}

std::string fault_of_heights(const shape::HeightMap& s) {
    const std::string sizes =
        first_of({fault_of_size("side_x", s.side_x), fault_of_size("side_y", s.side_y)});
    if (!sizes.empty()) return sizes;
    if (!s.grid || s.grid->columns < 2 || s.grid->rows < 2)
        return "the height map has no grid of at least two columns and two rows.";
    if (s.grid->heights.size() != at(s.grid->columns) * at(s.grid->rows))
        return "the height map has " + std::to_string(s.grid->heights.size()) + " heights for " +
               std::to_string(s.grid->columns) + " columns and " + std::to_string(s.grid->rows) + " rows.";
    for (std::size_t i = 0; i < s.grid->heights.size(); ++i)
        if (!std::isfinite(s.grid->heights[i]))
            return "height " + std::to_string(i % at(s.grid->columns)) + " of row " +
                   std::to_string(i / at(s.grid->columns)) + " is " + shortest(s.grid->heights[i]) +
                   ", not finite.";
    return "";
}

Bounds around(const Vec3& high) { return {-high, high}; }

template <class Points>
Bounds around_all(const Points& points) {
    Bounds b{{infinity, infinity, infinity}, {-infinity, -infinity, -infinity}};
    for (const Vec3& p : points)
        for (int i = 0; i < 3; ++i) {
            b.low[i] = std::min(b.low[i], p[i]);
            b.high[i] = std::max(b.high[i], p[i]);
        }
    return b;
}

TriangleMesh ground_triangles(const shape::HeightMap& map) {
    if (!map.grid) return {};
    const auto& [columns, rows, heights] = *map.grid;
    TriangleMesh mesh;
    for (int j = 0; j < rows; ++j)
        for (int i = 0; i < columns; ++i)
            mesh.vertices.push_back({map.side_x * (double(i) / (columns - 1) - 0.5),
                                     map.side_y * (double(j) / (rows - 1) - 0.5),
                                     heights[at(j * columns + i)]});
    for (int j = 0; j + 1 < rows; ++j)
        for (int i = 0; i + 1 < columns; ++i) {
            const int a = j * columns + i, b = a + 1, c = a + columns, d = c + 1;
            mesh.faces.push_back({a, b, d});
            mesh.faces.push_back({a, d, c});
        }
    return mesh;
}

}  // namespace

const char* kind_of(const Shape& any) {
    return visit(
        Overloaded{[](const shape::Box&) { return "box"; }, [](const shape::Sphere&) { return "sphere"; },
                   [](const shape::Ellipsoid&) { return "ellipsoid"; },
                   [](const shape::Cylinder&) { return "cylinder"; },
                   [](const shape::Capsule&) { return "capsule"; }, [](const shape::Cone&) { return "cone"; },
                   [](const shape::HalfSpace&) { return "half_space"; },
                   [](const shape::Mesh&) { return "mesh"; }, [](const shape::Torus&) { return "torus"; },
                   [](const shape::ConvexHull&) { return "convex_hull"; },
                   [](const shape::HeightMap&) { return "height_map"; }},
        any);
}

std::string fault_of(const Shape& any) {
    return visit(
        Overloaded{
            [](const shape::Box& s) { return fault_of_sizes("side x", "side y", "side z", s.sides); },
            [](const shape::Sphere& s) { return fault_of_size("radius", s.radius); },
            [](const shape::Ellipsoid& s) {
                return fault_of_sizes("radius x", "radius y", "radius z", s.radii);
            },
            [](const shape::Cylinder& s) {
                return first_of({fault_of_size("radius", s.radius), fault_of_size("length", s.length)});
            },
            [](const shape::Capsule& s) {
                return first_of({fault_of_size("radius", s.radius), fault_of_size("length", s.length)});
            },
            [](const shape::Cone& s) {
                return first_of({fault_of_size("radius", s.radius), fault_of_size("height", s.height)});
            },
            [](const shape::HalfSpace&) { return std::string(); },
            [](const shape::Mesh& s) { return fault_of_mesh(s); },
            [](const shape::Torus& s) { return fault_of_torus(s); },
            [](const shape::ConvexHull& s) { return fault_of_hull(s); },
            [](const shape::HeightMap& s) { return fault_of_heights(s); }},
        any);
}

MassProperties solid(const Shape& any, Amount amount) {
    if (const std::string fault = fault_of(any); !fault.empty())
        throw ModelError({std::string(kind_of(any)) + ": " + fault});
    return visit(
        Overloaded{[&](const shape::Box& s) { return box(amount, s.sides); },
                   [&](const shape::Sphere& s) { return sphere(amount, s.radius); },
                   [&](const shape::Ellipsoid& s) { return ellipsoid(amount, s.radii); },
                   [&](const shape::Cylinder& s) { return cylinder(amount, s.radius, s.length); },
                   [&](const shape::Capsule& s) { return capsule(amount, s.radius, s.length); },
                   [&](const shape::Cone& s) { return cone(amount, s.radius, s.height); },
                   [&](const shape::HalfSpace&) -> MassProperties {
                       throw ModelError({"half_space: it has no end, and so no mass. Choose another shape."});
                   },
                   [&](const shape::Mesh& s) {
                       if (!s.triangles)
                           throw ModelError(
                               {"mesh " + sinew::quoted(s.file) +
                                ": its file was not read, so its mass is not known. Give mass properties."});
                       return mesh_solid(amount, scaled_triangles(s));
                   },
                   [&](const shape::Torus& s) { return torus(amount, s.ring_radius, s.tube_radius); },
                   [&](const shape::ConvexHull& s) { return mesh_solid(amount, convex_hull(*s.points)); },
                   [&](const shape::HeightMap&) -> MassProperties {
                       throw ModelError(
                           {"height_map: it has no bottom, and so no mass. Choose another shape."});
                   }},
        any);
}

Bounds bounds_of(const Shape& any) {
    return visit(Overloaded{[](const shape::Box& s) { return around(0.5 * s.sides); },
                            [](const shape::Sphere& s) {
                                return around({s.radius, s.radius, s.radius});
                            },
                            [](const shape::Ellipsoid& s) { return around(s.radii); },
                            [](const shape::Cylinder& s) {
                                return around({s.radius, s.radius, 0.5 * s.length});
                            },
                            [](const shape::Capsule& s) {
                                return around({s.radius, s.radius, 0.5 * s.length + s.radius});
                            },
                            [](const shape::Cone& s) {
                                return Bounds{{-s.radius, -s.radius, 0}, {s.radius, s.radius, s.height}};
                            },
                            [](const shape::HalfSpace&) {
                                return Bounds{{-infinity, -infinity, -infinity}, {infinity, infinity, 0}};
                            },
                            [](const shape::Mesh& s) { return around_all(scaled_triangles(s).vertices); },
                            [](const shape::Torus& s) {
                                const double outer = s.ring_radius + s.tube_radius;
                                return around({outer, outer, s.tube_radius});
                            },
                            [](const shape::ConvexHull& s) {
                                return around_all(s.points ? *s.points : std::vector<Vec3>{});
                            },
                            [](const shape::HeightMap& s) {
                                Bounds b = around_all(ground_triangles(s).vertices);
                                if (!b.empty()) b.low.z = -infinity;
                                return b;
                            }},
                 any);
}

TriangleMesh scaled_triangles(const shape::Mesh& mesh) {
    if (!mesh.triangles) return {};
    TriangleMesh scaled = *mesh.triangles;
    const Vec3& k = mesh.scale;
    for (Vec3& p : scaled.vertices) p = {k.x * p.x, k.y * p.y, k.z * p.z};
    if (k.x * k.y * k.z < 0)  // a mirror turns faces inside out
        for (std::array<int, 3>& face : scaled.faces) std::swap(face[1], face[2]);
    return scaled;
}

TriangleMesh triangles_of(const Shape& any) {
    if (const auto* mesh = any.if_a<shape::Mesh>()) return scaled_triangles(*mesh);
    if (const auto* map = any.if_a<shape::HeightMap>()) return ground_triangles(*map);
    if (const auto* hull = any.if_a<shape::ConvexHull>(); hull && hull->points)
        return convex_hull(*hull->points);
    return {};
}

}  // namespace sinew
