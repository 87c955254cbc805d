// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/math/lu.h>

#include <algorithm>
#include <cmath>

namespace sinew {

Lu::Lu(int n) : n_(n) {
    const std::size_t size = static_cast<std::size_t>(n);
    A_.assign(size * size, 0.0);
    x_.assign(size, 0.0);
    order_.assign(size, 0);
}

bool Lu::factor(std::span<const double> A) {
    const std::size_t n = static_cast<std::size_t>(n_);
    std::copy(A.begin(), A.end(), A_.begin());
    for (std::size_t i = 0; i < n; ++i) order_[i] = static_cast<int>(i);
    for (std::size_t k = 0; k < n; ++k) {
        std::size_t pivot = k;
        for (std::size_t i = k + 1; i < n; ++i)
            if (std::abs(A_[i * n + k]) > std::abs(A_[pivot * n + k])) pivot = i;
        const double p = A_[pivot * n + k];
        if (!std::isfinite(p) || p == 0) return false;
        double* row_k = &A_[k * n];
        if (pivot != k) {
            std::swap_ranges(row_k, row_k + n, &A_[pivot * n]);
            std::swap(order_[k], order_[pivot]);
        }
        for (std::size_t i = k + 1; i < n; ++i) {
            double* row_i = &A_[i * n];
            if (row_i[k] == 0) continue;
            const double l = row_i[k] /= p;
            for (std::size_t j = k + 1; j < n; ++j) row_i[j] -= l * row_k[j];
        }
    }
    return true;
}

void Lu::solve(std::span<double> b) {
    const std::size_t n = static_cast<std::size_t>(n_);
    for (std::size_t i = 0; i < n; ++i) {
        double x = b[static_cast<std::size_t>(order_[i])];
        for (std::size_t j = 0; j < i; ++j) x -= A_[i * n + j] * x_[j];
        x_[i] = x;
    }
    for (std::size_t i = n; i-- > 0;) {
        for (std::size_t j = i + 1; j < n; ++j) x_[i] -= A_[i * n + j] * b[j];
        b[i] = x_[i] /= A_[i * n + i];
    }
}

}  // namespace sinew
