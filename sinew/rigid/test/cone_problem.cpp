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

namespace {

/// Boxes that lie on one another and on a floor, four corners each: rows of contacts that depend on one another.
struct Pile {
    struct Box {
        double m, h[3], yaw, bottom;
    };
    std::vector<Box> boxes;
    std::vector<double> R, A, b;
    std::vector<ConeProblem::Contact> contacts;
    std::size_t speeds() const { return 6 * boxes.size(); }

    /// Corners are off by noise; of each box's velocity some parts are zero.
    Pile(std::mt19937& random, int count, double noise) {
        std::normal_distribution<double> normal;
        std::uniform_real_distribution<double> share(0, 1);
        double height = 0;
        for (int i = 0; i < count; ++i) {
            boxes.push_back({std::exp(normal(random)),
                             {0.1, 0.05 + 0.3 * share(random), 0.1 + 0.2 * share(random)},
                             share(random) < 0.5 ? 0 : 3 * share(random),
                             height});
            height += 2 * boxes.back().h[2];
        }
        const double mu = std::vector{0.1, 0.4, 0.7, 1.0, 2.0}[random() % 5];
        for (std::size_t i = 0; i < boxes.size(); ++i)
            for (int k = 0; k < 4; ++k) {
                const Box& box = boxes[i];
                const double x = (k & 1 ? 1 : -1) * box.h[0], y = (k & 2 ? 1 : -1) * box.h[1],
                             c = std::cos(box.yaw), s = std::sin(box.yaw);
                contacts.push_back(contacts_that_rub(1, mu)[0]);
                contacts.back().row = static_cast<int>(R.size() / speeds());
                for (int d : {2, 0, 1}) {
                    R.resize(R.size() + speeds());
                    double* row = &R[R.size() - speeds()];
                    add_row(row + 6 * i, d, c * x - s * y + noise * normal(random), s * x + c * y, -box.h[2],
                            1);
                    if (i > 0)
                        add_row(row + 6 * (i - 1), d, c * x - s * y, s * x + c * y + noise * normal(random),
                                boxes[i - 1].h[2], -1);
                }
            }
        respond_to_all();
        b.assign(R.size() / speeds(), 0.0);
        const bool falls = random() % 2;
        for (std::size_t k = 0; k < speeds(); ++k) {
            const double v = falls ? (k % 6 == 5 ? -9.81 : 0) : random() % 2 ? normal(random) : 0;
            for (std::size_t r = 0; r < b.size(); ++r) b[r] += R[r * speeds() + k] * v;
        }
    }

private:
    static void add_row(double* row, int d, double x, double y, double z, double sign) {
        const double moments[3][3] = {{0, z, -y}, {-z, 0, x}, {y, -x, 0}};
        for (int k = 0; k < 3; ++k) row[k] = sign * moments[d][k];
        row[3 + d] = sign;
    }
    /// A = R M⁻¹ Rᵀ
    void respond_to_all() {
        const std::size_t n = speeds(), m = R.size() / n;
        std::vector<double> X(R);
        for (std::size_t r = 0; r < m; ++r)
            for (std::size_t i = 0; i < boxes.size(); ++i) {
                const Box& box = boxes[i];
                double* t = &X[r * n + 6 * i];
                const double c = std::cos(box.yaw), s = std::sin(box.yaw), *h = box.h, third = box.m / 3,
                             along = (c * t[0] + s * t[1]) / (third * (h[1] * h[1] + h[2] * h[2])),
                             across = (c * t[1] - s * t[0]) / (third * (h[0] * h[0] + h[2] * h[2]));
                t[0] = c * along - s * across, t[1] = s * along + c * across;
                t[2] /= third * (h[0] * h[0] + h[1] * h[1]);
                for (int k = 3; k < 6; ++k) t[k] /= box.m;
            }
        A.assign(m * m, 0.0);
        for (std::size_t i = 0; i < m; ++i)
            for (std::size_t j = 0; j < m; ++j)
                for (std::size_t k = 0; k < n; ++k) A[i * m + j] += R[i * n + k] * X[j * n + k];
    }
};

}  // namespace

TEST_CASE(
    "cones: boxes that lie on four corners each find their forces, whatever rounding makes of what these "
    "share") {
    std::mt19937 random(3);
    ConeProblem cones;
    double worst = 0;
    for (int trial = 0; trial < 1500; ++trial) {
        CAPTURE(trial);
        const double noise = std::vector{0.0, 1e-14, 1e-12, 1e-10}[random() % 4];
        Pile pile(random, trial % 3 == 2 ? 2 + static_cast<int>(random() % 2) : 1, noise);
        REQUIRE(cones.solve(pile.A, pile.b, pile.contacts));
        worst = std::max(worst, cones.residual());
        // What is left to bounce: each gives back its own share.
        const std::size_t m = pile.b.size();
        std::vector<double> b(pile.b), p(cones.p().begin(), cones.p().end());
        for (ConeProblem::Contact& c : pile.contacts) {
            const auto n = static_cast<std::size_t>(c.row);
            c.pushed = 0.1 * static_cast<double>(random() % 10) * p[n];
            p[n] += c.pushed;
        }
        for (std::size_t i = 0; i < m; ++i)
            for (std::size_t j = 0; j < m; ++j) b[i] += pile.A[i * m + j] * p[j];
        REQUIRE(cones.solve(pile.A, b, pile.contacts));
        worst = std::max(worst, cones.residual());
    }
    CHECK(worst < 1e-8);
    MESSAGE("worst residual " << worst);
}
