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
          Shape(cube({1, 2, 3})), Shape(cube({-1, 2, 3}))}) {
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
    TriangleMesh bad{{{0, 0, 0}, {1, 0, 0}}, {{0, 1, 2}}};
    CHECK(refusal_of(shape::Mesh{.triangles = std::make_shared<TriangleMesh>(bad)}) ==
          "mesh: face 0 of the mesh has corner 2, but there are 2 vertices, counted from 0.");
}
