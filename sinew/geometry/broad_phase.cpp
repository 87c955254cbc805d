// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/at.h>
#include <sinew/geometry/broad_phase.h>
#include <sinew/geometry/triangle_tree.h>

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

constexpr double endless = std::numeric_limits<double>::infinity();

Bounds empty_box() { return {{endless, endless, endless}, {-endless, -endless, -endless}}; }

Bounds together(const Bounds& a, const Bounds& b) {
    return {{std::min(a.low.x, b.low.x), std::min(a.low.y, b.low.y), std::min(a.low.z, b.low.z)},
            {std::max(a.high.x, b.high.x), std::max(a.high.y, b.high.y), std::max(a.high.z, b.high.z)}};
}

/// Half the surface: what a random box is likely to meet.
double cost(const Bounds& box) {
    const Vec3 s = box.high - box.low;
    return s.x * s.y + s.y * s.z + s.z * s.x;
}

bool may_meet(const CollisionFilter& a, const CollisionFilter& b) {
    return (a.groups & b.mask) != 0 && (b.groups & a.mask) != 0 && (a.family < 0 || a.family != b.family);
}

}  // namespace

BroadPhase::BroadPhase(std::span<const CollisionFilter> filters) : filters_(filters.begin(), filters.end()) {
    order_.reserve(filters_.size());
    unbounded_.reserve(filters_.size());
    nodes_.reserve(2 * filters_.size() + 1);
    stack_.reserve(256);
    in_tree_.assign(filters_.size(), 0);
}

/// Halves the things by the place of their middles, along the longest side.
int BroadPhase::build(std::span<const Bounds> boxes, int first, int last) {
    const int number = static_cast<int>(nodes_.size());
    nodes_.push_back({empty_box(), 0, 0});
    if (last - first == 1) {
        nodes_[at(number)] = {boxes[at(order_[at(first)])], ~order_[at(first)], 0};
        return number;
    }
    Bounds middles = empty_box();
    for (int i = first; i < last; ++i) {
        const Bounds& b = boxes[at(order_[at(i)])];
        const Vec3 m = b.low + b.high;
        middles = together(middles, {m, m});
    }
    const Vec3 s = middles.high - middles.low;
    const int axis = s.x >= s.y && s.x >= s.z ? 0 : s.y >= s.z ? 1 : 2, half = first + (last - first) / 2;
    std::nth_element(order_.begin() + first, order_.begin() + half, order_.begin() + last, [&](int i, int j) {
        const double a = boxes[at(i)].low[axis] + boxes[at(i)].high[axis],
                     b = boxes[at(j)].low[axis] + boxes[at(j)].high[axis];
        return a != b ? a < b : i < j;
    });
    const int left = build(boxes, first, half), right = build(boxes, half, last);
    nodes_[at(number)].left = left, nodes_[at(number)].right = right;
    nodes_[at(number)].box = together(nodes_[at(left)].box, nodes_[at(right)].box);
    return number;
}

/// Children stand after their parents, so that one pass from the end does. Returns the cost of the tree.
double BroadPhase::refit(std::span<const Bounds> boxes) {
    double sum = 0;
    for (std::size_t i = nodes_.size(); i-- > 0;) {
        Node& node = nodes_[i];
        if (node.left < 0) {
            node.box = boxes[at(~node.left)];
        } else {
            node.box = together(nodes_[at(node.left)].box, nodes_[at(node.right)].box);
            sum += cost(node.box);
        }
    }
    return sum;
}

/// All pairs with one thing below a and the other below b; with both below a if they are the same (14.40).
void BroadPhase::collect(int root) {
    stack_.clear();
    stack_.push_back({root, root});
    while (!stack_.empty()) {
        const auto [a, b] = stack_.back();
        stack_.pop_back();
        ++looks_;
        const Node &one = nodes_[at(a)], &other = nodes_[at(b)];
        if (a == b) {
            if (one.left < 0) continue;
            stack_.push_back({one.left, one.left});
            stack_.push_back({one.right, one.right});
            stack_.push_back({one.left, one.right});
            continue;
        }
        if (!overlap(one.box, other.box)) continue;
        if (one.left < 0 && other.left < 0) {
            add(~one.left, ~other.left);
        } else if (other.left < 0 || (one.left >= 0 && cost(one.box) >= cost(other.box))) {
            stack_.push_back({one.left, b});
            stack_.push_back({one.right, b});
        } else {
            stack_.push_back({a, other.left});
            stack_.push_back({a, other.right});
        }
    }
}

void BroadPhase::add(int i, int j) {
    if (may_meet(filters_[at(i)], filters_[at(j)])) pairs_.push_back({std::min(i, j), std::max(i, j)});
}

