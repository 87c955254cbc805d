// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/geometry/pairs.h>
#include <sinew/geometry/test/every_surface.h>

#include <doctest/doctest.h>

#include <cmath>

using namespace sinew;
using namespace sinew::testing;

namespace {

std::vector<Surface> convex_surfaces() {
    std::vector<Surface> all;
    for (const Shape& shape : every_shape())
        if (const Surface surface(shape); surface.is_convex() && surface.kind() != SurfaceKind::half_space)
            all.push_back(surface);
    return all;
}

/// How far A reaches along n, and B against it: any n gives an upper bound of the depth.
double overlap_along(const Surface& A, const Transform& X_WA, const Surface& B, const Transform& X_WB,
                     const Vec3& n) {
    const Vec3 a = X_WA * support(A, transpose_times(X_WA.R, n)),
               b = X_WB * support(B, transpose_times(X_WB.R, -n));
    return dot(n, a - b);
}

}  // namespace

TEST_CASE(
    "any two convex surfaces: points lie on both, along the normal, and the residual proves the distance") {
    Random random(1);
    const std::vector<Surface> all = convex_surfaces();
    int overlaps = 0, cases = 0;
    double worst = 0;
    for (const Surface& A : all)
        for (const Surface& B : all)
            for (int i = 0; i < 8; ++i) {
                CAPTURE(std::string(A.name()));
                CAPTURE(std::string(B.name()));
                const Transform X_WA = random.pose(0.5), X_WB = random.pose(i % 2 ? 1.5 : 0.6);
                const NearestPair p = nearest_of_convex(A, X_WA, B, X_WB);
                ++cases, overlaps += p.distance < 0;
                CHECK(std::fabs(norm(p.n_W) - 1) < 1e-12);
                CHECK(p.residual < 1e-6 * std::fabs(p.distance) + 1e-10);
                worst = std::fmax(worst, p.residual);
                CHECK(std::fabs(nearest_point(A, X_WA.inverse() * p.a_W).distance) < 1e-9 + 2 * p.residual);
                CHECK(std::fabs(nearest_point(B, X_WB.inverse() * p.b_W).distance) < 1e-9 + 2 * p.residual);
                CHECK(norm(p.b_W - p.a_W - p.distance * p.n_W) < 1e-9 + 2 * p.residual);
                // A bound from below where they are apart, from above where they overlap: the same number.
                CHECK(std::fabs(overlap_along(A, X_WA, B, X_WB, p.n_W) + p.distance) < 1e-9);
                for (int k = 0; k < 20; ++k)
                    CHECK(overlap_along(A, X_WA, B, X_WB, random_direction(random)) > -p.distance - 1e-9);
            }
    CHECK(overlaps > cases / 5);
    CHECK(overlaps < cases * 4 / 5);
    MESSAGE("worst residual ", worst, " m");
}

TEST_CASE(
    "every pair of kinds has an answer or a reason; exchanged, or seen from elsewhere, it is the same") {
    Random random(2);
    const std::vector<Shape> shapes = every_shape();
    std::vector<Surface> all(shapes.begin(), shapes.end());
    for (const Surface& A : all)
        for (const Surface& B : all) {
            CAPTURE(std::string(A.name()));
            CAPTURE(std::string(B.name()));
            const auto is_ground = [](const Surface& s) {
                return s.kind() == SurfaceKind::half_space || s.kind() == SurfaceKind::height_map;
            };
            CHECK(supports(A, B) == !(is_ground(A) && is_ground(B)));
            if (!supports(A, B)) {
                CHECK(std::isnan(nearest_between(A, {}, B, {}).distance));
                CHECK(why_unsupported(A.kind(), B.kind()).find(A.name()) != std::string::npos);
                continue;
            }
            for (int i = 0; i < 3; ++i) {
                const Transform X_WA = random.pose(0.7), X_WB = random.pose(i == 0 ? 0.7 : 2.5);
                const NearestPair p = nearest_between(A, X_WA, B, X_WB),
                                  q = nearest_between(B, X_WB, A, X_WA);
                const bool meshes = A.triangles() || B.triangles();
                const double slack = 1e-9 + 2 * p.residual + 2 * q.residual;
                CHECK(std::fabs(norm(p.n_W) - 1) < 1e-9);
                CHECK(std::fabs(p.distance - q.distance) < slack);
                CHECK(norm(p.b_W - p.a_W - p.distance * p.n_W) < slack);
                // Within a body, a torus may be nearest to get out where its ring has a kink in its distance.
                const bool ring = A.kind() == SurfaceKind::torus || B.kind() == SurfaceKind::torus;
                if (p.distance > 0 || !(meshes || ring)) {
                    const Vec3 a_A = X_WA.inverse() * Vec3(p.a_W), b_B = X_WB.inverse() * Vec3(p.b_W);
                    CHECK(std::fabs(nearest_point(A, a_A).distance) < slack);
                    CHECK(std::fabs(nearest_point(B, b_B).distance) < slack);
                }
                const Transform X = random.pose(3);
                const NearestPair moved = nearest_between(A, X * X_WA, B, X * X_WB);
                CHECK(std::fabs(moved.distance - p.distance) < slack + 2 * moved.residual);
                const bool map = A.kind() == SurfaceKind::height_map || B.kind() == SurfaceKind::height_map;
                if (p.distance > 0 && !map) {  // moved together along n by that much they touch
                    const Transform X_WT{X_WB.R, X_WB.p - (p.distance - 1e-6) * p.n_W};
                    CHECK(std::fabs(nearest_between(A, X_WA, B, X_WT).distance - 1e-6) < 1e-8);
                }
            }
        }
}

