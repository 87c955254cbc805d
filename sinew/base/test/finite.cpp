// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/finite.h>

#include <doctest/doctest.h>

#include <limits>
#include <vector>

using namespace sinew;

TEST_CASE("one number that is not finite is seen wherever it is, among the largest and smallest that are") {
    using Limits = std::numeric_limits<double>;
    for (std::size_t n = 0; n < 12; ++n) {
        std::vector<double> x(n, Limits::max());
        for (std::size_t i = 1; i < n; i += 2) x[i] = -Limits::denorm_min();
        CHECK(all_finite(x));
        CHECK(first_not_finite(x) == n);
        for (std::size_t i = 0; i < n; ++i)
            for (const double bad : {Limits::infinity(), -Limits::infinity(), Limits::quiet_NaN()}) {
                std::vector<double> with = x;
                with[i] = bad;
                CHECK_FALSE(all_finite(with));
                CHECK(first_not_finite(with) == i);
            }
    }
}
