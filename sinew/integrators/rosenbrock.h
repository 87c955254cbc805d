// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

namespace sinew {

/// The numbers of a Rosenbrock method of six stages in the form that needs no product with the Jacobian (12.30): rows
/// of a and c below the diagonal; y is the last stage's argument plus the last u, which is the error, too.
struct RosenbrockTableau {
    static constexpr int stages = 6, order = 4, error_order = 3, dense_order = 3;
    double gamma;
    std::array<double, 6> alpha, gamma_sum;  ///< times of stages; weights of dy'/dt
    std::array<std::array<double, 5>, 6> a, c;
    std::array<std::array<double, 5>, 2> dense;  ///< (12.31)
};

extern const RosenbrockTableau rodas;

}  // namespace sinew
