// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/finite.h>
#include <sinew/base/kernel.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace sinew {

namespace {

using Vector = double __attribute__((vector_size(32)));

/// Adds nothing, or NaN. (By reference: how vectors are returned depends on the processor.)
inline void add_zero_times(const double* x, Vector& sum) {
    Vector v;
    std::memcpy(&v, x, sizeof v);
    sum += 0.0 * v;
}

}  // namespace

/// 0 x is NaN where x is not finite, and so is every sum with it. Four sums, since one would wait for itself.
SINEW_KERNEL bool all_finite(std::span<const double> numbers) {
    const std::size_t n = numbers.size();
    const double* x = numbers.data();
    Vector a{}, b{}, c{}, d{};
    std::size_t i = 0;
    for (; i + 16 <= n; i += 16) {
        add_zero_times(x + i, a);
        add_zero_times(x + i + 4, b);
        add_zero_times(x + i + 8, c);
        add_zero_times(x + i + 12, d);
    }
    for (; i + 4 <= n; i += 4) add_zero_times(x + i, a);
    double rest = 0;
    for (; i < n; ++i) rest += 0.0 * x[i];
    const Vector sum = (a + b) + (c + d);
    return (sum[0] + sum[1]) + (sum[2] + sum[3]) + rest == 0;
}

std::size_t first_not_finite(std::span<const double> numbers) {
    const auto first =
        std::find_if_not(numbers.begin(), numbers.end(), [](double x) { return std::isfinite(x); });
    return static_cast<std::size_t>(first - numbers.begin());
}

}  // namespace sinew
