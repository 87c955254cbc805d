// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// What the contract (5.1) promises, for every joint of the list. Numbers are of order one here, no sum has more than
// some tens of terms, and factors such as tan and 1/cos of the second angle stay below 8: a few hundred roundings.
#include <sinew/joints/fit.h>
#include <sinew/joints/test/every_joint.h>

#include <cstdlib>
#include <string>

using namespace sinew;

namespace {

constexpr double rounding = 500 * 2.2e-16;
// A user's joint is differentiated by central differences: rounding to the power 2/3, with the same factor.
constexpr double differences = 500 * 3.7e-11;

/// A law and the worst it has been broken.
struct Law {
    double worst = 0;
    std::string by = "none";
    template <class J>
    void measure(double error) {
        if constexpr (std::same_as<J, CustomJoint>) error *= rounding / differences;
        if (!(error <= worst)) worst = error, by = J::name;
    }
    ~Law() {
        CAPTURE(by);
        CHECK(worst < rounding);
        if (std::getenv("SINEW_SHOW_ERRORS")) MESSAGE("worst: " << worst << " by " << by);
    }
};

template <class T>
SpatialVelocityT<T> combine(const std::vector<SpatialVelocityT<T>>& H, const std::vector<double>& u) {
    SpatialVelocityT<T> V;
    for (std::size_t j = 0; j < u.size(); ++j) V += T(u[j]) * H[j];
    return V;
}

}  // namespace

TEST_CASE("the pose of every joint moves as its hinge map says") {
    Law law;
    for_every_joint([&]<class J>(const Case<J>& c) {
        DualCase<J> moving(c, c.q_dot());
        const TransformT<Dual> X = J::X_FM(moving.in());
        const SpatialVelocity V = combine(c.H(), c.u);
        const Transform X0 = c.X();
        law.template measure<J>(distance(derivative(X.R), cross_matrix(V.w) * X0.R));
        law.template measure<J>(distance(derivative(X.p), V.v));
        law.template measure<J>(distance(value(X.p), X0.p));
        law.template measure<J>(rotation_defect(X0.R));
    });
}

TEST_CASE("the hinge map of every joint changes as its bias says") {
    Law law;
    for_every_joint([&]<class J>(const Case<J>& c) {
        DualCase<J> moving(c, c.q_dot());
        std::vector<SpatialVelocityT<Dual>> H(6);
        hinge_map<J>(moving.in(), H.data());
        const SpatialVelocityT<Dual> V = combine(H, c.u);
        const SpatialAcceleration bias = hinge_bias<J>(c.in(), c.u.data());
        law.template measure<J>(distance(derivative(V.w), bias.w));
        law.template measure<J>(distance(derivative(V.v), bias.v));
    });
}

TEST_CASE("speeds come back from the rates of coordinates, for every joint") {
    Law law;
    for_every_joint([&]<class J>(const Case<J>& c) {
        std::vector<double> u(c.u.size()), again(c.q.size());
        multiply_N_inverse<J>(c.in(), c.q_dot().data(), u.data());
        for (std::size_t i = 0; i < u.size(); ++i) law.template measure<J>(std::abs(u[i] - c.u[i]));
        multiply_N<J>(c.in(), u.data(), again.data());
        for (std::size_t i = 0; i < again.size(); ++i)
            law.template measure<J>(std::abs(again[i] - c.q_dot()[i]));
    });
}

TEST_CASE("N of every joint changes along the motion as its derivative says") {
    Law law;
    for_every_joint([&]<class J>(const Case<J>& c) {
        DualCase<J> moving(c, c.q_dot());
        const std::vector<Dual> u(c.u.begin(), c.u.end());
        std::vector<Dual> q_dot(c.q.size());
        multiply_N<J>(moving.in(), u.data(), q_dot.data());
        std::vector<double> N_dot_u(c.q.size());
        multiply_N_dot<J>(c.in(), c.q_dot().data(), c.u.data(), N_dot_u.data());
        // Terms reach 1/cos² of the second angle, 8 at 1.2 rad, times two rates that do the same.
        for (std::size_t i = 0; i < q_dot.size(); ++i)
            law.template measure<J>(std::abs(q_dot[i].d - N_dot_u[i]) / 8);
    });
}

TEST_CASE("a force on coordinates has the power of its force on speeds, for every joint") {
    Law law;
    for_every_joint([&]<class J>(const Case<J>& c) {
        std::vector<double> f_q(c.q.size()), f_u(c.u.size()), back(c.q.size());
        for (std::size_t i = 0; i < f_q.size(); ++i) f_q[i] = std::sin(1.0 + 3.0 * static_cast<double>(i));
        multiply_N_transpose<J>(c.in(), f_q.data(), f_u.data());
        multiply_N_inverse_transpose<J>(c.in(), f_u.data(), back.data());
        double by_q = 0, by_u = 0, by_back = 0;
        for (std::size_t i = 0; i < f_q.size(); ++i)
            by_q += f_q[i] * c.q_dot()[i], by_back += back[i] * c.q_dot()[i];
        for (std::size_t i = 0; i < f_u.size(); ++i) by_u += f_u[i] * c.u[i];
        law.template measure<J>(std::abs(by_q - by_u));
        law.template measure<J>(std::abs(by_back - by_u));
    });
}

