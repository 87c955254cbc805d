// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/math/pack.h>
#include <sinew/math/small_spd.h>

#include <tests/support/random.h>

#include <Eigen/Dense>
#include <doctest/doctest.h>

using namespace sinew;
using sinew::testing::Random;

namespace {

/// Calls f.operator()<n>() for all sizes that a joint's inertia may have.
template <class F>
void for_every_size(F&& f) {
    f.template operator()<1>(), f.template operator()<2>(), f.template operator()<3>();
    f.template operator()<4>(), f.template operator()<5>(), f.template operator()<6>();
}

/// B Bᵀ with rows of B as long as `sizes`; its last row within `apart` of the one before.
Eigen::MatrixXd random_spd(Random& random, const Eigen::VectorXd& sizes, double apart) {
    const auto n = sizes.size();
    Eigen::MatrixXd B(n, n);
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) B(i, j) = random.within(-1, 1);
    if (n > 1) B.row(n - 1) = B.row(n - 2) + apart * B.row(n - 1);
    B = sizes.asDiagonal() * B.rowwise().normalized();
    return B * B.transpose();
}

template <int n>
SmallMatT<double, n> lower_half(const Eigen::MatrixXd& D) {
    SmallMatT<double, n> small;
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) small.e[i][j] = j <= i ? D(i, j) : 1e300;  // nobody reads that
    return small;
}

}  // namespace

TEST_CASE(
    "joints' inertias are inverted to what their condition allows, whatever the units of their entries") {
    Random random(1);
    for_every_size([&]<int n> {
        for (int trial = 0; trial < 200; ++trial) {
            Eigen::VectorXd sizes(n);
            for (int i = 0; i < n; ++i) sizes[i] = std::pow(10.0, random.within(-8, 8));
            const Eigen::MatrixXd D = random_spd(random, sizes, std::pow(10.0, random.within(-5, 0)));
            SmallMatT<double, n> inverse;
            const bool regular = invert_spd(lower_half<n>(D), inverse);
            Eigen::MatrixXd scaled(n, n), scaled_inverse(n, n);  // as if all entries were of one unit
            for (int i = 0; i < n; ++i)
                for (int j = 0; j < n; ++j) {
                    scaled(i, j) = D(i, j) / (sizes[i] * sizes[j]);
                    scaled_inverse(i, j) = inverse.e[i][j] * (sizes[i] * sizes[j]);
                }
            const Eigen::VectorXd values =
                Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(scaled).eigenvalues();
            const double condition = values[n - 1] / values[0];
            const double off = (scaled_inverse * scaled - Eigen::MatrixXd::Identity(n, n)).norm();
            CAPTURE(n);
            if (condition > 1e12) continue;  // below, no pivot is smaller than 1e-12
            REQUIRE(regular);
            CHECK(off < 4 * n * n * 1.2e-16 * condition);  // so many roundings, each at most so much larger
            CHECK((scaled_inverse - scaled_inverse.transpose()).norm() == 0);
        }
    });
}

TEST_CASE("inertias may be of any size that numbers have, in lanes beside others") {
    Random random(3);
    for_every_size([&]<int n> {
        const Eigen::MatrixXd D = random_spd(random, Eigen::VectorXd::Ones(n), 1);
        SmallMatT<double, n> usual;
        REQUIRE(invert_spd(lower_half<n>(D), usual));
        for (int power = -300; power <= 300; power += 4) {
            const double size = std::pow(10.0, power);
            SmallMatT<double, n> inverse;
            SmallMatT<Pack, n> both, inverses;
            for (int i = 0; i < n; ++i)
                for (int j = 0; j < n; ++j) both.e[i][j] = {D(i, j), size * D(i, j), D(i, j), size * D(i, j)};
            const WhereT<4> regular = invert_spd(both, inverses);
            CAPTURE(n);
            CAPTURE(power);
            REQUIRE(invert_spd(lower_half<n>(size * D), inverse));
            REQUIRE(all_of(regular));
            for (int i = 0; i < n; ++i)
                for (int j = 0; j < n; ++j) {
                    const double wanted = usual.e[i][j], close = 1e-12 * (usual.e[i][i] + usual.e[j][j]);
                    CHECK(std::abs(inverse.e[i][j] * size - wanted) < close);
                    for (int lane = 0; lane < 4; ++lane)
                        CHECK(std::abs(inverses.e[i][j].lane(lane) * (lane % 2 == 1 ? size : 1) - wanted) <
                              close);
                }
        }
    });
}

TEST_CASE("an inertia that moves nothing in some direction is told, in lanes from one that does") {
    Random random(2);
    for_every_size([&]<int n> {
        for (int trial = 0; trial < 50; ++trial) {
            Eigen::VectorXd sizes(n);
            for (int i = 0; i < n; ++i) sizes[i] = std::pow(10.0, random.within(-8, 8));
            const Eigen::MatrixXd good = random_spd(random, sizes, 1);
            Eigen::MatrixXd bad = random_spd(random, sizes, 1e-9);
            if (n == 1) bad.setZero();
            SmallMatT<double, n> inverse;
            CHECK(invert_spd(lower_half<n>(good), inverse));
            CHECK_FALSE(invert_spd(lower_half<n>(bad), inverse));
            SmallMatT<Pack, n> both, inverses;
            for (int i = 0; i < n; ++i)
                for (int j = 0; j < n; ++j) both.e[i][j] = {good(i, j), bad(i, j), good(i, j), bad(i, j)};
            const WhereT<4> regular = invert_spd(both, inverses);
            for (int lane = 0; lane < 4; ++lane) CHECK(regular.lane(lane) == (lane % 2 == 0));
        }
    });
}
