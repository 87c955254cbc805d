// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0

// Frequencies of small motion about q = 0: the roots of K x = ω² M x.

#include <tests/references/conformance.h>

#include <Eigen/Dense>

namespace sinew::testing {

namespace {

/// K = −∂f/∂q by differences of fourth order, at rest at q = 0. Speeds are rates in the models it is asked of.
Eigen::MatrixXd stiffness(Running& r) {
    const auto n = static_cast<std::size_t>(r.system.nu());
    const auto force = [&](std::size_t j, double step) {
        std::vector<double> q(n), f(n);
        q[j] = step;
        r.state.set_q(q);
        applied_mobility_force(r.system, r.state, f);
        return f;
    };
    const double h = 1e-3;
    Eigen::MatrixXd K(n, n);
    for (std::size_t j = 0; j < n; ++j) {
        const auto near = force(j, h), behind = force(j, -h), far = force(j, 2 * h),
                   far_behind = force(j, -2 * h);
        for (std::size_t i = 0; i < n; ++i)
            K(static_cast<int>(i), static_cast<int>(j)) =
                -(8 * (near[i] - behind[i]) - (far[i] - far_behind[i])) / (12 * h);
    }
    r.state.set_q(std::vector<double>(n));
    return K;
}

}  // namespace

void frequencies(const Case& c, Account& account) {
    Running r(c.model);
    const int n = r.system.nu();
    const Eigen::MatrixXd K = stiffness(r);
    Eigen::MatrixXd M(n, n);  // symmetric, so rows or columns first does not matter
    mass_matrix(r.system, r.state,
                std::span(M.data(), static_cast<std::size_t>(n) * static_cast<std::size_t>(n)));
    const Eigen::VectorXd squares =
        Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd>(K, M).eigenvalues();
    const Check& check =
        c.id == "cart-pole-accel" ? c.check("linear frequency") : c.check("angular frequencies");
    std::vector<double> found;  // the highest ones: a cart that rolls freely has a frequency of zero beside
    for (int i = n - static_cast<int>(check.value.size()); i < n; ++i) found.push_back(std::sqrt(squares[i]));
    account.compare(check, found);
}

}  // namespace sinew::testing
