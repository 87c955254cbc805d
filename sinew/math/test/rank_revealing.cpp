// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/at.h>
#include <sinew/math/rank_revealing.h>
#include <sinew/math/reflections.h>

#include <doctest/doctest.h>

#include <cmath>
#include <random>
#include <vector>

using namespace sinew;

namespace {

using Numbers = std::vector<double>;

/// Y of rows x n, column by column; the columns from `rank` on are sums of those before.
Numbers random_columns(int rows, int n, int rank, unsigned seed) {
    std::mt19937 random(seed);
    std::normal_distribution<double> normal;
    Numbers Y(at(rows * n));
    for (int j = 0; j < n; ++j)
        for (int i = 0; i < rows; ++i) {
            double& y = Y[at(j * rows + i)];
            y = j < rank ? normal(random) : 0;
            for (int k = 0; j >= rank && k < rank; ++k) y += std::sin(j + 2.0 * k) * Y[at(k * rows + i)];
        }
    return Y;
}

Numbers gram(const Numbers& Y, int rows, int n) {
    Numbers W(at(n * n));
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
            for (int r = 0; r < rows; ++r) W[at(i * n + j)] += Y[at(i * rows + r)] * Y[at(j * rows + r)];
    return W;
}

Numbers times(const Numbers& W, const Numbers& x) {
    const int n = static_cast<int>(x.size());
    Numbers b(at(n));
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) b[at(i)] += W[at(i * n + j)] * x[at(j)];
    return b;
}

double dot(const Numbers& a, const Numbers& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
    return sum;
}

/// The pseudo-inverse of YᵀY, ready to solve.
struct Solver {
    Numbers Q, tau, work, R;
    std::vector<int> order;
    PseudoInverse inverse;

    Solver(Numbers Y, int rows, int n, const double* weight = nullptr)
        : Q(at(n * n)), tau(at(n)), work(at(n)), R(at(n * n)), order(at(n)), inverse{n,
                                                                                     Q.data(),
                                                                                     tau.data(),
                                                                                     work.data(),
                                                                                     order.data(),
                                                                                     0} {
        orthogonal_triangular(Y.data(), rows, n, tau.data());
        for (int j = 0; j < n; ++j)
            for (int i = 0; i <= j && i < rows; ++i) R[at(j * n + i)] = Y[at(j * rows + i)];
        const Numbers none(at(n));
        inverse.factor(R.data(), 1e-10, none.data(), weight);
    }
};

}  // namespace

TEST_CASE("Cholesky's factor solves W x = b, and its smallest pivot is the square of a sine") {
    for (int n = 1; n <= 23; ++n) {
        CAPTURE(n);
        const Numbers Y = random_columns(n + 5, n, n, static_cast<unsigned>(n)), W = gram(Y, n + 5, n);
        Numbers L = W, work(at(n)), x(at(n));
        for (int i = 0; i < n; ++i) x[at(i)] = std::cos(i);
        Numbers b = times(W, x);
        CHECK(cholesky(L.data(), n, work.data()) > 0);
        cholesky_solve(L.data(), n, b.data());
        for (int i = 0; i < n; ++i) CHECK(b[at(i)] == doctest::Approx(x[at(i)]).epsilon(1e-9));
    }
    Numbers two{1, 0, std::cos(0.01), 1}, work(2);
    CHECK(cholesky(two.data(), 2, work.data()) ==
          doctest::Approx(std::sin(0.01) * std::sin(0.01)).epsilon(1e-10));
}

TEST_CASE("where W is singular, of all x with the least residual the shortest is found") {
    for (int n = 2; n <= 12; ++n)
        for (int rank = 1; rank <= n; ++rank) {
            CAPTURE(n);
            CAPTURE(rank);
            const int rows = 15;
            const Numbers Y = random_columns(rows, n, rank, 7), W = gram(Y, rows, n);
            const Solver solver(Y, rows, n);
            CHECK(solver.inverse.rank == rank);
            Numbers b(at(n));
            for (int i = 0; i < n; ++i) b[at(i)] = 1 + i * i;  // not within reach of W unless it is regular
            Numbers x = b;
            solver.inverse.solve(x.data());
            Numbers left = times(W, x);
            for (int i = 0; i < n; ++i) left[at(i)] -= b[at(i)];
            for (const double r : times(W, left))
                CHECK(std::abs(r) < 1e-6 * (1 + std::sqrt(dot(b, b)) * W[0]));  // WW x = W b
            // x lies in the range of W: it is W of something, so solving for W x gives x back.
            Numbers again = times(W, x);
            solver.inverse.solve(again.data());
            for (int i = 0; i < n; ++i) CHECK(again[at(i)] == doctest::Approx(x[at(i)]).epsilon(1e-6));
        }
}

TEST_CASE("weights tell which of several equal columns bears how much") {
    const Numbers Y{1, 2, 3, 1, 2, 3};  // the same column twice
    const Numbers weight{1, 3};
    const Solver solver(Y, 3, 2, weight.data());
    Numbers x = times(gram(Y, 3, 2), {1, 1});
    solver.inverse.solve(x.data());
    CHECK(x[0] + x[1] == doctest::Approx(2));
    CHECK(x[0] == doctest::Approx(0.2));  // least x₀² + (x₁/3)²
    CHECK(x[1] == doctest::Approx(1.8));
}
