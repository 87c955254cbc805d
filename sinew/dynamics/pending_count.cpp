// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/dynamics/articulated.h>

#include <algorithm>

namespace sinew {

namespace {

/// The most bodies of a run that wait at a time, and one place before the first.
int most_waiting(const Tree& tree, int begin, int end) {
    std::vector<int> stack{-1};
    std::size_t most = 1;
    for (int B = end - 1; B >= begin; --B) {
        if (stack.back() == B) stack.pop_back();
        const int parent = tree[B].parent;
        if (parent > 0 && stack.back() != parent) stack.push_back(parent);
        most = std::max(most, stack.size());
    }
    return static_cast<int>(most);
}

}  // namespace

PendingCount pending_count(const Tree& tree) {
    PendingCount count;
    count.stack = most_waiting(tree, 1, tree.size());
    count.one = count.stack * (1 + static_cast<int>(tree.branches.size()));
    for (const Alike& alike : tree.alike)
        count.four = std::max(count.four, most_waiting(tree, alike.first[0], alike.first[0] + alike.size));
    count.four += static_cast<int>(tree.alike.size()) + 1;
    return count;
}

}  // namespace sinew
