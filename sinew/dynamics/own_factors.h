// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/dynamics/caches.h>

#include <vector>

namespace sinew {

/// Memory for the factors of a mass matrix, for those who do not want them kept in a State.
class OwnFactors {
public:
    OwnFactors() = default;
    explicit OwnFactors(const Tree& tree)
        : G_W_(static_cast<std::size_t>(tree.nu)),
          D_inv_(static_cast<std::size_t>(tree.squares)),
          in_lanes_(static_cast<std::size_t>(tree.steps)) {}

    ArticulatedT<double> view(ArticulatedInertia* Y_B_W = nullptr) {
        return {Y_B_W, G_W_.data(), D_inv_.data(), in_lanes_.data()};
    }

private:
    std::vector<SpatialForce> G_W_;
    std::vector<double> D_inv_;
    std::vector<FactorsInLanes> in_lanes_;
};

}  // namespace sinew
