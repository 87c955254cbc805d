// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/error.h>
#include <sinew/geometry/test/every_surface.h>
#include <sinew/geometry/triangle_tree.h>

#include <doctest/doctest.h>

#include <cmath>

using namespace sinew;
using namespace sinew::testing;

namespace {

constexpr double rounding = 1e-13;  // of lengths of about a metre

bool inside_bounds(const Bounds& b, const Vec3& p, double slack) {
    for (int i = 0; i < 3; ++i)
        if (p[i] < b.low[i] - slack || p[i] > b.high[i] + slack) return false;
    return true;
}

}  // namespace

TEST_CASE(
    "the nearest point lies on the surface, within its box and its ball, as far as it says, along its "
    "normal") {
    Random random(1);
    for (const Shape& shape : every_shape()) {
        const Surface surface(shape);
        CAPTURE(std::string(surface.name()));
        CHECK(std::string(surface.name()) == kind_of(shape));
        for (int i = 0; i < 300; ++i) {
            const Vec3 p = random.vector(1.6);
            const SurfacePoint s = nearest_point(surface, p);
            CHECK(std::fabs(norm(s.n_G) - 1) < rounding);
            CHECK(std::fabs(norm(p - s.p_G) - std::fabs(s.distance)) < rounding);
            CHECK(std::fabs(nearest_point(surface, s.p_G).distance) < rounding);
            if (surface.kind() != SurfaceKind::half_space)
                CHECK(inside_bounds(surface.bounds(), s.p_G, rounding));
            CHECK(norm(s.p_G - surface.ball().centre_G) < surface.ball().radius + rounding);
            // along the normal; the edges of a map are no part of what it is solid below
            if (surface.kind() != SurfaceKind::height_map) CHECK(norm(p - s.p_G - s.distance * s.n_G) < 1e-9);
            for (int k = 0; k < 20; ++k)  // no other point is nearer
                CHECK(norm(p - random_point_on(surface, random)) > std::fabs(s.distance) - rounding);
        }
    }
}

TEST_CASE("the normal is the gradient of the distance") {
    Random random(2);
    for (const Shape& shape : every_shape()) {
        const Surface surface(shape);
        CAPTURE(std::string(surface.name()));
        int checked = 0;
        for (int i = 0; i < 200; ++i) {
            const Vec3 p = random.vector(1.4);
            const SurfacePoint s = nearest_point(surface, p);
            const double h = 1e-5;
            Vec3 gradient;
            bool smooth = std::fabs(s.distance) > 0.01;
            for (int k = 0; k < 3; ++k) {
                Vec3 low = p, high = p;
                low[k] -= h, high[k] += h;
                const SurfacePoint a = nearest_point(surface, low), b = nearest_point(surface, high);
                smooth = smooth && norm(a.n_G - b.n_G) < 1e-2;  // else a ridge of the distance lies between
                gradient[k] = (b.distance - a.distance) / (2 * h);
            }
            if (!smooth || (surface.kind() == SurfaceKind::height_map && s.distance < 0)) continue;
            ++checked;
            CHECK(norm(gradient - s.n_G) < 1e-6);
        }
        CHECK(checked > 50);
    }
}

TEST_CASE("a hint changes nothing, and the tree finds what looking at every triangle finds") {
    Random random(3);
    for (const Shape& shape : every_shape()) {
        const Surface surface(shape);
        if (!surface.triangles()) continue;
        CAPTURE(std::string(surface.name()));
        const TriangleTree& tree = *surface.triangles();
        for (int i = 0; i < 200; ++i) {
            const Vec3 p = random.vector(1.5);
            const SurfacePoint s = nearest_point(surface, p);
            const SurfacePoint hinted =
                nearest_point(surface, p, random.below(static_cast<int>(tree.faces().size())));
            CHECK(hinted.p_G == s.p_G);
            CHECK(hinted.face == s.face);
            double least = 1e300, top = -1e300;
            for (const TriangleTree::Leaf& t : tree.leaves()) {
                const TrianglePoint n = nearest_on_triangle(t.a, t.ab, t.ac, p);
                least = std::fmin(least, norm(p - t.a - n.v * t.ab - n.w * t.ac));
            }
            CHECK(std::fabs(s.distance) == doctest::Approx(least).epsilon(rounding));
            const Vec3 d = random_direction(random);
            for (const Vec3& v : tree.vertices()) top = std::fmax(top, dot(d, v));
            CHECK(dot(d, support(surface, d)) == doctest::Approx(top));
            const double reach = 0.3;
            const SurfacePoint near = tree.nearest_within(p, reach, -1);
            CHECK((near.face >= 0) == (least <= reach));
        }
    }
}

