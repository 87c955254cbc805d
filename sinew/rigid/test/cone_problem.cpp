// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/rigid/cone_problem.h>

#include <doctest/doctest.h>

#include <cmath>
#include <random>
#include <vector>

using namespace sinew;

namespace {

/// R Rᵀ with m rows of n random numbers: how m directions act on one another in a system of n speeds.
std::vector<double> random_compliance(std::mt19937& random, std::size_t m, std::size_t n) {
    std::normal_distribution<double> normal;
    std::vector<double> R(m * n), A(m * m);
    for (double& x : R) x = normal(random);
    for (std::size_t i = 0; i < m; ++i)
        for (std::size_t j = 0; j < m; ++j)
            for (std::size_t k = 0; k < n; ++k) A[i * m + j] += R[i * n + k] * R[j * n + k];
    return A;
}

std::vector<ConeProblem::Contact> contacts_that_rub(int count, double mu) {
    std::vector<ConeProblem::Contact> contacts;
    for (int i = 0; i < count; ++i)
        contacts.push_back({.row = 3 * i, .kind = ConeProblem::Contact::Kind::undecided, .mu = mu});
    return contacts;
}

}  // namespace

TEST_CASE("complementarity: what is found is met to rounding, also where rows depend on one another") {
    std::mt19937 random(7);
    std::normal_distribution<double> normal;
    Complementarity lemke;
    for (int trial = 0; trial < 300; ++trial) {
        const std::size_t m = 1 + random() % 12, n = 1 + random() % 8;
        const std::vector<double> A = random_compliance(random, m, n);
        std::vector<double> q(m), v(n);
        for (double& x : q) x = std::abs(normal(random));
        // A state in which some approach: q = A z' + w' of a random complementary pair has a solution for sure.
        for (std::size_t i = 0; i < m; ++i) {
            const double push = random() % 2 ? std::abs(normal(random)) : 0;
            for (std::size_t j = 0; j < m; ++j) q[j] -= A[j * m + i] * push;
            if (push > 0) q[i] -= 0;
        }
        REQUIRE(lemke.solve(A, q) == Complementarity::Outcome::solved);
        CHECK(lemke.residual() < 1e-8);
        CHECK(lemke.pivots() <= 100 + 50 * static_cast<int>(m));
    }
}

TEST_CASE("complementarity: a problem without a solution is told") {
    Complementarity lemke;
    CHECK(lemke.solve(std::vector{-1.0}, std::vector{-1.0}) == Complementarity::Outcome::ray);
    CHECK(lemke.solve(std::vector{0.0}, std::vector{-1.0}) == Complementarity::Outcome::ray);
    CHECK(lemke.solve(std::vector{0.0}, std::vector{0.0}) == Complementarity::Outcome::solved);
}

TEST_CASE("cones: forces stay in the round cone, oppose slip, and never feed energy") {
    std::mt19937 random(11);
    std::normal_distribution<double> normal;
    ConeProblem cones;
    for (int trial = 0; trial < 300; ++trial) {
        const int k = 1 + static_cast<int>(random() % 4);
        const auto m = static_cast<std::size_t>(3 * k);
        const std::vector<double> A = random_compliance(random, m, 6 + random() % 12);
        std::vector<double> b(m);
        for (double& x : b) x = normal(random);
        std::vector<ConeProblem::Contact> contacts =
            contacts_that_rub(k, 0.1 + 0.2 * static_cast<double>(random() % 5));
        REQUIRE(cones.solve(A, b, contacts));
        double power = 0;
        for (std::size_t i = 0; i < m; ++i) power += cones.p()[i] * cones.y()[i];
        CHECK(power < 1e-9);
        for (int i = 0; i < k; ++i) {
            const auto n = static_cast<std::size_t>(3 * i);
            const double N = cones.p()[n], mu = contacts[static_cast<std::size_t>(i)].mu;
            CHECK(cones.y()[n] > -1e-9);
            CHECK(N >= 0);
            CHECK(std::hypot(cones.p()[n + 1], cones.p()[n + 2]) <= mu * N * (1 + 1e-12));
        }
        CHECK(cones.residual() < 1e-8);
    }
}

TEST_CASE("cones: a single contact slides exactly against its force, or sticks") {
    ConeProblem cones;
    const std::vector<double> A{1, 0, 0, 0, 1, 0, 0, 0, 1}, b{-1, 0.3, 0.4};
    std::vector<ConeProblem::Contact> contacts = contacts_that_rub(1, 0.25);
    REQUIRE(cones.solve(A, b, contacts));
    CHECK(cones.p()[0] == doctest::Approx(1));
    CHECK(cones.p()[1] == doctest::Approx(-0.25 * 0.6));
    CHECK(cones.p()[2] == doctest::Approx(-0.25 * 0.8));
    contacts = contacts_that_rub(1, 0.51);
    REQUIRE(cones.solve(A, b, contacts));
    CHECK(cones.y()[1] == doctest::Approx(0));
    CHECK(cones.p()[2] == doctest::Approx(-0.4));
    CHECK(cones.residual() < 1e-12);
}

TEST_CASE("cones: a force with a bound holds what it can, and beyond acts in full against the motion") {
    ConeProblem cones;
    for (const double push : {0.2, 2.0, -3.0}) {
        const std::vector<double> A{2, 1, 1, 2}, b{push, -1};  // beside it a contact that pushes
        std::vector<ConeProblem::Contact> contacts{
            {.row = 0, .kind = ConeProblem::Contact::Kind::bounded, .pushed = 0.6}, {.row = 1}};
        REQUIRE(cones.solve(A, b, contacts));
        const double f = cones.p()[0], y = cones.y()[0];
        CHECK(cones.residual() < 1e-12);
        CHECK(std::abs(f) <= 0.6);
        if (std::abs(y) > 1e-9) CHECK(f == doctest::Approx(y > 0 ? -0.6 : 0.6));
        CHECK((std::abs(y) > 1e-9) == (push != 0.2));
    }
}
