// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/at.h>
#include <sinew/dynamics/column_islands.h>

#include <algorithm>
#include <map>
#include <numeric>

namespace sinew {

namespace {

/// Sets of joints that columns pass together. A set reaches from all of its joints up to its top: if it has a joint, it
/// has those between this one and the top, so that a way through it is one step.
class JointSets {
public:
    JointSets(const Tree& tree, const std::vector<int>& depth) : tree_(tree), depth_(depth) {
        leader_.resize(at(tree.size()));
        std::iota(leader_.begin(), leader_.end(), 0);
        top_.resize(at(tree.size()));
        for (int B = 1; B < tree.size(); ++B) top_[at(B)] = tree[B].parent;
    }

    /// Unites the joints on the ways of a column up to its top; returns one of them, 0 if there is none.
    int pass(const ColumnForces& column, int top) {
        int any = 0;
        const auto climb = [&](int B) {
            for (B = moved(B); depth_[at(B)] > depth_[at(top)];) {
                const int beyond = top_[at(leader(B))];
                if (any == 0) any = B;
                unite(any, B);
                B = moved(beyond);
            }
        };
        for (const auto& on : column.bodies) climb(on.body);
        for (const auto& on : column.speeds) climb(on.body);
        return any;
    }

    int leader(int B) {
        while (leader_[at(B)] != B) B = leader_[at(B)] = leader_[at(leader_[at(B)])];
        return B;
    }

private:
    /// B, or what it is fixed on, whichever has a joint that moves.
    int moved(int B) const {
        while (B > 0 && tree_[B].nu == 0) B = tree_[B].parent;
        return B;
    }
    void unite(int A, int B) {
        A = leader(A), B = leader(B);
        if (A == B) return;
        if (depth_[at(top_[at(A)])] > depth_[at(top_[at(B)])]) std::swap(A, B);
        leader_[at(B)] = A;
    }

    const Tree& tree_;
    const std::vector<int>& depth_;
    std::vector<int> leader_;
    std::vector<int> top_;  ///< of leaders
};

std::vector<int> depths(const Tree& tree) {
    std::vector<int> depth(at(tree.size()));
    for (int B = 1; B < tree.size(); ++B) depth[at(B)] = depth[at(tree[B].parent)] + 1;
    return depth;
}

/// The innermost body that all of a column's hang on; of speeds, what their joints lead from.
int carrier(const Tree& tree, const std::vector<int>& depth, const ColumnForces& column) {
    if (!column.balanced) return 0;
    int top = -1;
    const auto meet = [&](int B) {
        if (top < 0) top = B;
        while (top != B) {
            int& deeper = depth[at(top)] >= depth[at(B)] ? top : B;
            deeper = tree[deeper].parent;
        }
    };
    for (const auto& on : column.bodies) meet(on.body);
    for (const auto& on : column.speeds) meet(tree[on.body].parent);
    return std::max(top, 0);
}

/// A joint of each column's set; 0 for those that pass none.
std::vector<int> pass_all(JointSets& sets, std::span<const ColumnForces> given, const std::vector<int>& top) {
    std::vector<int> joint(given.size());
    for (std::size_t c = 0; c < given.size(); ++c) joint[c] = sets.pass(given[c], top[c]);
    return joint;
}

/// Where each column ends: at the world, unless that puts many into one block that could be parted.
std::vector<int> choose_tops(const Tree& tree, const std::vector<int>& depth,
                             std::span<const ColumnForces> given) {
    std::vector<int> inner(given.size()), top(given.size());
    for (std::size_t c = 0; c < given.size(); ++c) inner[c] = carrier(tree, depth, given[c]);
    JointSets whole(tree, depth), parted(tree, depth);
    const std::vector<int> of_whole = pass_all(whole, given, top), of_parted = pass_all(parted, given, inner);
    struct Block {
        int columns = 0, part = 0;
        bool falls_apart = false;
    };
    std::map<int, Block> blocks;
    for (std::size_t c = 0; c < given.size(); ++c) {
        if (of_parted[c] == 0) continue;
        Block& block = blocks[whole.leader(of_whole[c])];
        const int part = parted.leader(of_parted[c]);
        if (block.columns++ == 0) block.part = part;
        else if (block.part != part) block.falls_apart = true;
    }
    for (std::size_t c = 0; c < given.size(); ++c) {
        if (of_parted[c] == 0) continue;
        const Block& block = blocks[whole.leader(of_whole[c])];
        if (block.falls_apart && block.columns >= worth_splitting) top[c] = inner[c];
    }
    return top;
}

}  // namespace

std::vector<ColumnIsland> find_islands(const Tree& tree, std::span<const ColumnForces> given) {
    const std::vector<int> depth = depths(tree), top = choose_tops(tree, depth, given);
    JointSets sets(tree, depth);
    const std::vector<int> joint = pass_all(sets, given, top);
    std::vector<ColumnIsland> islands;
    std::map<int, std::size_t> island_of;  // by leader
    for (std::size_t c = 0; c < given.size(); ++c) {
        if (joint[c] == 0) {  // on its own: nothing it acts on moves
            islands.push_back({0, {static_cast<int>(c)}});
            continue;
        }
        const auto [place, is_new] = island_of.emplace(sets.leader(joint[c]), islands.size());
        if (is_new) islands.push_back({top[c], {}});
        ColumnIsland& island = islands[place->second];
        if (depth[at(top[c])] < depth[at(island.top)]) island.top = top[c];
        island.columns.push_back(static_cast<int>(c));
    }
    std::stable_sort(islands.begin(), islands.end(),
                     [](const auto& a, const auto& b) { return a.top > b.top; });
    return islands;
}

ColumnSizes sizes_of(const Tree& tree, std::span<const ColumnForces> given,
                     std::span<const ColumnIsland> islands) {
    const std::vector<int> depth = depths(tree);
    ColumnSizes sizes;
    for (const ColumnIsland& island : islands) {
        const auto reach = [&](int B) { return std::max(depth[at(B)] - depth[at(island.top)], 0); };
        for (const int c : island.columns) {
            for (const auto& on : given[at(c)].bodies) sizes.Y += reach(on.body);
            for (const auto& on : given[at(c)].speeds) sizes.Y += reach(on.body);
        }
        const double m = static_cast<double>(island.columns.size());
        sizes.W += m * m;
    }
    return sizes;
}

}  // namespace sinew
