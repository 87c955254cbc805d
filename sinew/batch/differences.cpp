// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/error.h>
#include <sinew/batch/differences.h>
#include <sinew/batch/dynamics.h>

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

/// Number j of (a, b, c), one after the other.
template <class Array>
auto& of_three(Array& a, Array& b, Array& c, int state, int j) {
    const int after_a = j - a.numbers(), after_b = after_a - b.numbers();
    return after_a < 0 ? a(state, j) : after_b < 0 ? b(state, after_a) : c(state, after_b);
}

int variables_of(const System& system) { return system.nq() + system.nu() + system.nz(); }

}  // namespace

RateDifferences::RateDifferences(const System& system, const State& like, const BatchOptions& options)
    : batch_(system, like, std::max(1, 2 * variables_of(system)), options), n_(variables_of(system)) {}

bool RateDifferences::jacobian(const State& at, std::span<double> J) {
    if (J.size() != sinew::at(n_) * sinew::at(n_))
        throw StateError("J has " + std::to_string(J.size()) + " numbers; the state has " +
                         std::to_string(n_) + " variables, and J as many rows and columns.");
    for (int s = 0; s < batch_.size(); ++s) batch_.set(s, at);
    LaneArray &q = batch_.q(), &u = batch_.u(), &z = batch_.z();
    for (int j = 0; j < n_; ++j)
        for (const int side : {0, 1}) {
            double& y = of_three(q, u, z, 2 * j + side, j);
            y += (side == 0 ? -6e-6 : 6e-6) * std::fmax(1, std::abs(y));
        }
    rates(batch_);
    bool found = true;
    const LaneArray &q_dot = batch_.q_dot(), &u_dot = batch_.u_dot(), &z_dot = batch_.z_dot();
    for (int j = 0; j < n_; ++j) {
        const int below = 2 * j, above = below + 1;
        found = found && batch_.has_answer(below) && batch_.has_answer(above);
        const double delta = of_three(q, u, z, above, j) - of_three(q, u, z, below, j);
        const auto rate = [&](int state, int i) {
            const int after_q = i - q.numbers(), after_u = after_q - u.numbers();
            return after_q < 0   ? q_dot(state, i)
                   : after_u < 0 ? u_dot(state, after_q)
                                 : z_dot(state, after_u);
        };
        for (int i = 0; i < n_; ++i)
            J[sinew::at(i) * sinew::at(n_) + sinew::at(j)] = (rate(above, i) - rate(below, i)) / delta;
    }
    return found;
}

}  // namespace sinew
