// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <sinew/integrators/rosenbrock.h>
#include <sinew/integrators/tableau.h>
#include <sinew/integrators/test/trees.h>

#include <Eigen/LU>

#include <algorithm>
#include <cmath>

using namespace sinew;
using namespace sinew::testing;

namespace {

using Numbers = std::vector<double>;

/// The whole matrix of a method: its stages, the end of the step, the stages of the dense output.
struct Matrix {
    int n = 0;
    Numbers a, c;
    double at(int i, int j) const { return a[static_cast<std::size_t>(i * n + j)]; }
};

Matrix matrix_of(const Tableau& T) {
    Matrix m{T.all_stages(), Numbers(static_cast<std::size_t>(T.all_stages() * T.all_stages())), {0.0}};
    int row = 1;
    const auto take = [&](std::span<const double> numbers, int rows) {
        std::size_t at = 0;
        for (int i = 0; i < rows; ++i, ++row)
            for (int j = 0; j < row; ++j) m.a[static_cast<std::size_t>(row * m.n + j)] = numbers[at++];
        CHECK(at == numbers.size());
    };
    take(T.a, T.stages - 1);
    take(T.b, 1);
    take(T.dense_a, T.extra_stages());
    m.c.insert(m.c.end(), T.c.begin(), T.c.end());
    m.c.push_back(1);
    m.c.insert(m.c.end(), T.dense_c.begin(), T.dense_c.end());
    return m;
}

/// Per tree and stage: the elementary weight without the weights of the method.
std::vector<Numbers> stage_weights(const Matrix& m, const std::vector<RootedTree>& trees) {
    std::vector<Numbers> all;
    for (const RootedTree& tree : trees) {
        Numbers phi(static_cast<std::size_t>(m.n), 1.0);
        for (const int child : tree.children)
            for (int i = 0; i < m.n; ++i) {
                double sum = 0;
                for (int j = 0; j < i; ++j)
                    sum += m.at(i, j) * all[static_cast<std::size_t>(child)][static_cast<std::size_t>(j)];
                phi[static_cast<std::size_t>(i)] *= sum;
            }
        all.push_back(phi);
    }
    return all;
}

double sum_of(std::span<const double> weights, const Numbers& phi) {
    double sum = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) sum += weights[i] * phi[i];
    return sum;
}

/// The largest order up to which all trees give what `wanted` says, to rounding.
template <class Wanted>
int order_of(std::span<const double> weights, const std::vector<RootedTree>& trees,
             const std::vector<Numbers>& phi, const Wanted& wanted) {
    double size = 1;
    for (const double w : weights) size = std::fmax(size, std::abs(w));
    for (std::size_t i = 0; i < trees.size(); ++i)
        if (!(std::abs(sum_of(weights, phi[i]) - wanted(trees[i])) < 3e-15 * size)) return trees[i].order - 1;
    return trees.back().order;
}

/// The weights of the dense output at s (12.12).
Numbers dense_weights(const Tableau& T, double s) {
    const double r = 1 - s;
    Numbers w(static_cast<std::size_t>(T.all_stages()), 0.0);
    for (std::size_t i = 0; i < T.b.size(); ++i) w[i] = T.b[i] * (s - s * r * r + s * s * r);
    w[0] += s * r * r;
    w[static_cast<std::size_t>(T.stages)] -= s * s * r;
    double factor = s * s * r * r;
    for (int row = 0; row < T.dense_rows; ++row) {
        for (std::size_t i = 0; i < w.size(); ++i)
            w[i] += factor * T.dense[static_cast<std::size_t>(row) * w.size() + i];
        factor *= row % 2 == 0 ? s : r;
    }
    return w;
}

}  // namespace

TEST_CASE("there are as many rooted trees as is known") {
    const auto trees = rooted_trees(9);
    const int known[] = {1, 1, 2, 4, 9, 20, 48, 115, 286};
    for (int order = 1; order <= 9; ++order)
        CHECK(std::count_if(trees.begin(), trees.end(),
                            [&](const RootedTree& t) { return t.order == order; }) == known[order - 1]);
}

