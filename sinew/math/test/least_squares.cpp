// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/math/difference_weights.h>
#include <sinew/math/least_squares.h>
#include <sinew/math/singular_values.h>
#include <tests/support/random.h>

#include <Eigen/Dense>

#include <doctest/doctest.h>

using namespace sinew;
using sinew::testing::Random;

namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Matrix random_matrix(Random& random, int m, int n, int rank) {
    Matrix A(m, rank), B(rank, n);
    for (int i = 0; i < A.size(); ++i) A.data()[i] = random.within(-1, 1);
    for (int i = 0; i < B.size(); ++i) B.data()[i] = random.within(-1, 1);
    return A * B;
}

}  // namespace

TEST_CASE("least squares of any shape and rank are those of the pseudo-inverse") {
    Random random(5);
    for (const std::array<int, 3>& shape :
         {std::array{4, 9, 4}, {9, 4, 4}, {6, 6, 6}, {6, 8, 3}, {8, 5, 2}, {5, 5, 0}}) {
        const int m = shape[0], n = shape[1], rank = shape[2];
        CAPTURE(m);
        CAPTURE(rank);
        const Matrix A = random_matrix(random, m, n, rank);
        Eigen::VectorXd b(m), x(n), seen(n);
        for (int i = 0; i < m; ++i) b[i] = random.within(-1, 1);
        LeastSquares squares(m, n);
        squares.factor(A.data(), m, n, 1e-10);
        CHECK(squares.rank() == rank);
        squares.solve(b.data(), x.data());
        Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> other;
        other.setThreshold(1e-10);
        other.compute(A);
        CHECK((x - other.solve(b)).norm() < 1e-11);
        for (int i = 0; i < n; ++i) seen[i] = random.within(-1, 1);
        squares.remove_seen(seen.data());
        CHECK((A * seen).norm() < 1e-12);
    }
}

TEST_CASE("singular values and vectors, and echelon forms of what no row sees") {
    Random random(6);
    for (const auto& [m, n, rank] : {std::array{4, 9, 4}, {9, 4, 4}, {6, 8, 3}, {8, 5, 2}}) {
        const Matrix A = random_matrix(random, m, n, rank);
        Eigen::MatrixXd turned = A, V(n, n);
        std::vector<double> values(static_cast<std::size_t>(n));
        singular_values(m, n, turned.data(), V.data(), values.data());
        CHECK((V.transpose() * V - Eigen::MatrixXd::Identity(n, n)).norm() < 1e-13);
        CHECK((A * V - turned).norm() < 1e-13);
        const Eigen::VectorXd expected = Eigen::JacobiSVD<Eigen::MatrixXd>(A).singularValues();
        for (int i = 0; i < n; ++i)
            CHECK(std::abs(values[static_cast<std::size_t>(i)] - (i < expected.size() ? expected[i] : 0)) <
                  1e-13);
        const int open = n - rank;
        if (open == 0) continue;
        Matrix null = V.rightCols(open).transpose();
        std::vector<int> pivots(static_cast<std::size_t>(open));
        reduced_echelon(open, n, null.data(), 1e-12, pivots.data());
        CHECK((A * null.transpose()).norm() < 1e-11);
        for (int i = 0; i < open; ++i)
            for (int k = 0; k < open; ++k)
                CHECK(null(k, pivots[static_cast<std::size_t>(i)]) == (i == k ? 1 : 0));
    }
}

TEST_CASE("difference weights are exact for polynomials through their points, however these are spaced") {
    const double x[] = {-1.0, -0.2, 0.1, 0.5, 1.7, 2.0, 2.2};
    double w0[7], w1[7], w2[7];
    for (const double x0 : {-1.0, 0.1, 0.3, 2.2}) {
        difference_weights(x0, x, 7, w0, w1, w2);
        for (int power = 0; power < 7; ++power) {
            double f = 0, d1 = 0, d2 = 0;
            for (int i = 0; i < 7; ++i) {
                const double y = std::pow(x[i], power);
                f += w0[i] * y, d1 += w1[i] * y, d2 += w2[i] * y;
            }
            CHECK(f == doctest::Approx(std::pow(x0, power)).scale(1));
            CHECK(d1 == doctest::Approx(power ? power * std::pow(x0, power - 1) : 0).scale(1));
            CHECK(d2 ==
                  doctest::Approx(power > 1 ? power * (power - 1) * std::pow(x0, power - 2) : 0).scale(1));
        }
    }
}
