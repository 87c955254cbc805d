// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/joints/list.h>
#include <sinew/joints/sizes.h>

#include <vector>

namespace sinew {

/// One body of the tree with the joint that leads to it. Plain numbers, in the order the passes read them.
struct Node {
    int parent = 0;    ///< the body it hangs from; always a smaller index than its own
    int q = 0, u = 0;  ///< its first coordinate and speed
    int k = 0;         ///< first of its joint's parameters
    int scratch = 0;   ///< first of its joint's scratch numbers
    int square = 0;    ///< first of the nu x nu numbers of its joint-space inertia
    unsigned char nq = 0, nu = 0;
    JointKind kind = JointKind::Weld;
    bool reversed = false;  ///< the joint was described from this body to its parent
    bool turns = false;     ///< all its hinge columns turn about its own origin
    bool has_bias = false;  ///< its hinge map changes in the frame on the parent
    const JointData* data = nullptr;
};

/// The bodies in depth-first order, the world first: every parent comes before its children, and a subtree is a
/// contiguous run (6.1). Passes from base to tip go through it forwards, from tip to base backwards.
struct Tree {
    std::vector<Node> nodes{Node{}};
    int nq = 0, nu = 0, nk = 0, scratch = 0, squares = 0;

    int size() const { return static_cast<int>(nodes.size()); }
    const Node& operator[](int body) const { return nodes[static_cast<std::size_t>(body)]; }
};

/// What the tree needs to know of a body to take it in.
struct NodeDescription {
    int parent = 0;
    JointKind kind = JointKind::Weld;
    bool reversed = false;
    const JointData* data = nullptr;  ///< for joints that are more than numbers; must outlive the tree
};

/// Appends a body; parents first, depth-first. Returns its index.
int append(Tree& tree, const NodeDescription& body);

}  // namespace sinew
