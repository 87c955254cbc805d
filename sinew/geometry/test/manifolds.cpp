// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/geometry/manifold.h>
#include <sinew/geometry/test/every_surface.h>

#include <doctest/doctest.h>

#include <cmath>

using namespace sinew;
using namespace sinew::testing;

namespace {

struct Points {
    ManifoldPoint at[8];
    int count = 0;
};

Points points_of(const Surface& A, const Transform& X_WA, const Surface& B, const Transform& X_WB,
                 double margin) {
    Points points;
    ManifoldMemory memory;
    points.count = manifold(A, X_WA, B, X_WB, margin, points.at, memory);
    return points;
}

double deepest(const Points& points) {
    double depth = -1e300;
    for (int i = 0; i < points.count; ++i) depth = std::fmax(depth, points.at[i].depth);
    return depth;
}

}  // namespace

TEST_CASE(
    "the deepest point of a manifold is as deep as the pair; none is deeper, none is beyond the margin") {
    Random random(1);
    const std::vector<Shape> shapes = every_shape();
    for (const Shape& a : shapes)
        for (const Shape& b : shapes) {
            const Surface A(a), B(b);
            if (!supports(A, B)) continue;
            CAPTURE(std::string(A.name()));
            CAPTURE(std::string(B.name()));
            for (int i = 0; i < 6; ++i) {
                const Transform X_WA = random.pose(0.5), X_WB = random.pose(1.2);
                const double margin = i % 2 ? 0.1 : 0;
                const NearestPair p = nearest_between(A, X_WA, B, X_WB);
                const Points m = points_of(A, X_WA, B, X_WB, margin);
                const double slack = 1e-9 + 2 * p.residual;
                if (p.distance > margin + slack) CHECK(m.count == 0);
                const bool map = A.kind() == SurfaceKind::height_map || B.kind() == SurfaceKind::height_map;
                if (p.distance < margin - slack && !map)
                    CHECK(m.count > 0);  // a map has no back and no sides
                for (int k = 0; k < m.count; ++k) {
                    CHECK(m.at[k].depth >= -margin);
                    CHECK(std::fabs(norm(m.at[k].n_W) - 1) < 1e-9);
                    CHECK(m.at[k].depth <= deepest(m));
                }
                const bool meshes = (A.triangles() && !A.is_convex()) || (B.triangles() && !B.is_convex());
                if (m.count > 0 && !meshes) CHECK(std::fabs(deepest(m) + p.distance) < slack);
                // The other way round: as many points, as deep.
                const Points back = points_of(B, X_WB, A, X_WA, margin);
                CHECK((back.count > 0) == (m.count > 0));
                if (m.count > 0) CHECK(std::fabs(deepest(m) - deepest(back)) < slack);
            }
        }
}

TEST_CASE("convex surfaces moved apart by the depth along the normal overlap no more") {
    Random random(2);
    const std::vector<Shape> shapes = every_shape();
    int overlaps = 0;
    for (const Shape& a : shapes)
        for (const Shape& b : shapes) {
            const Surface A(a), B(b);
            if (!A.is_convex() || !B.is_convex() || !supports(A, B)) continue;
            CAPTURE(std::string(A.name()));
            CAPTURE(std::string(B.name()));
            for (int i = 0; i < 6; ++i) {
                const Transform X_WA = random.pose(0.4);
                Transform X_WB = random.pose(0.8);
                const Points m = points_of(A, X_WA, B, X_WB, 0);
                if (m.count == 0) continue;
                ++overlaps;
                X_WB.p += deepest(m) * m.at[0].n_W;
                CHECK(nearest_between(A, X_WA, B, X_WB).distance > -1e-9);
            }
        }
    CHECK(overlaps > 300);
}

