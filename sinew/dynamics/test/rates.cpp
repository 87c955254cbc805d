// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/dynamics/test/dense.h>

using namespace sinew;
using namespace sinew::testing;

namespace {

/// The matrix of an operator from columns numbers to rows numbers.
template <class F>
Matrix matrix_of(int rows, int columns, F&& multiply) {
    Matrix N(rows, columns);
    for (int i = 0; i < columns; ++i) {
        const Vector e = Vector::Unit(columns, i);
        Vector column = Vector::Constant(rows, 1e300);
        multiply(e.data(), column.data());
        N.col(i) = column;
    }
    return N;
}

/// q for which no joint of tree_of by angles comes near 90° of its second angle has tan and 1/cos below 8.
constexpr double amplified = 8;

}  // namespace

TEST_CASE("N⁺ undoes N, and the products with transposes are those") {
    Law law;
    for (const SampleTree& sample : sample_trees()) {
        Evaluated at(sample);
        const int nq = sample.tree.nq, nu = sample.n();
        const auto by = [&](auto&& multiply) {
            return [&, multiply](const double* in, double* out) {
                multiply(sample.tree, at.instance(), at.x(), at.q.data(), in, out);
            };
        };
        const Matrix N = matrix_of(nq, nu, by(multiply_by_N<double>));
        const Matrix N_inv = matrix_of(nu, nq, by(multiply_by_N_inverse<double>));
        law.measure(N_inv * N, Matrix::Identity(nu, nu), sample, amplified);
        CHECK(matrix_of(nu, nq, by(multiply_by_N_transpose<double>)) == N.transpose());
        CHECK(matrix_of(nq, nu, by(multiply_by_N_inverse_transpose<double>)) == N_inv.transpose());
    }
}

TEST_CASE("the second rates of coordinates are the rates of the first") {
    Law law;
    for (const SampleTree& sample : sample_trees()) {
        Evaluated at(sample);
        Moving moving(sample);
        Vector q_dot_dot(sample.tree.nq), N_dot_u(sample.tree.nq), N_u_dot(sample.tree.nq);
        second_rates(sample.tree, at.instance(), at.x(), at.q.data(), at.u.data(), sample.u_dot.data(),
                     q_dot_dot.data());
        multiply_by_N_dot(sample.tree, at.instance(), at.x(), at.q.data(), at.u.data(), N_dot_u.data());
        multiply_by_N(sample.tree, at.instance(), at.x(), at.q.data(), sample.u_dot.data(), N_u_dot.data());
        law.measure(q_dot_dot, N_dot_u + N_u_dot, sample, amplified);
        std::vector<Dual> rates(at.q.size());
        multiply_by_N(sample.tree, moving.instance(), moving.x(), moving.q.data(), moving.u.data(),
                      rates.data());
        Vector wanted(sample.tree.nq);
        for (std::size_t i = 0; i < rates.size(); ++i) wanted[static_cast<int>(i)] = rates[i].d;
        law.measure_derivative(q_dot_dot / amplified, wanted / amplified, sample);
    }
}

TEST_CASE("a joint by angles has a coordinate it does not use, and its rate is zero") {
    Random random(4);
    SampleTree sample;
    sample.add(random, Ball{}, 0, false, true);
    Evaluated at(sample);
    double q_dot[4] = {9, 9, 9, 9}, f_q[4] = {9, 9, 9, 9}, rates[4] = {9, 9, 9, 9};
    multiply_by_N(sample.tree, at.instance(), at.x(), at.q.data(), at.u.data(), q_dot);
    multiply_by_N_inverse_transpose(sample.tree, at.instance(), at.x(), at.q.data(), sample.f.data(), f_q);
    second_rates(sample.tree, at.instance(), at.x(), at.q.data(), at.u.data(), sample.u_dot.data(), rates);
    CHECK(q_dot[3] == 0);
    CHECK(f_q[3] == 0);
    CHECK(rates[3] == 0);
}
