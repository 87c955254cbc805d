// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <sinew/math/lu.h>

#include <Eigen/LU>

using namespace sinew;

TEST_CASE("a square system is solved as Eigen does, also where pivots on the diagonal are zero") {
    for (int n = 0; n <= 12; ++n) {
        Eigen::Matrix<double, -1, -1, Eigen::RowMajor> A = Eigen::MatrixXd::Random(n, n);
        for (int i = 0; i + 1 < n; i += 2) A(i, i) = 0;
        Eigen::VectorXd b = Eigen::VectorXd::Random(n);
        Lu lu(n);
        REQUIRE(lu.factor({A.data(), static_cast<std::size_t>(n * n)}));
        Eigen::VectorXd x = b;
        lu.solve({x.data(), static_cast<std::size_t>(n)});
        CHECK((A * x - b).norm() < 1e-11);
    }
}

TEST_CASE("a matrix without an inverse has no factors, nor has one that holds something else than numbers") {
    Lu lu(2);
    CHECK(!lu.factor(std::vector<double>{1, 2, 2, 4}));
    CHECK(!lu.factor(std::vector<double>{0, 0, 0, 0}));
    CHECK(!lu.factor(std::vector<double>{std::nan(""), 1, 1, 0}));
    CHECK(lu.factor(std::vector<double>{0, 1, 1, 0}));
}