TEST_CASE(
    "a box rests on four corners, keeps their numbers while it moves, and the depth is that of each corner") {
    const Surface floor(shape::Box{{4, 4, 1}}), ground(shape::HalfSpace{}), box(shape::Box{{1, 0.6, 0.4}});
    const Surface hull(shape::ConvexHull{std::make_shared<std::vector<Vec3>>(
        std::vector<Vec3>{{2, 2, 0.5}, {-2, 2, 0.5}, {2, -2, 0.5}, {-2, -2, 0.5}, {0, 0, -1}})});
    const TriangleMesh square{{{-2, -2, 0.5}, {2, -2, 0.5}, {2, 2, 0.5}, {-2, 2, 0.5}},
                              {{0, 1, 2}, {0, 2, 3}}};
    const Surface mesh(shape::Mesh{.triangles = std::make_shared<TriangleMesh>(square)});
    const Surface map(shape::HeightMap{
        4, 4, std::make_shared<HeightGrid>(HeightGrid{3, 3, {0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5}})});
    for (const Surface* below : {&floor, &ground, &hull, &mesh, &map}) {
        CAPTURE(std::string(below->name()));
        const Transform X_WA{Rotation::identity(), {0, 0, below == &ground ? 0.5 : 0}};
        std::uint64_t first[8] = {};
        for (int i = 0; i < 5; ++i) {
            const double tilt = 1e-4 * i;
            const Transform X_WB{Rotation::about_y(tilt), {0.13 + 1e-3 * i, 0.21, 0.69 + 1e-4 * i}};
            const Points m = points_of(*below, X_WA, box, X_WB, 0.02);
            REQUIRE(m.count >= 4);
            int corners = 0;
            for (int k = 0; k < m.count; ++k) {
                CHECK(m.at[k].n_W.z == doctest::Approx(1));
                const Vec3 p = X_WB.inverse() * Vec3(m.at[k].p_W);
                if (std::fabs(std::fabs(p.x) - 0.5) > 1e-3 || std::fabs(std::fabs(p.y) - 0.3) > 1e-3)
                    continue;
                const Vec3 corner = X_WB * Vec3{p.x < 0 ? -0.5 : 0.5, p.y < 0 ? -0.3 : 0.3, -0.2};
                CHECK(m.at[k].depth == doctest::Approx(0.5 - corner.z).epsilon(1e-5));
                const int which = (p.x < 0 ? 0 : 1) + (p.y < 0 ? 0 : 2);
                if (i > 0 && below != &mesh && below != &map) CHECK(first[which] == m.at[k].feature);
                first[which] = m.at[k].feature;
                ++corners;
            }
            CHECK(corners == 4);
        }
    }
}

TEST_CASE("cylinders, capsules, cones and tori rest on as many points as keep them from tipping") {
    const Surface ground(shape::HalfSpace{}), floor(shape::Box{{4, 4, 1}});
    const Transform X_WF{Rotation::identity(), {0, 0, -0.5}}, lying{Rotation::about_x(std::acos(-1) / 2), {}};
    const auto count_on = [&](const Surface& s, Transform X_WB) {
        const Points on_ground = points_of(ground, {}, s, X_WB, 1e-3),
                     on_floor = points_of(floor, X_WF, s, X_WB, 1e-3);
        CHECK(deepest(on_ground) == doctest::Approx(deepest(on_floor)).epsilon(1e-9));
        CHECK(std::min(on_ground.count, 4) <= on_floor.count);
        return on_ground.count;
    };
    const auto at_height = [](Transform X, double z) {
        X.p.z = z;
        return X;
    };
    CHECK(count_on(Surface(shape::Cylinder{0.5, 1}), at_height({}, 0.4999)) >= 4);
    CHECK(count_on(Surface(shape::Cylinder{0.5, 1}), at_height(lying, 0.4999)) == 2);
    CHECK(count_on(Surface(shape::Capsule{0.5, 1}), at_height(lying, 0.4999)) == 2);
    CHECK(count_on(Surface(shape::Cone{0.5, 1}), at_height({}, -1e-4)) >= 4);
    CHECK(points_of(ground, {}, Surface(shape::Torus{0.5, 0.1}), at_height({}, 0.0999), 1e-3).count == 4);
    CHECK(points_of(ground, {}, Surface(shape::Sphere{0.5}), at_height({}, 0.4999), 1e-3).count == 1);
}

TEST_CASE("numbers that are none give no points, and no hang") {
    const std::vector<Shape> shapes = every_shape();
    const double nan = std::nan("");
    for (const Shape& a : shapes)
        for (const Shape& b : shapes) {
            const Surface A(a), B(b);
            CAPTURE(std::string(A.name()));
            CAPTURE(std::string(B.name()));
            CHECK(points_of(A, {}, B, {Rotation::identity(), {nan, nan, nan}}, 0.1).count == 0);
            CHECK(points_of(A, {}, B, {}, nan).count == 0);
        }
}
