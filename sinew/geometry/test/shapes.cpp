// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/error.h>
#include <sinew/geometry/shapes.h>

#include <doctest/doctest.h>

#include <cmath>
#include <string>

using namespace sinew;

namespace {

/// A cube of side 1 with one corner at the origin.
shape::Mesh cube(const Vec3& scale) {
    TriangleMesh mesh;
    for (int i = 0; i < 8; ++i)
        mesh.vertices.push_back({double(i & 1), double((i >> 1) & 1), double((i >> 2) & 1)});
    mesh.faces = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                  {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
    return {.triangles = std::make_shared<TriangleMesh>(mesh), .file = "cube.obj", .scale = scale};
}

std::string refusal_of(const Shape& shape) {
    try {
        solid(shape, 1.0);
        return "";
    } catch (const ModelError& error) {
        return error.faults.front();
    }
}

}  // namespace

TEST_CASE("a solid's mass centre lies in the box around its shape, and its moments are of the box's size") {
    for (const Shape& shape :
         {Shape(shape::Box{{1, 2, 3}}), Shape(shape::Sphere{0.3}), Shape(shape::Ellipsoid{{1, 2, 0.5}}),
          Shape(shape::Cylinder{0.2, 2}), Shape(shape::Capsule{0.2, 1}), Shape(shape::Cone{1, 2}),
          Shape(cube({1, 2, 3})), Shape(cube({-1, 2, 3})), Shape(shape::Torus{1, 0.3}),
          Shape(
              shape::ConvexHull{std::make_shared<std::vector<Vec3>>(cube({1, 2, 3}).triangles->vertices)})}) {
        CAPTURE(kind_of(shape));
        CHECK(fault_of(shape).empty());
        const Bounds b = bounds_of(shape);
        const MassProperties m = solid(shape, Density{2.0});
        const Vec3 d = b.high - b.low;
        CHECK(m.mass > 0);
        CHECK(m.mass <= 2.0 * d.x * d.y * d.z * (1 + 1e-12));
        for (int i = 0; i < 3; ++i) {
            CHECK(m.com[i] > b.low[i]);
            CHECK(m.com[i] < b.high[i]);
        }
        CHECK(m.inertia.xx <= m.mass * (d.y * d.y + d.z * d.z) / 12 * (1 + 1e-12));
    }
}

TEST_CASE("a mesh that is scaled, even mirrored, is the solid of the scaled shape") {
    const MassProperties expected = box(1.0, {1, 2, 3});
    for (const double sign : {1.0, -1.0}) {
        const MassProperties m = solid(cube({sign, 2, 3}), 1.0);
        CHECK(m.com.x == doctest::Approx(sign * 0.5));
        CHECK(m.inertia.xx == doctest::Approx(expected.inertia.xx));
        CHECK(m.inertia.zz == doctest::Approx(expected.inertia.zz));
    }
}

TEST_CASE("a hull is the solid of its corners, whatever points lie within; a ground's triangles turn up") {
    std::vector<Vec3> points = scaled_triangles(cube({1, 2, 3})).vertices;
    points.push_back({0.5, 0.7, 1.1});
    points.push_back({0.25, 0, 0});  // on an edge
    const MassProperties hull = solid(shape::ConvexHull{std::make_shared<std::vector<Vec3>>(points)}, 1.0);
    CHECK(hull.inertia.xx == doctest::Approx(solid(cube({1, 2, 3}), 1.0).inertia.xx));
    CHECK(hull.com.y == doctest::Approx(1));

    const shape::HeightMap map{2, 1, std::make_shared<HeightGrid>(HeightGrid{3, 2, {0, 1, 0, 2, 0, -1}})};
    const TriangleMesh ground = triangles_of(map);
    double area = 0;
    for (const auto& f : ground.faces) {
        const Vec3& o = ground.vertices[static_cast<std::size_t>(f[0])];
        const Vec3 n = cross(ground.vertices[static_cast<std::size_t>(f[1])] - o,
                             ground.vertices[static_cast<std::size_t>(f[2])] - o);
        CHECK(n.z > 0);
        area += 0.5 * n.z;
    }
    CHECK(area == doctest::Approx(2));
    CHECK(bounds_of(map).high.z == 2);
    CHECK(bounds_of(map).low.x == -1);
    CHECK(std::isinf(bounds_of(map).low.z));
}

TEST_CASE("shapes that are none are refused with the number and the rule") {
    CHECK(refusal_of(shape::Sphere{0}) == "sphere: radius is 0, but must be positive and finite.");
    CHECK(refusal_of(shape::Box{{1, -2, 3}}) == "box: side y is -2, but must be positive and finite.");
    CHECK(refusal_of(shape::Cone{1, std::nan("")}) ==
          "cone: height is nan, but must be positive and finite.");
    CHECK(refusal_of(shape::HalfSpace{}) ==
          "half_space: it has no end, and so no mass. Choose another shape.");
    CHECK(refusal_of(shape::Mesh{}) ==
          "mesh: the mesh has neither triangles nor a file. Give it one of them.");
    CHECK(refusal_of(shape::Mesh{.file = "a.stl"}) ==
          "mesh \"a.stl\": its file was not read, so its mass is not known. Give mass properties.");
    CHECK(refusal_of(cube({0, 1, 1})) == "mesh: scale is (0, 1, 1), but must be finite and not zero.");
    CHECK(refusal_of(shape::Torus{1, 1}) ==
          "torus: tube_radius 1 is not smaller than ring_radius 1: the tube would run into itself.");
    CHECK(refusal_of(shape::Torus{1, -1}) == "torus: tube_radius is -1, but must be positive and finite.");
    CHECK(refusal_of(shape::ConvexHull{}) ==
          "convex_hull: the hull has fewer than four points, which enclose nothing.");
    const std::vector<Vec3> flat{{}, x_axis, y_axis, {1, 1, 0}};
    CHECK(refusal_of(shape::ConvexHull{std::make_shared<std::vector<Vec3>>(flat)}) ==
          "convex_hull: the points of the hull lie in a plane, and enclose nothing.");
    CHECK(refusal_of(shape::HeightMap{}) ==
          "height_map: the height map has no grid of at least two columns and two rows.");
    CHECK(refusal_of(shape::HeightMap{1, 1, std::make_shared<HeightGrid>(HeightGrid{2, 2, {0, 1, 2}})}) ==
          "height_map: the height map has 3 heights for 2 columns and 2 rows.");
    CHECK(refusal_of(shape::HeightMap{
              1, 1, std::make_shared<HeightGrid>(HeightGrid{2, 2, {0, 1, std::nan(""), 1}})}) ==
          "height_map: height 0 of row 1 is nan, not finite.");
    CHECK(refusal_of(shape::HeightMap{1, 1, std::make_shared<HeightGrid>(HeightGrid{2, 2, {0, 1, 2, 3}})}) ==
          "height_map: it has no bottom, and so no mass. Choose another shape.");
    TriangleMesh bad{{{0, 0, 0}, {1, 0, 0}}, {{0, 1, 2}}};
    CHECK(refusal_of(shape::Mesh{.triangles = std::make_shared<TriangleMesh>(bad)}) ==
          "mesh: face 0 of the mesh has corner 2, but there are 2 vertices, counted from 0.");
}
