// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/finite.h>

#include <algorithm>
#include <cmath>

namespace sinew {

/// 0 x is NaN where x is not finite, and so is every sum with it. Four sums, since one would wait for itself.
bool all_finite(std::span<const double> numbers) {
    const std::size_t n = numbers.size(), whole = n / 4 * 4;
    const double* x = numbers.data();
    double a = 0, b = 0, c = 0, d = 0;
    for (std::size_t i = 0; i < whole; i += 4) {
        a += 0 * x[i];
        b += 0 * x[i + 1];
        c += 0 * x[i + 2];
        d += 0 * x[i + 3];
    }
    for (std::size_t i = whole; i < n; ++i) a += 0 * x[i];
    return (a + b) + (c + d) == 0;
}

std::size_t first_not_finite(std::span<const double> numbers) {
    const auto first =
        std::find_if_not(numbers.begin(), numbers.end(), [](double x) { return std::isfinite(x); });
    return static_cast<std::size_t>(first - numbers.begin());
}

}  // namespace sinew
