// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/math/complementarity.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace sinew {

namespace {

constexpr double tiny_pivot = 1e-11;  ///< of the largest entry of its column: what rounding leaves of zero
constexpr double tie = 1e-12;         ///< ratios this near are equal, and the order of rows decides

}  // namespace

void Complementarity::reserve(int n) {
    const auto size = static_cast<std::size_t>(n);
    table_.reserve(size * (2 * size + 2));
    z_.reserve(size);
    basis_.reserve(size);
}

/// The row of least ratio; of equal ones, the one whose row of the inverse basis, divided by its pivot, comes first in
/// the order of dictionaries. −1: none limits.
int Complementarity::leaving_row(int entering) const {
    double largest = 0;
    for (int i = 0; i < n_; ++i) largest = std::max(largest, std::abs(at(i, entering)));
    const double least = tiny_pivot * std::max(largest, 1e-300);
    int best = -1;
    for (int i = 0; i < n_; ++i) {
        const double pivot = at(i, entering);
        if (!(pivot > least)) continue;
        if (best < 0) {
            best = i;
            continue;
        }
        const double other = at(best, entering);
        const auto compare = [&](int column) {
            const double a = at(i, column) / pivot, b = at(best, column) / other,
                         size = std::max({std::abs(a), std::abs(b), 1.0});
            return a < b - tie * size ? -1 : a > b + tie * size ? 1 : 0;
        };
        int order = compare(columns_ - 1);
        // The artificial variable leaves as soon as it may.
        if (order == 0 && basis_[static_cast<std::size_t>(best)] == 2 * n_) continue;
        if (order == 0 && basis_[static_cast<std::size_t>(i)] == 2 * n_) order = -1;
        for (int k = 0; order == 0 && k < n_; ++k) order = compare(k);
        if (order < 0) best = i;
    }
    return best;
}

void Complementarity::pivot(int row, int entering) {
    const double scale = 1 / at(row, entering);
    for (int j = 0; j < columns_; ++j) at(row, j) *= scale;
    at(row, entering) = 1;
    for (int i = 0; i < n_; ++i) {
        const double factor = at(i, entering);
        if (i == row || factor == 0) continue;
        for (int j = 0; j < columns_; ++j) at(i, j) -= factor * at(row, j);
        at(i, entering) = 0;
    }
    basis_[static_cast<std::size_t>(row)] = entering;
    ++pivots_;
}

/// w − M z − d z₀ = q, d = 1: z₀ enters first and makes all of w positive; then the partner of what has left enters,
/// until z₀ leaves (17.21).
Complementarity::Outcome Complementarity::solve(std::span<const double> M, std::span<const double> q) {
    n_ = static_cast<int>(q.size());
    columns_ = 2 * n_ + 2;
    pivots_ = 0;
    residual_ = 0;
    const auto n = static_cast<std::size_t>(n_);
    z_.assign(n, 0.0);
    basis_.resize(n);
    table_.assign(n * static_cast<std::size_t>(columns_), 0.0);
    int first = -1;
    for (int i = 0; i < n_; ++i) {
        at(i, i) = 1;
        for (int j = 0; j < n_; ++j)
            at(i, n_ + j) = -M[static_cast<std::size_t>(i) * n + static_cast<std::size_t>(j)];
        at(i, 2 * n_) = -1;
        at(i, columns_ - 1) = q[static_cast<std::size_t>(i)];
        basis_[static_cast<std::size_t>(i)] = i;
        if (q[static_cast<std::size_t>(i)] < 0 &&
            (first < 0 || q[static_cast<std::size_t>(i)] <= q[static_cast<std::size_t>(first)]))
            first = i;
    }
    if (first < 0) return Outcome::solved;
    int leaving = first, entering = n_ + first;
    pivot(leaving, 2 * n_);
    const int most = 100 + 50 * n_;
    while (pivots_ < most) {
        leaving = leaving_row(entering);
        if (leaving < 0) return Outcome::ray;
        const int left = basis_[static_cast<std::size_t>(leaving)];
        pivot(leaving, entering);
        if (left == 2 * n_) {
            for (int i = 0; i < n_; ++i)
                if (const int k = basis_[static_cast<std::size_t>(i)]; k >= n_ && k < 2 * n_)
                    z_[static_cast<std::size_t>(k - n_)] = std::max(0.0, at(i, columns_ - 1));
            find_residual(M, q);
            return Outcome::solved;
        }
        entering = left < n_ ? left + n_ : left - n_;
    }
    return Outcome::gave_up;
}

void Complementarity::find_residual(std::span<const double> M, std::span<const double> q) {
    double size = 0;
    for (const double x : q) size = std::max(size, std::abs(x));
    for (std::size_t i = 0; i < q.size(); ++i) {
        double w = q[i];
        for (std::size_t j = 0; j < q.size(); ++j) w += M[i * q.size() + j] * z_[j];
        residual_ = std::max({residual_, -w / size, std::min(std::abs(w) / size, z_[i])});
    }
}

}  // namespace sinew
