// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace sinew::testing {

/// A rooted tree: its children by their place in the list of all trees, none of them earlier than the one before.
struct RootedTree {
    int order = 1;
    double density = 1;  ///< gamma
    std::vector<int> children;
};

/// All rooted trees of orders 1 to `most`: 1, 1, 2, 4, 9, 20, 48, 115 of them.
std::vector<RootedTree> rooted_trees(int most);

}  // namespace sinew::testing