TEST_CASE("closed forms agree with the search that knows support points only") {
    Random random(3);
    const auto compare = [&](const Surface& A, const Surface& B) {
        CAPTURE(std::string(A.name()));
        CAPTURE(std::string(B.name()));
        for (int i = 0; i < 60; ++i) {
            const Transform X_WA = random.pose(0.5), X_WB = random.pose(1);
            const NearestPair p = nearest_between(A, X_WA, B, X_WB), q = nearest_of_convex(A, X_WA, B, X_WB);
            CHECK(p.residual == 0);
            CHECK(p.distance == doctest::Approx(q.distance).epsilon(1e-6).scale(1e-3));
        }
    };
    for (const Surface& B : convex_surfaces()) compare(Surface(shape::Sphere{0.4}), B);
    compare(Surface(shape::Capsule{0.3, 1}), Surface(shape::Capsule{0.2, 0.7}));
    const Surface box(shape::Box{{1, 2, 0.5}}), other(shape::Box{{0.6, 0.6, 1}});
    int overlaps = 0;
    for (int i = 0; i < 400; ++i) {
        const Transform X_WA = random.pose(0.4), X_WB = random.pose(0.6);
        const NearestPair p = nearest_between(box, X_WA, other, X_WB),
                          q = nearest_of_convex(box, X_WA, other, X_WB);
        overlaps += p.distance < 0;
        CHECK(std::fabs(p.distance - q.distance) < 1e-10);
        CHECK(std::fabs(nearest_point(box, X_WA.inverse() * Vec3(p.a_W)).distance) < 1e-10);
        CHECK(std::fabs(nearest_point(other, X_WB.inverse() * Vec3(p.b_W)).distance) < 1e-10);
    }
    CHECK(overlaps > 100);
}

TEST_CASE("degenerate placements are answered: one on top of the other, touching exactly, not a number") {
    const std::vector<Shape> shapes = every_shape();
    for (const Shape& a : shapes)
        for (const Shape& b : shapes) {
            const Surface A(a), B(b);
            if (!supports(A, B)) continue;
            CAPTURE(std::string(A.name()));
            CAPTURE(std::string(B.name()));
            const NearestPair same = nearest_between(A, {}, B, {});
            CHECK(std::isfinite(same.distance));
            CHECK(std::fabs(norm(same.n_W) - 1) < 1e-9);
            for (const Vec3& d : {Vec3{1, 0, 0}, {0, 0, 1}, {0, 0, -1}})
                CHECK(std::isfinite(nearest_between(A, {}, B, {Rotation::identity(), d}).distance));
            const double nan = std::nan("");
            CHECK(std::isnan(nearest_between(A, {}, B, {Rotation::identity(), {nan, 0, nan}}).distance));
        }
    const Surface cube(shape::Box{{1, 1, 1}});
    const NearestPair touching = nearest_between(cube, {}, cube, {Rotation::identity(), {1, 0.2, 0.1}});
    CHECK(std::fabs(touching.distance) < 1e-15);
    CHECK(touching.n_W.x == doctest::Approx(1));
}
