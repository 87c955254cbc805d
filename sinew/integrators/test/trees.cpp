// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/integrators/test/trees.h>

namespace sinew::testing {

namespace {

/// Adds to `all` every tree whose root has these children and more of `all`, from number `from` on, with `left` nodes.
void add_trees(std::vector<RootedTree>& all, std::vector<int>& children, int from, int left, int known) {
    if (left == 0) {
        RootedTree tree;
        tree.children = children;
        for (const int child : children) {
            const RootedTree& branch = all[static_cast<std::size_t>(child)];
            tree.order += branch.order;
            tree.density *= branch.density;
        }
        tree.density *= tree.order;
        all.push_back(tree);
        return;
    }
    for (int child = from; child < known; ++child) {
        const int order = all[static_cast<std::size_t>(child)].order;
        if (order > left) break;
        children.push_back(child);
        add_trees(all, children, child, left - order, known);
        children.pop_back();
    }
}

}  // namespace

std::vector<RootedTree> rooted_trees(int most) {
    std::vector<RootedTree> all;
    std::vector<int> children;
    for (int order = 1; order <= most; ++order)
        add_trees(all, children, 0, order - 1, static_cast<int>(all.size()));
    return all;
}

}  // namespace sinew::testing
