// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/math/pack.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <numbers>

using namespace sinew;

namespace {

/// How many units in the last place a number is off.
double ulps(double found, long double wanted) {
    int exponent = 0;
    std::frexp(static_cast<double>(wanted), &exponent);
    return std::abs(
        static_cast<double>((static_cast<long double>(found) - wanted) * std::ldexp(1.0L, 53 - exponent)));
}

}  // namespace

TEST_CASE("sines and cosines of packs are right to one unit in the last place") {
    double worst = 0;
    const auto at = [&](double x) {
        const auto [s, c] = sin_cos(Pack(x, -x, x + 0.5, 0.0));
        worst =
            std::max({worst, ulps(s.lane(0), sinl(x)), ulps(c.lane(0), cosl(x)), ulps(s.lane(1), sinl(-x)),
                      ulps(c.lane(2), cosl(static_cast<long double>(x + 0.5)))});
        CHECK((s.lane(3) == 0 && c.lane(3) == 1));
    };
    for (const double range : {1e-8, 1.0, 10.0, 1e3, 9.9e4})
        for (int i = 0; i < 20'000; ++i) at(range * std::fmod(i * std::numbers::phi, 1.0));
    for (int k = 0; k < 60'000; k += 7) at(k * std::numbers::pi / 2);  // next to a zero of either
    CHECK(worst < 1);
}

TEST_CASE("angles beyond the reach of packs, infinite ones and NaN go to the C library") {
    const double infinity = std::numeric_limits<double>::infinity();
    const auto [s, c] = sin_cos(Pack(1e22, -3e5, infinity, 0.25));
    CHECK(s.lane(0) == std::sin(1e22));
    CHECK(c.lane(1) == std::cos(-3e5));
    CHECK(std::isnan(s.lane(2)));
    CHECK(c.lane(3) == std::cos(0.25));
}

TEST_CASE("a pack exceeds another only if every lane does") {
    CHECK(all_of(exceeds(Pack(2, 3, 4, 5), Pack(1.0))));
    CHECK(!all_of(exceeds(Pack(2, 3, 1, 5), Pack(1.0))));
    CHECK(!all_of(exceeds(Pack(2, 3, std::nan(""), 5), Pack(1.0))));
}
