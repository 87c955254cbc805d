// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/math/pack.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <numbers>

using namespace sinew;

namespace {

constexpr double endless = std::numeric_limits<double>::infinity();
constexpr double tiny = std::numeric_limits<double>::denorm_min();

/// How many units in the last place a number is off.
double units_off(double found, long double wanted) {
    int exponent = 0;
    std::frexp(static_cast<double>(wanted), &exponent);
    return std::abs(
        static_cast<double>((static_cast<long double>(found) - wanted) * std::ldexp(1.0L, 53 - exponent)));
}

}  // namespace

TEST_CASE("lanes exceed others one by one, as numbers do") {
    const double some[] = {0.0, -0.0, 1.0, -1.0, tiny, -tiny, endless, -endless, std::nan(""), 1e308, -1e308};
    for (const double a : some)
        for (const double b : some) {
            PackT<8> x(a), y(b);
            x.v[3] = 2, y.v[3] = 1;
            const WhereT<8> where = exceeds(x, y);
            CHECK(where.lane(0) == (a > b));
            CHECK(where.lane(3));
            CHECK(all_of(where) == (a > b));
            CHECK(exceeds(PackT<4>(a), PackT<4>(b)).lane(2) == (a > b));
        }
}

TEST_CASE("sines and cosines of lanes are right to one unit, and no lane changes another by a bit") {
    const double odd[] = {std::nan(""), endless, 1e22, -2e5, 0.1};
    double worst = 0;
    for (int i = 0; i < 20'000; ++i) {
        const double x = (i % 2 ? 50 : 9e4) * std::fmod(i * std::numbers::phi, 1.0);
        const auto alone = sin_cos(PackT<4>(x));
        PackT<8> among(x);
        const int lane = i % 8, next = (i + 1) % 8;
        for (int k = 0; k < 8; ++k)
            if (k != lane) among.v[k] = odd[(i + k) % 5];
        const auto found = sin_cos(among);
        if (found.sin.lane(lane) != alone.sin.lane(0) || found.cos.lane(lane) != alone.cos.lane(0))
            worst = 1e9;
        worst =
            std::max({worst, units_off(alone.sin.lane(0), sinl(x)), units_off(alone.cos.lane(0), cosl(x))});
        const double far = among.lane(next);
        if (std::abs(far) > 1e5 && std::isfinite(far) && found.sin.lane(next) != std::sin(far)) worst = 1e9;
    }
    CHECK(worst < 1);
}
