// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/kernel.h>
#include <sinew/dynamics/articulated_pass.h>

#include <algorithm>

namespace sinew {

int pending_count(const Tree& tree) {
    std::vector<int> stack{-1};
    std::size_t most = 1;
    for (int B = tree.size() - 1; B > 0; --B) {
        if (stack.back() == B) stack.pop_back();
        const int parent = tree[B].parent;
        if (parent > 0 && stack.back() != parent) stack.push_back(parent);
        most = std::max(most, stack.size());
    }
    return static_cast<int>(most);
}

template <>
SINEW_KERNEL int articulated_inertias(const Tree& tree, const PositionT<double>& x,
                                      const std::uint8_t* prescribed, PendingT<double>* pending,
                                      const ArticulatedT<double>& out) {
    return inward<double>(tree, x, nullptr, nullptr, prescribed, pending, out);
}

}  // namespace sinew
