// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "../side.h"

namespace bench {

/// A library beside Simbody. Of the mass matrix, result() gives the product with the accelerations of the state.
struct Peer {
    const char* name;
    std::string version;
    std::unique_ptr<Side> (*make)(const BenchModel&, const std::vector<BenchState>&);
    /// Whether it has this for a model.
    bool (*has)(const BenchModel&, Op);
};

Peer bullet_peer();
Peer dart_peer();
Peer kdl_peer();
Peer mujoco_peer();

}  // namespace bench
