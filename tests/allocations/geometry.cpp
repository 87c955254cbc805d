// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Questions that contact asks of surfaces, without the heap.
#include <sinew/geometry/broad_phase.h>
#include <sinew/geometry/manifold.h>
#include <tests/allocations/count.h>
#include <tests/support/random.h>

#include <doctest/doctest.h>

#include <cmath>

using namespace sinew;
using namespace sinew::testing;

namespace {

std::vector<Surface> one_of_each() {
    Random random(5);
    auto points = std::make_shared<std::vector<Vec3>>();
    for (int i = 0; i < 40; ++i) points->push_back(random.vector(0.7));
    auto grid = std::make_shared<HeightGrid>(HeightGrid{9, 9, {}});
    for (int i = 0; i < 81; ++i) grid->heights.push_back(random.within(-0.2, 0.2));
    const shape::ConvexHull hull{points};
    std::vector<Surface> all;
    for (const Shape& shape :
         {Shape(shape::Box{{1, 0.7, 0.5}}), Shape(shape::Sphere{0.5}),
          Shape(shape::Ellipsoid{{0.5, 0.3, 0.7}}), Shape(shape::Cylinder{0.4, 1}),
          Shape(shape::Capsule{0.3, 1}), Shape(shape::Cone{0.5, 1}), Shape(shape::HalfSpace{}),
          Shape(shape::Torus{0.7, 0.2}), Shape(hull), Shape(shape::HeightMap{2, 2, grid}),
          Shape(shape::Mesh{.triangles = std::make_shared<TriangleMesh>(triangles_of(hull))})})
        all.emplace_back(shape);
    return all;
}

}  // namespace

TEST_CASE("no question to a surface, a pair or many boxes allocates") {
    if (!can_count()) return;
    const std::vector<Surface> all = one_of_each();
    const std::vector<CollisionFilter> filters(all.size());
    BroadPhase phase(filters);
    std::vector<Transform> X(all.size());
    std::vector<Bounds> boxes(all.size());
    double sum = 0;
    const auto ask = [&](std::uint64_t seed) {
        Random random(seed);
        for (std::size_t i = 0; i < all.size(); ++i)
            X[i] = random.pose(0.5), boxes[i] = bounds_in(X[i], all[i], 0.01);
        for (const Surface& surface : all) {
            const Vec3 p = random.vector(1);
            sum += curvature(surface, nearest_point(surface, p)).k1 + ray(surface, p, -p).distance;
            sum += surface.kind() == SurfaceKind::half_space ? 0 : support(surface, p).x;
        }
        for (const auto& [i, j] : phase.overlapping(boxes)) {
            const std::size_t a = static_cast<std::size_t>(i), b = static_cast<std::size_t>(j);
            if (!supports(all[a], all[b])) continue;
            sum += nearest_between(all[a], X[a], all[b], X[b]).distance;
            ManifoldPoint points[8];
            ManifoldMemory memory;
            sum += manifold(all[a], X[a], all[b], X[b], 0.05, points, memory);
        }
    };
    ask(1);
    const long before = allocations();
    for (std::uint64_t seed = 1; seed < 4; ++seed) ask(seed);
    CHECK(allocations() == before);
    CHECK(std::isfinite(sum));
}