std::span<const BroadPhase::Pair> BroadPhase::overlapping(std::span<const Bounds> boxes) {
    pairs_.clear();
    looks_ = 0;
    const auto bounded = [](const Bounds& b) {
        const Vec3 sum = b.high - b.low;
        return std::isfinite(sum.x + sum.y + sum.z);
    };
    // Things with a finite box stand in the tree; those without end are held against all, empty ones against none.
    std::size_t in_tree = 0;
    bool same_things = true;
    unbounded_.clear();
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        const Bounds& b = boxes[i];
        const bool there = b.low.x <= b.high.x && b.low.y <= b.high.y && b.low.z <= b.high.z;
        const bool finite = there && bounded(b);
        if (there && !finite) unbounded_.push_back(static_cast<int>(i));
        same_things = same_things && finite == static_cast<bool>(in_tree_[i]);
        in_tree_[i] = finite;
        in_tree += finite;
    }
    if (in_tree > 0) {
        if (!same_things || nodes_.empty() || !(refit(boxes) <= 1.5 * built_cost_)) {
            order_.clear(), nodes_.clear();
            for (std::size_t i = 0; i < boxes.size(); ++i)
                if (in_tree_[i]) order_.push_back(static_cast<int>(i));
            build(boxes, 0, static_cast<int>(order_.size()));
            built_cost_ = refit(boxes);
        }
        collect(0);
    }
    for (std::size_t k = 0; k < unbounded_.size(); ++k) {
        const int i = unbounded_[k];
        looks_ += static_cast<long>(in_tree + unbounded_.size() - k - 1);
        for (std::size_t j = 0; j < boxes.size(); ++j)
            if (in_tree_[j] && overlap(boxes[at(i)], boxes[j])) add(i, static_cast<int>(j));
        for (std::size_t m = k + 1; m < unbounded_.size(); ++m)
            if (overlap(boxes[at(i)], boxes[at(unbounded_[m])])) add(i, unbounded_[m]);
    }
    std::sort(pairs_.begin(), pairs_.end());
    return pairs_;
}

Bounds bounds_in(const Transform& X_WG, const Surface& surface, double margin) {
    const Rotation& R = X_WG.R;
    const Vec3 grow{margin, margin, margin};
    const auto around = [&](const Vec3& centre, const Vec3& half) {
        return Bounds{centre - half - grow, centre + half + grow};
    };
    const Vec3& size = surface.size();
    switch (surface.kind()) {
        case SurfaceKind::sphere: return around(X_WG.p, {size.x, size.x, size.x});
        case SurfaceKind::ellipsoid: {
            Vec3 half;
            for (int i = 0; i < 3; ++i)
                half[i] =
                    std::sqrt(R(i, 0) * R(i, 0) * size.x * size.x + R(i, 1) * R(i, 1) * size.y * size.y +
                              R(i, 2) * R(i, 2) * size.z * size.z);
            return around(X_WG.p, half);
        }
        case SurfaceKind::capsule: {
            const Vec3 u = size.y * R.z;
            return around(X_WG.p,
                          {std::fabs(u.x) + size.x, std::fabs(u.y) + size.x, std::fabs(u.z) + size.x});
        }
        case SurfaceKind::cylinder:
        case SurfaceKind::torus: {
            const bool ring = surface.kind() == SurfaceKind::torus;
            const double along = ring ? 0 : size.y, more = ring ? size.y : 0;
            Vec3 half;
            for (int i = 0; i < 3; ++i)
                half[i] =
                    along * std::fabs(R.z[i]) + size.x * std::sqrt(std::max(0.0, 1 - R.z[i] * R.z[i])) + more;
            return around(X_WG.p, half);
        }
        case SurfaceKind::half_space: {  // bounded above only where it lies level
            Bounds box{{-endless, -endless, -endless}, {endless, endless, endless}};
            for (int i = 0; i < 3; ++i)
                if (std::fabs(R.z[i]) >= 1 - 1e-15)
                    (R.z[i] > 0 ? box.high : box.low)[i] = X_WG.p[i] + (R.z[i] > 0 ? margin : -margin);
            return box;
        }
        case SurfaceKind::height_map: {
            const Bounds& box = surface.bounds();
            if (std::fabs(R.z.z) < 1 - 1e-12) break;
            Vec3 half = 0.5 * (box.high - box.low), centre = 0.5 * (box.low + box.high);
            centre.z = half.z = 0;
            const Bounds flat =
                around(X_WG * centre, {std::fabs(R.x.x) * half.x + std::fabs(R.y.x) * half.y,
                                       std::fabs(R.x.y) * half.x + std::fabs(R.y.y) * half.y, 0});
            if (R.z.z > 0)
                return {{flat.low.x, flat.low.y, -endless},
                        {flat.high.x, flat.high.y, X_WG.p.z + box.high.z + margin}};
            return {{flat.low.x, flat.low.y, X_WG.p.z - box.high.z - margin},
                    {flat.high.x, flat.high.y, endless}};
        }
        default: {
            const Bounds& box = surface.bounds();
            const Vec3 half = 0.5 * (box.high - box.low), centre = X_WG * (0.5 * (box.low + box.high));
            Vec3 reach;
            for (int i = 0; i < 3; ++i)
                reach[i] =
                    std::fabs(R(i, 0)) * half.x + std::fabs(R(i, 1)) * half.y + std::fabs(R(i, 2)) * half.z;
            return around(centre, reach);
        }
    }
    return {{-endless, -endless, -endless}, {endless, endless, endless}};
}

}  // namespace sinew
