// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/rigid/cone_problem.h>
#include <sinew/system/friction.h>

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

using Contact = ConeProblem::Contact;
using Kind = Contact::Kind;

constexpr int most_steps = 30;
constexpr int most_halvings = 8;
constexpr double softening =
    1e-11;  ///< of a row's own A: so that rows that depend on one another can be solved for
constexpr double solved = 1e-13;  ///< a merit that rounding is larger than

}  // namespace

/// F(p) in units of y, zero where (17.3) holds (17.25); J, if wanted, its derivative by rows.
double ConeProblem::natural_map(std::span<const double> A, std::span<const Contact> contacts, double* F,
                                double* J) const {
    const std::size_t m = p_.size();
    const auto soft = [&](std::size_t i, std::size_t j) {  // A, a little softer on its diagonal
        return A[i * m + j] * (i == j ? 1 + softening : 1);
    };
    const auto row_of_y = [&](std::size_t i) {
        F[i] = y_[i];
        for (std::size_t j = 0; J && j < m; ++j) J[i * m + j] = soft(i, j);
    };
    if (J) std::fill_n(J, m * m, 0.0);
    double sum = 0;
    for (const Contact& c : contacts) {
        const auto n = static_cast<std::size_t>(c.row), rows = static_cast<std::size_t>(c.rows());
        const double own = own_of(A, n), N = p_[n];
        if (c.kind == Kind::bounded) {
            const double z = N - y_[n] / own;
            if (std::abs(z) <= c.pushed) {
                row_of_y(n);
            } else {
                F[n] = own * (N - std::copysign(c.pushed, z));
                if (J) J[n * m + n] = own;
            }
        } else if (own * N > y_[n]) {
            row_of_y(n);
        } else {
            F[n] = own * N;
            if (J) J[n * m + n] = own;
        }
        if (c.kind == Kind::slides)
            for (std::size_t t = 1; t <= 2; ++t) {
                F[n + t] = own * (p_[n + t] + c.mu * c.direction[t - 1] * N);
                if (J) J[(n + t) * m + n + t] = own, J[(n + t) * m + n] = own * c.mu * c.direction[t - 1];
            }
        if (c.kind == Kind::undecided) {
            const double stiff = std::max(own_of(A, n + 1), own_of(A, n + 2)),
                         most = c.mu * std::max(0.0, N + c.pushed);
            const double z[2] = {p_[n + 1] - y_[n + 1] / stiff, p_[n + 2] - y_[n + 2] / stiff},
                         length = std::sqrt(z[0] * z[0] + z[1] * z[1]);
            if (length <= most) {
                row_of_y(n + 1), row_of_y(n + 2);
            } else {
                const double d[2] = {z[0] / length, z[1] / length}, bend = most / length;
                for (std::size_t t = 0; t < 2; ++t) {
                    const std::size_t i = n + 1 + t;
                    F[i] = stiff * (p_[i] - most * d[t]);
                    if (!J) continue;
                    J[i * m + i] += stiff;
                    if (N + c.pushed > 0) J[i * m + n] -= stiff * c.mu * d[t];
                    for (std::size_t s = 0; s < 2; ++s) {  // −μN ∂d = −(μN/|z|) (1 − d dᵀ) (∂f − ∂y/A)
                        const double turn = bend * ((t == s ? 1 : 0) - d[t] * d[s]);
                        J[i * m + n + 1 + s] -= stiff * turn;
                        for (std::size_t j = 0; j < m; ++j) J[i * m + j] += turn * soft(n + 1 + s, j);
                    }
                }
            }
        }
        for (std::size_t r = 0; r < rows; ++r) sum += F[n + r] * F[n + r];
    }
    return std::sqrt(sum) / size_;
}

/// Newton's method for (17.25) from the forces there are. Returns how much of F is left.
double ConeProblem::go_on(std::span<const double> A, std::span<const double> b,
                          std::span<const Contact> contacts) {
    const std::size_t m = p_.size();
    F_.resize(m), J_.resize(m * m), step_.resize(2 * m);
    const std::span<double> step(step_.data(), m), from(step_.data() + m, m);
    respond(A, b);
    double merit = natural_map(A, contacts, F_.data(), J_.data());
    for (int k = 0; k < most_steps && merit > solved; ++k) {
        for (std::size_t i = 0; i < m; ++i) step[i] = -F_[i];
        if (!solve_by_elimination(J_.data(), step.data(), static_cast<int>(m))) break;
        std::copy(p_.begin(), p_.end(), from.begin());
        double share = 1, now = merit;
        for (int i = 0; i < most_halvings;
             ++i, share /= 2) {  // the last is taken whatever it does: pieces meet in kinks
            for (std::size_t j = 0; j < m; ++j) p_[j] = from[j] + share * step[j];
            respond(A, b);
            now = natural_map(A, contacts, F_.data(), nullptr);
            if (now < (1 - 0.1 * share) * merit) break;
        }
        if (!std::isfinite(now) || (now >= merit && merit < settled)) {
            std::copy(from.begin(), from.end(), p_.begin());
            respond(A, b);
            break;
        }
        merit = natural_map(A, contacts, F_.data(), J_.data());
    }
    return merit;
}

/// Newton's method, then into the cones. Better, or as it was.
void ConeProblem::polish(std::span<const double> A, std::span<const double> b,
                         std::span<const Contact> contacts) {
    kept_.assign(p_.begin(), p_.end());
    const double before = residual_;
    go_on(A, b, contacts);
    settle(A, b, contacts);
    if (residual_ <= before) return;
    p_ = kept_;
    respond(A, b);
    residual_ = before;
}

/// Forces in their cones, what they bring about, and how far off that is.
void ConeProblem::settle(std::span<const double> A, std::span<const double> b,
                         std::span<const Contact> contacts) {
    into_cones(contacts);
    respond(A, b);
    find_residual(A, contacts);
}

/// No force leaves its cone, not by rounding either.
void ConeProblem::into_cones(std::span<const Contact> contacts) {
    for (const Contact& c : contacts) {
        double* p = p_.data() + c.row;
        if (c.kind == Kind::bounded) {
            p[0] = std::clamp(p[0], -c.pushed, c.pushed);
            continue;
        }
        p[0] = std::max(0.0, p[0]);
        if (c.kind == Kind::slides)
            for (int t = 0; t < 2; ++t) p[1 + t] = -c.mu * p[0] * c.direction[t];
        if (c.kind != Kind::undecided) continue;
        const double f = std::hypot(p[1], p[2]), most = c.mu * (p[0] + c.pushed);
        if (f > most) p[1] *= most / f, p[2] *= most / f;
    }
}

}  // namespace sinew
