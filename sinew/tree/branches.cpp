// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/at.h>
#include <sinew/tree/tree.h>

namespace sinew {

namespace {

/// Below, waking a thread takes a good part of what it could save; and these are the trees that go in lanes.
constexpr int least_bodies = 30000;
/// A branch has at most a 32nd of all bodies, so that threads find their load even when branches differ, and no less
/// than a 512th: smaller ones are not worth the call.
constexpr int most_parts = 512, fewest_parts = 32;

/// How many bodies hang on each, itself included.
std::vector<int> subtree_sizes(const Tree& tree) {
    std::vector<int> count(at(tree.size()), 1);
    for (int B = tree.size() - 1; B > 0; --B) count[at(tree[B].parent)] += count[at(B)];
    return count;
}

}  // namespace

void find_branches(Tree& tree) {
    if (tree.size() <= least_bodies || !tree.alike.empty()) return;
    const std::vector<int> count = subtree_sizes(tree);
    const int most = tree.size() / fewest_parts, least = tree.size() / most_parts;
    tree.runs.clear();
    for (int B = 1; B < tree.size();) {
        int end = B;  // of B's subtree and those of its next siblings, as long as these are not too many
        while (end < tree.size() && tree[end].parent == tree[B].parent && end + count[at(end)] - B <= most)
            end += count[at(end)];
        if (end - B >= least) {
            tree.branches.push_back(static_cast<int>(tree.runs.size()));
            tree.runs.push_back(
                {.begin = B, .end = end, .branch = static_cast<int>(tree.branches.size()) - 1});
            B = end;
            continue;
        }
        if (tree.runs.empty() || tree.runs.back().branch >= 0) tree.runs.push_back({B, B});
        tree.runs.back().end = ++B;
    }
}

}  // namespace sinew
