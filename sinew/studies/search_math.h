// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace sinew::search {

/// No step turns a joint further than this; longer ones would leave the neighbourhood that their equations speak of.
inline constexpr double longest_step = 1;

inline double largest(const double* x, std::size_t n) {
    double most = 0;
    for (std::size_t i = 0; i < n; ++i)
        most = std::isfinite(x[i]) ? std::max(most, std::abs(x[i])) : INFINITY;
    return most;
}

inline double inner(const double* x, const double* y, std::size_t n) {
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i) sum += x[i] * y[i];
    return sum;
}

/// Which part of a step may be taken at once.
inline double share_of(double length) { return length > longest_step ? longest_step / length : 1; }

}  // namespace sinew::search
