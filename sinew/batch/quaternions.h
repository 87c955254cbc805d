// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/math/pack.h>

#include <cmath>

namespace sinew {

/// A quaternion in lanes to unit length, as Projector::positions does.
template <int n>
void normalise_quaternion(PackT<n>* q) {
    double* e = reinterpret_cast<double*>(q);
    for (int lane = 0; lane < n; ++lane) {
        double square = 0;
        for (int i = 0; i < 4; ++i) square += e[i * n + lane] * e[i * n + lane];
        if (std::abs(square - 1) <= 1e-15) continue;
        for (int i = 0; i < 4; ++i) e[i * n + lane] /= std::sqrt(square);
    }
}

}  // namespace sinew