TEST_CASE("the length of a quaternion changes nothing but the scale of its rate") {
    Law law;
    for_every_joint([&]<class J>(const Case<J>& c) {
        if (!has_quaternion<J>(c.data.get())) return;
        Case<J> longer = c;
        for (std::size_t i = 0; i < 4; ++i) longer.q[i] *= 3.7;
        law.template measure<J>(distance(c.X(), longer.X()));
        double along = 0;
        for (std::size_t j = 0; j < c.u.size(); ++j)
            law.template measure<J>(distance(c.H()[j], longer.H()[j]));
        for (std::size_t i = 0; i < 4; ++i) {
            law.template measure<J>(std::abs(longer.q_dot()[i] - 3.7 * c.q_dot()[i]));
            along += c.q[i] * c.q_dot()[i];
        }
        law.template measure<J>(std::abs(along));
    });
}

TEST_CASE("the columns of every joint are what it declares") {
    for_every_joint([&]<class J>(const Case<J>& c) {
        if constexpr (has_own_size<J>) {
            CHECK(J::columns.size() == c.u.size());
            CHECK(J::coordinate_names.size() == c.q.size());
            // X_FM by dual numbers along one speed at a time: does it turn, does it slide, about and along what?
            for (std::size_t j = 0; j < c.u.size(); ++j) {
                Case<J> one = c;
                one.u.assign(c.u.size(), 0.0);
                one.u[j] = 1;
                DualCase<J> moving(one, one.q_dot());
                const TransformT<Dual> X = J::X_FM(moving.in());
                const Column column = J::columns[j];
                const Mat3 W = derivative(X.R) * transpose(c.X().R);  // w×
                const SpatialVelocity V{{W.y.z, W.z.x, W.x.y}, derivative(X.p)};
                if (is_turn(column)) CHECK(norm(V.v) < rounding);
                if (column == Column::slide || (is_fixed(column) && !is_turn(column)))
                    CHECK(norm(V.w) < rounding);
                if (is_fixed(column)) CHECK(distance(V, c.H()[j]) < rounding);
            }
        }
    });
}

TEST_CASE("every joint keeps to its scratch") {
    for_every_joint([&]<class J>(const Case<J>& c) {
        Case<J> guarded = c;
        const std::size_t size = guarded.scratch.size();
        guarded.scratch.assign(size + 8, 1e300);
        std::vector<SpatialVelocity> H(6);
        hinge_map<J>(guarded.in(), H.data());
        static_cast<void>(hinge_bias<J>(guarded.in(), c.u.data()));
        for (std::size_t i = size; i < size + 8; ++i) CHECK(guarded.scratch[i] == 1e300);
    });
}

TEST_CASE("every joint finds the coordinates of a pose that it can reach") {
    Law law;
    for_every_joint([&]<class J>(const Case<J>& c) {
        Case<J> found = c;
        reference_q<J>(c.data.get(), found.q.data());
        J::fit(c.in(), c.X(), found.q.data());
        law.template measure<J>(distance(found.X(), c.X()));
    });
}

TEST_CASE("a pose out of reach is answered by one in reach, which every joint then finds exactly") {
    Law law;
    const Transform wanted{rotation_of_xyz({0.2, 0.1, -0.3}), {0.1, 0.2, 0.15}};
    for_every_joint([&]<class J>(const Case<J>& c) {
        Case<J> found = c;
        J::fit(c.in(), wanted, found.q.data());
        for (const double q : found.q) CHECK(std::isfinite(q));
        Case<J> again = found;
        J::fit(found.in(), found.X(), again.q.data());
        law.template measure<J>(distance(again.X(), found.X()));
    });
}

TEST_CASE("every joint finds the speeds of a velocity that it can have") {
    Law law;
    for_every_joint([&]<class J>(const Case<J>& c) {
        const SpatialVelocity V = combine(c.H(), c.u);
        std::vector<double> u(c.u.size());
        fit_velocity<J>(c.in(), V, u.data());
        for (std::size_t j = 0; j < u.size(); ++j) law.template measure<J>(std::abs(u[j] - c.u[j]));
    });
}

TEST_CASE("what no speed can give is left over square to all columns") {
    Law law;
    const SpatialVelocity V{{0.3, -0.8, 0.5}, {0.9, 0.4, -0.6}};
    for_every_joint([&]<class J>(const Case<J>& c) {
        std::vector<double> u(c.u.size());
        fit_velocity<J>(c.in(), V, u.data());
        const SpatialVelocity left = V - combine(c.H(), u);
        for (std::size_t j = 0; j < u.size(); ++j)
            law.template measure<J>(std::abs(dot(left.w, c.H()[j].w) + dot(left.v, c.H()[j].v)));
    });
}
