// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "../side.h"

namespace bench {

/// A library beside ours. Of the mass matrix and the Jacobian, result() gives the product with the accelerations of the
/// state, since libraries differ in the speeds of joints.
struct Peer {
    const char* name;
    std::string version;
    std::unique_ptr<Side> (*make)(const BenchModel&, const std::vector<BenchState>&);
    /// Whether it has this for a model. Op::batch_of_8 is not asked for: it is eight forward dynamics, one by one.
    bool (*has)(const BenchModel&, Op);
};

Peer bullet_peer();
Peer dart_peer();
Peer kdl_peer();
Peer mujoco_peer();

}  // namespace bench
