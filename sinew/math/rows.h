// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/base/kernel.h>

namespace sinew {

// Loops over rows of some tens of numbers, written so that a compiler packs them where it is allowed to
// (-ftree-vectorize, see cmake/flags.cmake): sums in four lanes, always in the same order.

inline double sum_of_products(const double* a, const double* b, int n) {
    double lane[4] = {0, 0, 0, 0};
    int i = 0;
    for (; i + 4 <= n; i += 4)
        for (int k = 0; k < 4; ++k) lane[k] += a[i + k] * b[i + k];
    double rest = 0;
    for (; i < n; ++i) rest += a[i] * b[i];
    return ((lane[0] + lane[1]) + (lane[2] + lane[3])) + rest;
}

/// y += s x
inline void add_times(double s, const double* x, double* y, int n) {
    SINEW_INDEPENDENT
    for (int i = 0; i < n; ++i) y[i] += s * x[i];
}

}  // namespace sinew