TEST_CASE("a mesh is inside where a ray leaves it through an odd number of faces") {
    Random random(4);
    for (const TriangleMesh& mesh : {bumpy_ball(12, 0.3, 0.8), step_mesh()}) {
        const Surface surface{shape::Mesh{.triangles = std::make_shared<TriangleMesh>(mesh)}};
        REQUIRE(surface.is_closed());
        for (int i = 0; i < 500; ++i) {
            const Vec3 p = random.vector(1.1), d = random_direction(random);
            int crossings = 0;
            Vec3 from = p;
            for (RayHit hit = ray(surface, from, d); hit.hit; hit = ray(surface, from, d)) {
                ++crossings;
                from = hit.p_G + 1e-9 * d;
            }
            CHECK((nearest_point(surface, p).distance < 0) == (crossings % 2 == 1));
        }
    }
}

TEST_CASE("a ray's first hit is on the surface, and nothing is before it") {
    Random random(5);
    for (const Shape& shape : every_shape()) {
        const Surface surface(shape);
        CAPTURE(std::string(surface.name()));
        int hits = 0;
        for (int i = 0; i < 300; ++i) {
            const Vec3 o = random.vector(2.5), d = random.vector(0.8) - o;
            const RayHit hit = ray(surface, o, d);
            const double start = nearest_point(surface, o).distance;
            const double end = hit.hit ? hit.distance : 4;
            if (hit.hit) {
                ++hits;
                CHECK(norm(o + hit.distance * d - hit.p_G) < 1e-9);
                CHECK(std::fabs(nearest_point(surface, hit.p_G).distance) < 1e-9);
                CHECK(ray(surface, o, d, hit.distance * (1 - 1e-9)).hit == false);
            }
            if (surface.kind() == SurfaceKind::height_map) continue;  // no walls: its sides may be passed
            for (int k = 1; k < 40; ++k) {                            // the sign stays until then
                const double now = nearest_point(surface, o + (end * k / 40) * d).distance;
                CHECK((now * start > 0 || std::fabs(now) < 1e-9));
            }
        }
        CHECK(hits > 20);
    }
}

TEST_CASE("the support is the farthest of all points, and on the surface") {
    Random random(6);
    for (const Shape& shape : every_shape()) {
        const Surface surface(shape);
        if (surface.kind() == SurfaceKind::half_space) continue;
        CAPTURE(std::string(surface.name()));
        for (int i = 0; i < 100; ++i) {
            const Vec3 d = 3 * random_direction(random), s = support(surface, d);
            CHECK(std::fabs(nearest_point(surface, s).distance) < rounding);
            for (int k = 0; k < 50; ++k) CHECK(dot(d, random_point_on(surface, random)) <= dot(d, s) + 1e-12);
        }
        for (const Vec3& axis : {x_axis, y_axis, z_axis})  // where ends and edges tie
            for (const double sign : {1.0, -1.0})
                if (surface.kind() != SurfaceKind::height_map)
                    CHECK(std::fabs(dot(axis, support(surface, sign * axis)) -
                                    dot(axis, sign > 0 ? surface.bounds().high : surface.bounds().low)) <
                          rounding);
    }
    CHECK(norm(support(Surface(shape::HalfSpace{}), z_axis)) == 0);
    CHECK(std::isinf(support(Surface(shape::HalfSpace{}), x_axis).x));
}

