// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/joints/list.h>
#include <sinew/joints/sizes.h>

#include <array>
#include <type_traits>
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

/// Up to four subtrees of the same form: the same joints in the same order, whatever they hang from. Passes go through
/// them side by side, one in each lane of a Pack. Where there are fewer, the last one stands in every lane left.
struct Alike {
    std::array<int, 4> first;  ///< the subtrees' first bodies
    int size;                  ///< bodies in each
    int step = 0;              ///< how many steps of four bodies those before it have
};

/// Which joints may stand in such subtrees: those with at most one mobility and a fixed axis. (Lanes of ball joints
/// need more numbers at hand than processors have registers, and were slower than one ball after another.)
template <class J>
constexpr bool goes_in_lanes() {
    return has_fixed_axes<J>() && J::nu <= 1 && scratch_size_of<J>() == 0;
}

/// The same of a joint whose size is known when the program runs: the user's own.
template <class J>
bool goes_in_lanes(const Node& node) {
    if constexpr (std::is_same_v<J, CustomJoint>)
        return node.nu <= 1 && sized(node.data).fixed_hinge && sized(node.data).scratch_size == 0;
    else return goes_in_lanes<J>();
}

/// Neighbouring bodies that a pass takes in one go: one after another, as one lane of subtrees that are alike, or as a
/// branch: subtrees on one body, which a thread may go through while others go through other branches.
struct BodyRun {
    int begin, end;
    int alike = -1;  ///< which
    int lane = 0;
    int branch = -1;  ///< which
};

/// The bodies in depth-first order, the world first: every parent comes before its children, and a subtree is a
/// contiguous run (6.1). Passes from base to tip go through it forwards, from tip to base backwards.
struct Tree {
    std::vector<Node> nodes{Node{}};
    std::vector<BodyRun> runs{};  ///< all bodies but the world, in order
    std::vector<Alike> alike{};
    int nq = 0, nu = 0, nk = 0, scratch = 0, squares = 0;
    int steps = 0;                ///< of four bodies that are alike
    std::vector<int> branches{};  ///< which of the runs

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

/// Finds the subtrees that are alike, the largest first, once the tree is complete: legs, fingers, branches, chains on
/// one base. O(n log n).                                                                                  (6.2)
void find_alike(Tree& tree);

/// Finds branches for threads, in large trees that have nothing in lanes. O(n).                            (6.3)
void find_branches(Tree& tree);

}  // namespace sinew
