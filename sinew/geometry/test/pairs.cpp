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
