// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/at.h>
#include <sinew/math/least_squares.h>
#include <sinew/math/reflections.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace sinew {

LeastSquares::LeastSquares(int most_equations, int most_unknowns)
    : A_(at(most_unknowns) * at(most_equations)),
      tau_(at(most_equations)),
      S_(at(most_equations) * at(most_equations)),
      sigma_(at(most_equations)),
      y_(at(std::max(most_equations, most_unknowns))),
      order_(at(most_equations)) {}

void LeastSquares::factor(const double* A, int equations, int unknowns, double least) {
    m_ = equations, n_ = unknowns, rank_ = 0;
    if (m_ == 0 || n_ == 0) return;
    std::copy_n(A, std::ptrdiff_t{m_} * n_, A_.begin());  // a row of A is a column of Aᵀ
    double longest = 0;
    for (int i = 0; i < m_; ++i) {
        double sum = 0;
        for (int j = 0; j < n_; ++j) sum += A[std::ptrdiff_t{i} * n_ + j] * A[std::ptrdiff_t{i} * n_ + j];
        longest = std::max(longest, sum);
    }
    rank_ = pivoted_orthogonal_triangular(A_.data(), n_, m_, least * std::sqrt(longest), tau_.data(),
                                          order_.data());
    if (rank_ == m_) return;
    for (int i = 0; i < rank_; ++i)  // Rᵀ, m x rank, column by column
        for (int j = 0; j < m_; ++j) S_[at(i) * at(m_) + at(j)] = j < i ? 0 : A_[at(j) * at(n_) + at(i)];
    orthogonal_triangular(S_.data(), m_, rank_, sigma_.data());
}

void LeastSquares::solve(const double* b, double* x) {
    std::fill_n(x, n_, 0.0);
    double* y = y_.data();
    for (int j = 0; rank_ > 0 && j < m_; ++j) y[j] = b[order_[at(j)]];
    if (rank_ == m_) {  // Rᵀ z = b
        for (int j = 0; j < rank_; ++j) {
            double sum = y[j];
            for (int i = 0; i < j; ++i) sum -= A_[at(j) * at(n_) + at(i)] * x[i];
            x[j] = sum / A_[at(j) * at(n_) + at(j)];
        }
    } else {  // T z = Sᵀ b
        for (int j = 0; j < rank_; ++j)
            reflect(S_.data() + std::ptrdiff_t{j} * m_ + j, sigma_[at(j)], y + j, m_ - j);
        for (int i = rank_ - 1; i >= 0; --i) {
            double sum = y[i];
            for (int j = i + 1; j < rank_; ++j) sum -= S_[at(j) * at(m_) + at(i)] * x[j];
            x[i] = sum / S_[at(i) * at(m_) + at(i)];
        }
    }
    for (int j = rank_ - 1; j >= 0; --j)
        reflect(A_.data() + std::ptrdiff_t{j} * n_ + j, tau_[at(j)], x + j, n_ - j);
}

void LeastSquares::remove_seen(double* x) const {
    for (int j = 0; j < rank_; ++j)
        reflect(A_.data() + std::ptrdiff_t{j} * n_ + j, tau_[at(j)], x + j, n_ - j);
    std::fill_n(x, rank_, 0.0);
    for (int j = rank_ - 1; j >= 0; --j)
        reflect(A_.data() + std::ptrdiff_t{j} * n_ + j, tau_[at(j)], x + j, n_ - j);
}

}  // namespace sinew
