// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/base/at.h>
#include <sinew/math/pack.h>
#include <sinew/system/compiled.h>

#include <cmath>

namespace sinew {

/// Quaternions in lanes to unit length, as Projector::positions does.
template <int n>
void normalise_quaternions(const Compiled& c, const std::uint8_t* by_angles, PackT<n>* q) {
    for (const int B : c.turning) {
        if (by_angles[B]) continue;
        double* e = reinterpret_cast<double*>(q + c.tree[B].q);
        for (int lane = 0; lane < n; ++lane) {
            double square = 0;
            for (int i = 0; i < 4; ++i) square += e[i * n + lane] * e[i * n + lane];
            const double scale = 1 / std::sqrt(square);
            for (int i = 0; i < 4; ++i) e[i * n + lane] *= scale;
        }
    }
}

}  // namespace sinew
