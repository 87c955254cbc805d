// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/base/error.h>
#include <sinew/system/loop_choice.h>

namespace sinew {

/// One body of the tree, or one of the two halves of a body: the joint that leads to it.
struct TreeEdge {
    int body, parent;   ///< indices in model.bodies
    int joint;          ///< index in model.joints
    bool reversed;      ///< the joint was described from body to parent
    bool half = false;  ///< leads to a half of the body; the other half, which stands for it, is elsewhere
};

/// A joint that closes a loop.
struct LoopEdge {
    int joint;
    Held held;      ///< the equations that close it; none if a body was split
    int half = -1;  ///< the body that was split, or −1
};

/// How the model's joints become a tree, bodies in depth-first order, and what closes the loops.
struct SpanningTree {
    std::vector<TreeEdge> edges;
    std::vector<LoopEdge> loops;  ///< in the order of the model's joints
};

/// Walks from the world along joints, in the order in which they were added (9.1); where they make loops, along those
/// that are best kept (9.30). Bodies that cannot be reached, joints that lead nowhere and loops that cannot be closed
/// become faults, each by name.
SpanningTree spanning_tree(const Model& model, Faults& faults);

}  // namespace sinew
