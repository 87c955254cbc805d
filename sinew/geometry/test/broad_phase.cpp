// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/geometry/broad_phase.h>
#include <sinew/geometry/test/every_surface.h>
#include <sinew/geometry/triangle_tree.h>

#include <doctest/doctest.h>

#include <cmath>

using namespace sinew;
using namespace sinew::testing;

namespace {

std::vector<Bounds> random_boxes(int count, double room, Random& random) {
    std::vector<Bounds> boxes;
    for (int i = 0; i < count; ++i) {
        const Vec3 p = random.vector(room),
                   half{random.within(0.1, 1), random.within(0.1, 1), random.within(0.1, 1)};
        boxes.push_back({p - half, p + half});
    }
    return boxes;
}

std::vector<BroadPhase::Pair> by_hand(std::span<const Bounds> boxes,
                                      std::span<const CollisionFilter> filters) {
    std::vector<BroadPhase::Pair> pairs;
    for (int i = 0; i < static_cast<int>(boxes.size()); ++i)
        for (int j = i + 1; j < static_cast<int>(boxes.size()); ++j) {
            const CollisionFilter &a = filters[static_cast<std::size_t>(i)],
                                  &b = filters[static_cast<std::size_t>(j)];
            if (!(a.groups & b.mask) || !(b.groups & a.mask) || (a.family >= 0 && a.family == b.family))
                continue;
            const auto there = [&](int k) {
                const Bounds& box = boxes[static_cast<std::size_t>(k)];
                return box.low.x <= box.high.x && box.low.y <= box.high.y && box.low.z <= box.high.z;
            };
            if (there(i) && there(j) &&
                overlap(boxes[static_cast<std::size_t>(i)], boxes[static_cast<std::size_t>(j)]))
                pairs.push_back({i, j});
        }
    return pairs;
}

bool same(std::span<const BroadPhase::Pair> a, const std::vector<BroadPhase::Pair>& b) {
    return std::vector(a.begin(), a.end()) == b;
}

}  // namespace

TEST_CASE("pairs of boxes are those found by hand, in order, while things move, appear and vanish") {
    Random random(1);
    const int count = 300;
    std::vector<CollisionFilter> filters;
    for (int i = 0; i < count; ++i)
        filters.push_back({.groups = 1u << random.below(3),
                           .mask = static_cast<std::uint32_t>(random.below(8)),
                           .family = random.below(40) - 5});
    std::vector<Bounds> boxes = random_boxes(count, 4, random);
    const double far = std::numeric_limits<double>::infinity(), nan = std::nan("");
    boxes[3] = {{-far, -far, -far}, {far, far, 0}};
    boxes[4] = {{-far, -far, -far}, {far, far, far}};
    BroadPhase phase(filters);
    for (int step = 0; step < 30; ++step) {
        CAPTURE(step);
        CHECK(same(phase.overlapping(boxes), by_hand(boxes, filters)));
        CHECK(same(BroadPhase(filters).overlapping(boxes), by_hand(boxes, filters)));  // whatever came before
        for (Bounds& box : boxes) {
            const Vec3 d = random.vector(step < 20 ? 0.05 : 2);
            box.low += d, box.high += d;
        }
        if (step == 10) boxes[7] = {{1, 1, 1}, {-1, -1, -1}};
        if (step == 12) boxes[8] = {{nan, nan, nan}, {nan, nan, nan}};
        if (step == 14) boxes[7] = {{-1, -1, -1}, {1, 1, 1}};
    }
}

TEST_CASE(
    "pairs of ten thousand boxes come in order, each once, and ask for no more memory when all have moved") {
    Random random(2);
    const int count = 10000;
    std::vector<Bounds> boxes = random_boxes(count, 15, random);
    const std::vector<CollisionFilter> filters(static_cast<std::size_t>(count));
    BroadPhase phase(filters);
    const auto pairs = phase.overlapping(boxes);
    CHECK(pairs.size() > 10000);
    CHECK(pairs.size() < 200000);
    for (std::size_t i = 1; i < pairs.size(); ++i) CHECK(pairs[i - 1] < pairs[i]);
    const auto* where = pairs.data();
    for (Bounds& box : boxes) box.low.x += 0.01, box.high.x += 0.01;
    CHECK(phase.overlapping(boxes).data() == where);  // nothing was allocated anew
}

TEST_CASE("ten times as many boxes, as dense, take about ten times as many looks, built anew or moved") {
    double before[2] = {0, 0};
    for (const int count : {100, 1000, 10000, 100000}) {
        CAPTURE(count);
        Random random(6);
        std::vector<Bounds> boxes = random_boxes(count, 0.7 * std::cbrt(count), random);
        const std::vector<CollisionFilter> filters(static_cast<std::size_t>(count));
        BroadPhase phase(filters);
        for (const int moved : {0, 1}) {
            CAPTURE(moved);
            const std::size_t pairs = phase.overlapping(boxes).size();
            if (count <= 10000) CHECK(same(phase.overlapping(boxes), by_hand(boxes, filters)));
            const double per_box = static_cast<double>(phase.looks()) / count;
            MESSAGE(count << " boxes, " << pairs << " pairs: " << per_box << " looks at boxes each");
            CHECK(pairs > static_cast<std::size_t>(count) / 2);
            // All against all would grow tenfold; depth alone by log 10. At the rim of a small heap boxes have fewer
            // others beside them.
            if (count > 1000) CHECK(per_box < 1.3 * before[moved]);
            before[moved] = per_box;
            for (Bounds& box : boxes) {
                const Vec3 d = random.vector(0.1);
                box.low += d, box.high += d;
            }
        }
    }
}

TEST_CASE("the box around a placed surface holds it, and touches it on all six sides where that is easy") {
    Random random(3);
    for (const Shape& shape : every_shape()) {
        const Surface surface(shape);
        CAPTURE(std::string(surface.name()));
        for (int i = 0; i < 30; ++i) {
            const Transform X_WG = random.pose(1);
            const Bounds box = bounds_in(X_WG, surface, 0.1);
            for (int k = 0; k < 30; ++k) {
                const Vec3 p = X_WG * random_point_on(surface, random);
                CHECK(overlap(box, {p - Vec3{0.0999, 0.0999, 0.0999}, p + Vec3{0.0999, 0.0999, 0.0999}}));
                for (int axis = 0; axis < 3; ++axis) {
                    CHECK(p[axis] + 0.0999999 < box.high[axis]);
                    CHECK(p[axis] - 0.0999999 > box.low[axis]);
                }
            }
            if (!surface.is_smooth() || surface.kind() == SurfaceKind::half_space) continue;
            for (const Vec3& axis : {x_axis, y_axis, z_axis}) {
                const Vec3 top = X_WG * support(surface, transpose_times(X_WG.R, axis));
                CHECK(dot(axis, top) + 0.1 == doctest::Approx(dot(axis, box.high)));
            }
        }
    }
    const Bounds level = bounds_in({Rotation::about_z(1), {1, 2, 3}}, Surface(shape::HalfSpace{}), 0.5);
    CHECK(level.high.z == 3.5);
    CHECK(std::isinf(level.high.x));
}
