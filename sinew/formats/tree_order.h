// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/system/model.h>

#include <vector>

namespace sinew::robot {

/// A joint on the way from the world outward.
struct TreeJoint {
    int joint = -1;
    BodyId parent{}, child{};
    bool reversed = false;  ///< the child is the body that the joint comes from
};

/// A Model's joints as formats want them that know trees only: every body hangs from one that came before it.
struct TreeOrder {
    std::vector<TreeJoint> joints{};
    std::vector<int> left_over{};      ///< joints that close loops
    std::vector<BodyId> not_joined{};  ///< bodies that no joint leads to from the world
};
TreeOrder tree_order(const Model& model);

}  // namespace sinew::robot
