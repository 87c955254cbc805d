// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// What the contract (5.1) promises, for every joint of the list. Numbers are of order one here, no sum has more than
// some tens of terms, and factors such as tan and 1/cos of the second angle stay below 8: a few hundred roundings.
#include <sinew/joints/test/any_case.h>

#include <doctest/doctest.h>

#include <cstdlib>

using namespace sinew;

namespace {

constexpr double rounding = 500 * 2.2e-16;
// A user's joint is differentiated by central differences: rounding to the power 2/3, with the same factor.
constexpr double differences = 500 * 3.7e-11;

/// A law and the worst it has been broken, in units of what is allowed.
struct Law {
    double worst = 0;
    std::string by = "none", broken_by;
    void measure(const AnyCase& c, double error) {
        error /= c.is_custom() ? differences : rounding;
        if (!(error <= worst)) worst = error, by = c.name;
        if (!(error < 1) && broken_by.find(c.name) == std::string::npos) broken_by += c.name + " ";
    }
    ~Law() {
        CAPTURE(broken_by);
        CHECK(worst < 1);
        if (std::getenv("SINEW_SHOW_ERRORS")) MESSAGE("worst: " << worst << " of what is allowed, by " << by);
    }
};

}  // namespace

TEST_CASE("the pose of every joint moves as its hinge map says") {
    Law law;
    for_every_joint([&](const AnyCase& c) {
        const TransformT<Dual> X = c.X(c.moving());
        const Transform X0 = c.X();
        const SpatialVelocity V = c.V();
        law.measure(c, distance(derivative(X.R), cross_matrix(V.w) * X0.R));
        law.measure(c, distance(derivative(X.p), V.v));
        law.measure(c, distance(value(X.p), X0.p));
        law.measure(c, rotation_defect(X0.R));
    });
}

TEST_CASE("the hinge map of every joint changes as its bias says") {
    Law law;
    for_every_joint([&](const AnyCase& c) {
        const SpatialVelocityT<Dual> V = AnyCase::combine(c.H(c.moving()), c.u);
        law.measure(c, distance(derivative(V.w), c.bias().w));
        law.measure(c, distance(derivative(V.v), c.bias().v));
    });
}

TEST_CASE("speeds come back from the rates of coordinates, for every joint") {
    Law law;
    for_every_joint([&](const AnyCase& c) {
        const Numbers u = c.N_inverse(c.q_dot());
        law.measure(c, distance(u, c.u));
        law.measure(c, distance(c.N(u), c.q_dot()));
    });
}

TEST_CASE("N of every joint changes along the motion as its derivative says") {
    Law law;
    for_every_joint([&](const AnyCase& c) {
        const Duals rates = c.N(c.moving(), Duals(c.u.begin(), c.u.end()));
        // Terms reach 1/cos² of the second angle, 8 at 1.2 rad, times two rates that do the same.
        law.measure(c, distance(derivative(rates), c.N_dot(c.q_dot(), c.u)) / 8);
    });
}

TEST_CASE("a force on coordinates has the power of its force on speeds, for every joint") {
    Law law;
    const auto product = [](const Numbers& a, const Numbers& b) {
        double sum = 0;
        for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
        return sum;
    };
    for_every_joint([&](const AnyCase& c) {
        Numbers f_q(c.q.size());
        for (std::size_t i = 0; i < f_q.size(); ++i) f_q[i] = std::sin(1.0 + 3.0 * static_cast<double>(i));
        const Numbers f_u = c.N_transpose(f_q);
        const double power = product(f_u, c.u);
        law.measure(c, std::abs(product(f_q, c.q_dot()) - power));
        law.measure(c, std::abs(product(c.N_inverse_transpose(f_u), c.q_dot()) - power));
    });
}

TEST_CASE("the length of a quaternion changes nothing but the scale of its rate") {
    Law law;
    for_every_joint([&](const AnyCase& c) {
        if (!c.has_quaternion) return;
        const auto longer = c.copy();
        for (std::size_t i = 0; i < 4; ++i) longer->q[i] *= 3.7;
        law.measure(c, distance(c.X(), longer->X()));
        law.measure(c, distance(c.bias(), longer->bias()));
        for (std::size_t j = 0; j < c.u.size(); ++j) law.measure(c, distance(c.H()[j], longer->H()[j]));
        double along = 0;
        for (std::size_t i = 0; i < 4; ++i) {
            law.measure(c, std::abs(longer->q_dot()[i] - 3.7 * c.q_dot()[i]));
            along += c.q[i] * c.q_dot()[i];
        }
        law.measure(c, std::abs(along));
    });
}

TEST_CASE("the columns of every joint are what it declares") {
    for_every_joint([&](const AnyCase& c) {
        if (!c.own_size) return;
        REQUIRE(c.columns.size() == c.u.size());
        // The pose along one speed at a time: does it turn, does it slide, about and along what?
        for (std::size_t j = 0; j < c.u.size(); ++j) {
            const auto one = c.copy();
            one->u.assign(c.u.size(), 0.0);
            one->u[j] = 1;
            const TransformT<Dual> X = c.X(one->moving());
            const Mat3 W = derivative(X.R) * transpose(c.X().R);  // w×
            const SpatialVelocity V{{W.y.z, W.z.x, W.x.y}, derivative(X.p)};
            const Column column = c.columns[j];
            if (is_turn(column)) CHECK(norm(V.v) < rounding);
            if (column == Column::slide || (is_fixed(column) && !is_turn(column)))
                CHECK(norm(V.w) < rounding);
            if (is_fixed(column)) CHECK(distance(V, c.H()[j]) < rounding);
        }
    });
}

TEST_CASE("every joint keeps to its scratch") {
    for_every_joint([&](const AnyCase& c) { CHECK(!c.overruns_scratch()); });
}

TEST_CASE("every joint finds the coordinates of a pose that it can reach") {
    Law law;
    for_every_joint([&](const AnyCase& c) {
        const auto found = c.copy();
        found->q = c.fit(c.X(), c.reference());
        law.measure(c, distance(found->X(), c.X()));
    });
}

TEST_CASE("a pose out of reach is answered by one in reach, which every joint then finds exactly") {
    Law law;
    const Transform wanted{Rotation::about({0.6, 0, 0.8}, 0.3), {0.1, 0.2, 0.15}};
    for_every_joint([&](const AnyCase& c) {
        const auto found = c.copy(), again = c.copy();
        found->q = c.fit(wanted, c.q);
        for (const double q : found->q) CHECK(std::isfinite(q));
        again->q = c.fit(found->X(), found->q);
        law.measure(c, distance(again->X(), found->X()));
    });
}

TEST_CASE("every joint finds the speeds of a velocity that it can have") {
    Law law;
    for_every_joint([&](const AnyCase& c) { law.measure(c, distance(c.fit_velocity(c.V()), c.u)); });
}

TEST_CASE("what no speed can give is left over square to all columns") {
    Law law;
    const SpatialVelocity V{{0.3, -0.8, 0.5}, {0.9, 0.4, -0.6}};
    for_every_joint([&](const AnyCase& c) {
        const SpatialVelocity left = V - AnyCase::combine(c.H(), c.fit_velocity(V));
        for (const SpatialVelocity& H : c.H()) law.measure(c, std::abs(dot(left.w, H.w) + dot(left.v, H.v)));
    });
}
