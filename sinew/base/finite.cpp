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

Vector load(const double* x) {
    Vector v;
    std::memcpy(&v, x, sizeof v);
    return v;
}

}  // namespace

/// 0 x is NaN where x is not finite, and so is every sum with it. Four sums, since one would wait for itself.
SINEW_KERNEL bool all_finite(std::span<const double> numbers) {
    const std::size_t n = numbers.size();
    const double* x = numbers.data();
    Vector a{}, b{}, c{}, d{};
    std::size_t i = 0;
    for (; i + 16 <= n; i += 16) {
        a += 0.0 * load(x + i);
        b += 0.0 * load(x + i + 4);
        c += 0.0 * load(x + i + 8);
        d += 0.0 * load(x + i + 12);
    }
    for (; i + 4 <= n; i += 4) a += 0.0 * load(x + i);
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
