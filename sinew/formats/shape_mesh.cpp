// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/formats/shape_mesh.h>

#include <cmath>
#include <numbers>

namespace sinew {

namespace {

constexpr int around = 32, lengthwise = 16;
constexpr double half_space_size = 20;

/// One point of a profile in the half plane (r, z), with the normal there.
struct Profile {
    double r, z, normal_r, normal_z;
};

/// A body of revolution about z: neighbours of the profile, from its lowest point up, make a band. Points that stand
/// twice with different normals make an edge.
DrawnMesh turned(const std::vector<Profile>& profile) {
    DrawnMesh mesh;
    for (const Profile& p : profile)
        for (int k = 0; k <= around; ++k) {
            const double angle = 2 * std::numbers::pi * k / around, c = std::cos(angle), s = std::sin(angle);
            mesh.corners.push_back({p.r * c, p.r * s, p.z});
            mesh.normals.push_back({p.normal_r * c, p.normal_r * s, p.normal_z});
        }
    const int row = around + 1;
    for (std::size_t i = 0; i + 1 < profile.size(); ++i) {
        const Profile &a = profile[i], &b = profile[i + 1];
        if (a.r == b.r && a.z == b.z) continue;
        for (int k = 0; k < around; ++k) {
            const int p = static_cast<int>(i) * row + k, q = p + row;
            if (a.r > 0) mesh.triangles.insert(mesh.triangles.end(), {p, p + 1, q});
            if (b.r > 0) mesh.triangles.insert(mesh.triangles.end(), {p + 1, q + 1, q});
        }
    }
    return mesh;
}

/// Half a circle's quarter from one height angle to another, about a centre on the axis.
void add_arc(std::vector<Profile>& profile, double radius, double centre, double from, double to) {
    const int steps = static_cast<int>(std::lround(lengthwise * std::abs(to - from) / std::numbers::pi));
    for (int i = 0; i <= steps; ++i) {
        const double a = from + (to - from) * i / steps;
        const double c = i == 0 && from <= -1.57    ? 0
                         : i == steps && to >= 1.57 ? 0
                                                    : std::cos(a),
                     s = std::sin(a);
        profile.push_back({radius * c, centre + radius * s, c, s});
    }
}

constexpr double quarter = std::numbers::pi / 2;

DrawnMesh drawn_shape(const shape::Sphere& s) {
    std::vector<Profile> profile;
    add_arc(profile, s.radius, 0, -quarter, quarter);
    return turned(profile);
}

DrawnMesh drawn_shape(const shape::Ellipsoid& e) {
    DrawnMesh mesh = drawn_shape(shape::Sphere{1});
    for (std::size_t i = 0; i < mesh.corners.size(); ++i) {
        const Vec3 c = mesh.corners[i];
        mesh.corners[i] = {c.x * e.radii.x, c.y * e.radii.y, c.z * e.radii.z};
        const Vec3 n{c.x / e.radii.x, c.y / e.radii.y, c.z / e.radii.z};
        mesh.normals[i] = (1 / norm(n)) * n;
    }
    return mesh;
}

DrawnMesh drawn_shape(const shape::Cylinder& c) {
    const double h = c.length / 2, r = c.radius;
    return turned({{0, -h, 0, -1}, {r, -h, 0, -1}, {r, -h, 1, 0}, {r, h, 1, 0}, {r, h, 0, 1}, {0, h, 0, 1}});
}

DrawnMesh drawn_shape(const shape::Capsule& c) {
    std::vector<Profile> profile;
    add_arc(profile, c.radius, -c.length / 2, -quarter, 0);
    add_arc(profile, c.radius, c.length / 2, 0, quarter);
    return turned(profile);
}

DrawnMesh drawn_shape(const shape::Cone& c) {
    const double side = std::hypot(c.radius, c.height), nr = c.height / side, nz = c.radius / side;
    return turned({{0, 0, 0, -1}, {c.radius, 0, 0, -1}, {c.radius, 0, nr, nz}, {0, c.height, nr, nz}});
}

void add_square(DrawnMesh& mesh, const Vec3& centre, const Vec3& a, const Vec3& b) {
    const int first = static_cast<int>(mesh.corners.size());
    const Vec3 out = cross(a, b), n = (1 / norm(out)) * out;
    for (const Vec3& p : {centre - a - b, centre + a - b, centre + a + b, centre - a + b}) {
        mesh.corners.push_back(p);
        mesh.normals.push_back(n);
    }
    mesh.triangles.insert(mesh.triangles.end(), {first, first + 1, first + 2, first, first + 2, first + 3});
}

DrawnMesh drawn_shape(const shape::Box& box) {
    DrawnMesh mesh;
    const Vec3 x{box.sides.x / 2, 0, 0}, y{0, box.sides.y / 2, 0}, z{0, 0, box.sides.z / 2};
    add_square(mesh, x, y, z);
    add_square(mesh, -x, z, y);
    add_square(mesh, y, z, x);
    add_square(mesh, -y, x, z);
    add_square(mesh, z, x, y);
    add_square(mesh, -z, y, x);
    return mesh;
}

DrawnMesh drawn_shape(const shape::HalfSpace&) {
    DrawnMesh mesh;
    add_square(mesh, {}, {half_space_size / 2, 0, 0}, {0, half_space_size / 2, 0});
    return mesh;
}

DrawnMesh drawn_shape(const shape::Torus& t) {
    std::vector<Profile> profile;  // round the tube, from its outermost circle up
    for (int i = 0; i <= lengthwise; ++i) {
        const double a = 2 * std::numbers::pi * i / lengthwise, c = std::cos(a), s = std::sin(a);
        profile.push_back({t.ring_radius + t.tube_radius * c, t.tube_radius * s, c, s});
    }
    return turned(profile);
}

DrawnMesh drawn_triangles(const TriangleMesh& all) {
    DrawnMesh mesh;
    for (const auto& face : all.faces) {  // corners of their own, so that edges stay edges
        const Vec3 p = all.vertices[static_cast<std::size_t>(face[0])],
                   q = all.vertices[static_cast<std::size_t>(face[1])],
                   r = all.vertices[static_cast<std::size_t>(face[2])];
        const Vec3 out = cross(q - p, r - p);
        const double size = norm(out);
        if (!(size > 0)) continue;
        for (const Vec3& corner : {p, q, r}) {
            mesh.triangles.push_back(static_cast<int>(mesh.corners.size()));
            mesh.corners.push_back(corner);
            mesh.normals.push_back((1 / size) * out);
        }
    }
    return mesh;
}

DrawnMesh drawn_shape(const shape::Mesh& m) { return drawn_triangles(triangles_of(m)); }
DrawnMesh drawn_shape(const shape::ConvexHull& hull) { return drawn_triangles(triangles_of(hull)); }
DrawnMesh drawn_shape(const shape::HeightMap& map) { return drawn_triangles(triangles_of(map)); }

}  // namespace

DrawnMesh drawn(const Shape& shape) {
    return visit([](const auto& s) { return drawn_shape(s); }, shape);
}

}  // namespace sinew
