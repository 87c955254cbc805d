// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Where contacts depend on one another: softened problems, each the start of one that is less so.
#include <sinew/rigid/cone_problem.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace sinew {

namespace {

using Contact = ConeProblem::Contact;
using Kind = Contact::Kind;

constexpr double softest = 1, hardest = 1e-7,
                 hardening = 0.1;  ///< ε of (17.26): first, last, from one to the next
constexpr int most_rounds = 40;
constexpr int patience = 6;  ///< rounds at the hardest that bring nothing: the rest is not in A p at all
constexpr double astray =
    1e-5;  ///< what Newton's method leaves of a softened problem where it is caught in kinks
constexpr int most_tries = 3;  ///< to get it out of them
constexpr int most_sweeps = 200;

}  // namespace

/// Contact by contact, each by its own cone, from the forces there are (17.27). Better, or as it was.
void ConeProblem::sweep(std::span<const double> A, std::span<const double> b,
                        std::span<const Contact> contacts) {
    const std::size_t m = p_.size();
    kept_.assign(p_.begin(), p_.end());
    const double before = residual_;
    const auto change = [&](std::size_t row, double by) {
        p_[row] += by;
        for (std::size_t i = 0; i < m; ++i) y_[i] += A[i * m + row] * by;
    };
    for (int k = 0; k < most_sweeps && residual_ > settled; ++k) {
        for (const Contact& c : contacts) {
            const auto n = static_cast<std::size_t>(c.row);
            if (!(A[n * (m + 1)] > 0)) continue;
            const double free = p_[n] - y_[n] / A[n * (m + 1)];
            if (c.kind == Kind::bounded) {
                change(n, std::clamp(free, -c.pushed, c.pushed) - p_[n]);
                continue;
            }
            const double N = std::max(0.0, free), by = N - p_[n];
            change(n, by);
            if (c.kind == Kind::slides)
                for (std::size_t t = 0; t < 2; ++t) change(n + 1 + t, -c.mu * c.direction[t] * by);
            if (c.kind != Kind::undecided) continue;
            const double own = std::max(A[(n + 1) * (m + 1)], A[(n + 2) * (m + 1)]);
            if (!(own > 0)) continue;
            double x = p_[n + 1] - y_[n + 1] / own, z = p_[n + 2] - y_[n + 2] / own;
            const double length = std::sqrt(x * x + z * z), most = c.mu * (N + c.pushed);
            if (length > most) x *= most / length, z *= most / length;
            change(n + 1, x - p_[n + 1]);
            change(n + 2, z - p_[n + 2]);
        }
        if (k % 10 == 9) find_residual(A, contacts);
    }
    find_residual(A, contacts);
    if (residual_ <= before) return;
    p_ = kept_;
    respond(A, b);
    residual_ = before;
}

/// A p + b + by · D (p − before), D what rows are to themselves.
void ConeProblem::soften(std::span<const double> A, std::span<const double> b,
                         std::span<const Contact> contacts, double by) {
    const std::size_t m = b.size();
    soft_A_.assign(A.begin(), A.end());
    soft_b_.assign(b.begin(), b.end());
    const auto add = [&](std::size_t row, double own) {
        soft_A_[row * (m + 1)] += by * own;
        soft_b_[row] -= by * own * before_[row];
    };
    for (const Contact& c : contacts) {
        const auto n = static_cast<std::size_t>(c.row);
        add(n, own_of(A, n));
        if (c.rows() == 1) continue;
        const double own = std::max(own_of(A, n + 1), own_of(A, n + 2));
        add(n + 1, own), add(n + 2, own);
    }
}

/// From none, forces of softened problems (17.26), the harder the further. Better, or as it was.
void ConeProblem::harden(std::span<const double> A, std::span<const double> b,
                         std::span<const Contact> contacts) {
    best_ = p_;
    double least = residual_;
    p_.assign(b.size(), 0.0);
    double by = softest;
    int idle = 0;
    for (int k = 0; k < most_rounds && least > settled && idle < patience; ++k) {
        before_ = p_;
        soften(A, b, contacts, by);
        double left = go_on(soft_A_, soft_b_, contacts);
        for (int i = 0; i < most_tries && left > astray; ++i) {
            settle(soft_A_, soft_b_, contacts);
            sweep(soft_A_, soft_b_, contacts);
            left = go_on(soft_A_, soft_b_, contacts);
        }
        settle(A, b, contacts);
        idle = by > hardest || residual_ < 0.9 * least ? 0 : idle + 1;
        if (residual_ < least) least = residual_, best_ = p_;
        by = std::max(hardest, hardening * by);
    }
    p_ = best_;
    settle(A, b, contacts);
}

}  // namespace sinew
