// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "many_boxes.h"

#include <sinew/geometry/broad_phase.h>
#include <sinew/geometry/triangle_tree.h>
#include <tests/support/random.h>

#include <cmath>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "measure.h"

namespace bench {

namespace {

using sinew::Bounds;
using sinew::BroadPhase;
using sinew::Vec3;
using sinew::testing::Random;

/// Boxes of half sides from 0.1 to 1 m, about one to 3 m³.
std::vector<Bounds> scattered(int count, Random& random) {
    std::vector<Bounds> boxes;
    for (int i = 0; i < count; ++i) {
        const Vec3 p = random.vector(0.7 * std::cbrt(count)),
                   half{random.within(0.1, 1), random.within(0.1, 1), random.within(0.1, 1)};
        boxes.push_back({p - half, p + half});
    }
    return boxes;
}

std::vector<BroadPhase::Pair> each_against_each(const std::vector<Bounds>& boxes) {
    std::vector<BroadPhase::Pair> pairs;
    const int n = static_cast<int>(boxes.size());
    for (int i = 0; i < n; ++i)
        for (int j = i + 1; j < n; ++j)
            if (overlap(boxes[static_cast<std::size_t>(i)], boxes[static_cast<std::size_t>(j)]))
                pairs.push_back({i, j});
    return pairs;
}

}  // namespace

void many_boxes(nlohmann::json& out) {
    fmt::print("\n{:>8} {:>9} {:>10} {:>10} {:>10} {:>14} {:>7}\n", "boxes", "pairs", "looks", "built, ms",
               "moved, ms", "all pairs, ms", "ratio");
    for (const int count : {1000, 10000, 100000}) {
        Random random(6);
        std::vector<Bounds> boxes = scattered(count, random);
        const std::vector<sinew::CollisionFilter> filters(boxes.size());
        double built = 1e9, moved = 1e9, by_hand = 0;
        std::size_t pairs = 0;
        long looks = 0;
        for (int repeat = 0; repeat < 5; ++repeat) {
            BroadPhase phase(filters);
            double start = thread_seconds();
            phase.overlapping(boxes);
            built = std::min(built, thread_seconds() - start);
            for (int step = 0; step < 5; ++step) {
                for (Bounds& box : boxes) {
                    const Vec3 d = random.vector(0.01);
                    box.low += d, box.high += d;
                }
                start = thread_seconds();
                pairs = phase.overlapping(boxes).size();
                moved = std::min(moved, thread_seconds() - start);
            }
            looks = phase.looks();
            if (repeat > 0 || count > 10000) continue;
            start = thread_seconds();
            const std::vector<BroadPhase::Pair> found = each_against_each(boxes);
            by_hand = thread_seconds() - start;
            const auto ours = phase.overlapping(boxes);
            if (!std::equal(ours.begin(), ours.end(), found.begin(), found.end()))
                throw std::runtime_error("the tree of boxes does not find the pairs that overlap");
        }
        const bool compared = by_hand > 0;
        fmt::print("{:>8} {:>9} {:>10} {:>10.3f} {:>10.3f} {:>14} {:>7}\n", count, pairs, looks, 1e3 * built,
                   1e3 * moved, compared ? fmt::format("{:.1f}", 1e3 * by_hand) : "",
                   compared ? fmt::format("{:.0f}", by_hand / moved) : "");
        out["many_boxes"].push_back(
            {{"boxes", count},
             {"pairs", pairs},
             {"looks", looks},
             {"built_s", built},
             {"moved_s", moved},
             {"each_against_each_s", compared ? nlohmann::json(by_hand) : nlohmann::json()}});
    }
}

}  // namespace bench