TEST_CASE("curvature is how the normal turns: along its principal directions, by finite differences") {
    Random random(7);
    for (const Shape& shape : every_shape()) {
        const Surface surface(shape);
        CAPTURE(std::string(surface.name()));
        int checked = 0;
        for (int i = 0; i < 200; ++i) {
            const SurfacePoint s = nearest_point(surface, random.vector(1.3));
            const SurfacePoint on = nearest_point(surface, s.p_G);
            const Curvature c = curvature(surface, s);
            CHECK(norm(cross(c.e1_G, c.e2_G) - s.n_G) < 1e-9);
            CHECK(c.k1 >= c.k2);
            const double h = 1e-5;
            bool smooth = norm(on.n_G - s.n_G) < 1e-6;
            Vec3 turn[2];
            for (const int k : {0, 1}) {
                const Vec3 e = k == 0 ? c.e1_G : c.e2_G;
                const SurfacePoint a = nearest_point(surface, s.p_G - h * e),
                                   b = nearest_point(surface, s.p_G + h * e);
                smooth = smooth && norm(a.n_G - b.n_G) < 1e-2 && a.face == b.face;
                turn[k] = (b.n_G - a.n_G) / (2 * h);
            }
            // within a step of where a capsule's cylinder ends its curvature jumps
            if (surface.kind() == SurfaceKind::capsule &&
                std::fabs(std::fabs(s.p_G.z) - surface.size().y) < 2 * h)
                continue;
            if (!smooth) continue;
            ++checked;
            CHECK(norm(turn[0] - c.k1 * c.e1_G) < 1e-5);
            CHECK(norm(turn[1] - c.k2 * c.e2_G) < 1e-5);
        }
        CHECK(checked > 20);
    }
}

TEST_CASE("points where many are nearest have one, on the surface: centres, axes, planes of symmetry") {
    for (const Shape& shape : every_shape()) {
        const Surface surface(shape);
        CAPTURE(std::string(surface.name()));
        for (const Vec3& p : {Vec3{},
                              {0, 0, 0.1},
                              {0, 0, -0.3},
                              {0.2, 0, 0},
                              {0, 1e-300, 0},
                              {0, 0.1, 0.1},
                              {0.9, 0, 0},
                              {1e-9, 1e-9, 0},
                              {5, 0, 0},
                              {0, 0, 7}}) {
            const SurfacePoint s = nearest_point(surface, p);
            CHECK(std::fabs(norm(s.n_G) - 1) < rounding);
            CHECK(std::fabs(norm(p - s.p_G) - std::fabs(s.distance)) < rounding);
            CHECK(std::fabs(nearest_point(surface, s.p_G).distance) < rounding);
            const SurfacePoint again = nearest_point(surface, p);
            CHECK(again.p_G == s.p_G);
        }
    }
    CHECK(nearest_point(Surface(shape::Ellipsoid{{3, 2, 1}}), {}).distance == doctest::Approx(-1));
    CHECK(nearest_point(Surface(shape::Ellipsoid{{1e6, 1, 1e-6}}), {2e6, 0, 0}).distance ==
          doctest::Approx(1e6));
}

TEST_CASE("numbers that are none give none, and no query hangs") {
    const double nan = std::nan(""), far = std::numeric_limits<double>::infinity();
    for (const Shape& shape : every_shape()) {
        const Surface surface(shape);
        CAPTURE(std::string(surface.name()));
        for (const Vec3& bad : {Vec3{nan, nan, nan}, {nan, 0, 0}, {0, 0, nan}}) {
            const SurfacePoint s = nearest_point(surface, bad);
            const Vec3 sum = s.p_G + s.n_G;
            CHECK(std::isnan(sum.x + sum.y + sum.z + s.distance));
            ray(surface, bad, {1, 2, 3});
            ray(surface, {1, 2, 3}, bad);
            support(surface, bad);
        }
        CHECK(!ray(surface, {0.1, 0.1, 9}, {}).hit);
        nearest_point(surface, {far, 0, 0});
        nearest_point(surface, {1e300, 0, 0});
        CHECK(nearest_point(surface, {0, 0, 1e9}).distance == doctest::Approx(1e9).epsilon(1e-8));
    }
    CHECK_THROWS_AS(Surface{shape::Mesh{.file = "gone.obj"}}, ModelError);
    const TriangleMesh thin{{{}, x_axis, {2, 0, 0}}, {{0, 1, 2}}};
    CHECK_THROWS_AS(Surface{shape::Mesh{.triangles = std::make_shared<TriangleMesh>(thin)}}, ModelError);
    CHECK_THROWS_AS(Surface{shape::Sphere{-1}}, ModelError);
}
