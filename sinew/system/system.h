// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/state/state.h>
#include <sinew/system/loop.h>

#include <memory>

namespace sinew {

struct Compiled;

/// A Model, checked and compiled: a tree of bodies and force elements in flat arrays. Never changes afterwards, so any
/// number of threads may use it, each with States of its own. All questions are free functions of a System and a State:
/// see kinematics.h, dynamics.h, energy.h, jacobians.h, reactions.h.
class System {
public:
    /// Throws ModelError with every fault of the model.
    explicit System(Model model);

    const Model& model() const;
    const StateLayout& layout() const;

    /// What is odd about the model but was accepted: rounded data, masses out of proportion.
    const std::vector<std::string>& warnings() const;

    /// A State at the reference configuration, at rest, at time 0.
    State default_state() const;

    int nq() const;
    int nu() const;
    int nz() const;

    /// The joints that close loops, and how: one for each loop.
    const std::vector<Loop>& loops() const;
    /// What was chosen: the order of the bodies, which joints are used the other way round, and what closes loops.
    std::string explain() const;

    /// For the functions that answer questions, and for those who call the passes themselves.
    const Compiled& compiled() const { return *compiled_; }

private:
    std::shared_ptr<const Compiled> compiled_;
};

}  // namespace sinew
