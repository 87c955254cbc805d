// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/constraints/loop.h>
#include <sinew/system/model.h>

#include <vector>

namespace sinew {

/// What a joint would do as the one that closes a loop.
struct LoopChoice {
    bool has_equations = false;  ///< its kind can be written as equations
    Held held{};                 ///< these
    bool needs_coordinates =
        false;      ///< a force, motion or coupler acts on them, so that it must have them in a State
    int half = -1;  ///< the body to split if it is split: an end with mass and inertia; −1 if there is none
    bool split = false;  ///< how it is closed if it is
    int keep = 0;        ///< how much is lost by cutting it: the tree keeps the joints with most (9.30)
};

/// One per joint of the model. Joints with ends that are no bodies get a choice that means nothing.
std::vector<LoopChoice> loop_choices(const Model& model);

}  // namespace sinew
