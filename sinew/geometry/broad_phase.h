// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/geometry/surface.h>

#include <cstdint>
#include <span>

namespace sinew {

/// What may meet what: two things meet if each one's groups have a bit of the other's mask, and if they are not of
/// one family (of things that never meet, as those on one body); −1 is no family.
struct CollisionFilter {
    std::uint32_t groups = 1, mask = ~0u;
    int family = -1;
};

/// Which of many boxes overlap. A tree of boxes that is fitted anew at each update and rebuilt when it has become
/// loose (14.40): O(n log n + pairs), no allocation once it has seen as many pairs. What it answers depends on the
/// boxes alone, not on what came before.
class BroadPhase {
public:
    struct Pair {
        int first = 0, second = 0;  ///< first < second
        friend constexpr auto operator<=>(const Pair&, const Pair&) = default;
    };

    explicit BroadPhase(std::span<const CollisionFilter> filters);

    /// Pairs of boxes that overlap or touch, of things that may meet, in ascending order; valid until the next call.
    /// A box may be infinite, or empty (low > high: overlaps with none; so does one with a NaN).
    std::span<const Pair> overlapping(std::span<const Bounds> boxes);
    /// How many pairs of boxes, of things or of nodes of the tree, that took.
    long looks() const { return looks_; }

private:
    struct Node {
        Bounds box;
        int left, right;  ///< children, or ~thing and nothing
    };
    int build(std::span<const Bounds> boxes, int first, int last);
    double refit(std::span<const Bounds> boxes);
    void collect(int root);
    void add(int i, int j);

    std::vector<CollisionFilter> filters_;
    std::vector<Node> nodes_;
    std::vector<int> order_;
    std::vector<Pair> pairs_, stack_;
    std::vector<int> unbounded_;
    std::vector<char> in_tree_;
    double built_cost_ = 0;
    long looks_ = 0;
};

/// The box along W's axes around a surface that stands at X_WG, wider by margin on all sides.
Bounds bounds_in(const Transform& X_WG, const Surface& surface, double margin = 0);

}  // namespace sinew