TEST_CASE(
    "every tableau meets the conditions of its order, of its error and of its dense output, and of no higher "
    "one") {
    const auto trees = rooted_trees(9);
    for (const Tableau& T : tableaus()) {
        CAPTURE(T.name);
        const Matrix m = matrix_of(T);
        for (int i = 1; i < m.n; ++i) {  // stages belong to their times
            double sum = 0;
            for (int j = 0; j < i; ++j) sum += m.at(i, j);
            CHECK(sum == doctest::Approx(m.c[static_cast<std::size_t>(i)]).epsilon(1e-14));
        }
        const auto phi = stage_weights(m, trees);
        CHECK(order_of(T.b, trees, phi, [](const RootedTree& t) { return 1 / t.density; }) == T.order);

        const auto none = [](const RootedTree&) { return 0.0; };
        CHECK(order_of(T.error, trees, phi, none) == T.error_order);
        int dense = 9;
        for (const double s : {0.1, 0.25, 0.5, 0.77, 0.9}) {
            const auto wanted = [s](const RootedTree& t) { return std::pow(s, t.order) / t.density; };
            dense = std::min(dense, order_of(dense_weights(T, s), trees, phi, wanted));
        }
        CHECK(dense == std::min(T.order, T.dense_order));
        CHECK(dense >= T.order - 1);  // no worse than what whole steps add up to
    }
}

TEST_CASE("the Rosenbrock method meets the conditions of its order, its error and its dense output") {
    const auto trees = rooted_trees(5);
    constexpr int n = RosenbrockTableau::stages;
    // From the form of (12.30) back to that of the conditions: the inverse of Gamma is 1/gamma - c.
    Eigen::MatrixXd inverse = Eigen::MatrixXd::Identity(n, n) / rodas.gamma, A = Eigen::MatrixXd::Zero(n, n);
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < i; ++j) {
            const auto row = static_cast<std::size_t>(i), column = static_cast<std::size_t>(j);
            inverse(i, j) -= rodas.c[row][column];
            A(i, j) = rodas.a[row][column];
        }
    const Eigen::MatrixXd Gamma = inverse.inverse();
    A = (A * Gamma).eval();
    for (int i = 0; i < n; ++i) {
        CHECK(A.row(i).sum() == doctest::Approx(rodas.alpha[static_cast<std::size_t>(i)]).epsilon(1e-12));
        CHECK(std::abs(Gamma.row(i).sum() - rodas.gamma_sum[static_cast<std::size_t>(i)]) < 1e-12);
    }

    std::vector<Eigen::VectorXd> phi;
    for (const RootedTree& tree : trees) {
        Eigen::VectorXd product = Eigen::VectorXd::Ones(n);
        const Eigen::MatrixXd below = tree.children.size() == 1 ? Eigen::MatrixXd(A + Gamma) : A;
        for (const int child : tree.children)
            product = product.cwiseProduct(below * phi[static_cast<std::size_t>(child)]).eval();
        phi.push_back(product);
    }
    const auto order = [&](const Eigen::VectorXd& of_u, double s, bool error) {
        const Eigen::VectorXd b = Gamma.transpose() * of_u;
        for (std::size_t i = 0; i < trees.size(); ++i) {
            const double wanted = error ? 0 : std::pow(s, trees[i].order) / trees[i].density;
            if (!(std::abs(b.dot(phi[i]) - wanted) < 2e-13)) return trees[i].order - 1;
        }
        return 5;
    };
    Eigen::VectorXd m(n), e = Eigen::VectorXd::Zero(n);
    for (int j = 0; j < 5; ++j) m[j] = rodas.a[5][static_cast<std::size_t>(j)];
    m[5] = e[5] = 1;
    CHECK(order(m, 1, false) == RosenbrockTableau::order);
    CHECK(order(e, 1, true) == RosenbrockTableau::error_order);
    for (const double s : {0.2, 0.5, 0.9}) {
        Eigen::VectorXd dense = s * m;
        for (int j = 0; j < 5; ++j) {
            const auto column = static_cast<std::size_t>(j);
            dense[j] += s * (1 - s) * (rodas.dense[0][column] + s * rodas.dense[1][column]);
        }
        CHECK(order(dense, s, false) == RosenbrockTableau::dense_order);
    }
}
