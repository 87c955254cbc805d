// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/base/error.h>
#include <sinew/system/model.h>

#include <vector>

namespace sinew {

/// How the model's joints become a tree: for each body but the world, in depth-first order, the joint that leads to it.
struct TreeEdge {
    int body, parent;  ///< indices in model.bodies
    int joint;         ///< index in model.joints
    bool reversed;     ///< the joint was described from body to parent
};

/// Walks from the world along joints, in the order in which they were added (9.1). Joints that close loops, bodies that
/// cannot be reached and joints that lead nowhere become faults, each by name.
std::vector<TreeEdge> spanning_tree(const Model& model, Faults& faults);

}  // namespace sinew
