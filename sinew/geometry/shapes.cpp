// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/error.h>
#include <sinew/base/names.h>
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

Bounds around(const Vec3& high) { return {-high, high}; }

}  // namespace

const char* kind_of(const Shape& any) {
    return visit(
        Overloaded{[](const shape::Box&) { return "box"; }, [](const shape::Sphere&) { return "sphere"; },
                   [](const shape::Ellipsoid&) { return "ellipsoid"; },
                   [](const shape::Cylinder&) { return "cylinder"; },
                   [](const shape::Capsule&) { return "capsule"; }, [](const shape::Cone&) { return "cone"; },
                   [](const shape::HalfSpace&) { return "half_space"; },
                   [](const shape::Mesh&) { return "mesh"; }},
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
            [](const shape::Mesh& s) { return fault_of_mesh(s); }},
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
                            [](const shape::Mesh& s) {
                                Bounds b{{infinity, infinity, infinity}, {-infinity, -infinity, -infinity}};
                                for (const Vec3& p : scaled_triangles(s).vertices)
                                    for (int i = 0; i < 3; ++i) {
                                        b.low[i] = std::min(b.low[i], p[i]);
                                        b.high[i] = std::max(b.high[i], p[i]);
                                    }
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

}  // namespace sinew
