// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/at.h>
#include <sinew/math/reflections.h>
#include <sinew/studies/dense.h>
#include <sinew/studies/step_split.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace sinew {

StepSplit::StepSplit(int most_unknowns, int most_equations)
    : A_(at(most_unknowns) * at(most_equations)),
      tau_(at(most_equations)),
      C_(at(most_equations) * at(most_equations)),
      y_(at(most_unknowns + most_equations)),
      work_(2 * at(most_unknowns)),
      order_(at(most_equations)) {}

void StepSplit::factor(const double* G, int equations, int unknowns, double least) {
    n_ = unknowns, m_ = equations, longest_ = 0;
    std::copy_n(G, std::ptrdiff_t{n_} * m_, A_.begin());
    for (int i = 0; i < m_; ++i) {
        const double* row = G + std::ptrdiff_t{i} * n_;
        longest_ = std::max(longest_, std::sqrt(dense::dot(row, row, n_)));
    }
    rank_ = m_ == 0 || n_ == 0 ? 0
                               : pivoted_orthogonal_triangular(A_.data(), n_, m_, least * longest_,
                                                               tau_.data(), order_.data());
}

void StepSplit::apply(bool backwards, double* x) const {
    for (int k = 0; k < rank_; ++k) {
        const int j = backwards ? rank_ - 1 - k : k;
        reflect(A_.data() + std::ptrdiff_t{j} * n_ + j, tau_[at(j)], x + j, n_ - j);
    }
}

void StepSplit::toward(const double* e, double lambda, double* d) {
    const auto R = [&](int i, int j) { return A_[at(j) * at(n_) + at(i)]; };
    double* y = y_.data();
    if (lambda == 0 && rank_ == m_) {  // Rᵀ y = −e
        for (int j = 0; j < rank_; ++j) {
            double sum = -e[order_[at(j)]];
            for (int i = 0; i < j; ++i) sum -= R(i, j) * y[i];
            y[j] = sum / R(j, j);
        }
    } else {  // (R Rᵀ + λ) y = −R e
        do {
            for (int i = 0; i < rank_; ++i)
                for (int k = 0; k <= i; ++k) {
                    double sum = i == k ? lambda : 0;
                    for (int j = i; j < m_; ++j) sum += R(i, j) * R(k, j);
                    C_[at(k) * at(rank_) + at(i)] = sum;
                }
            lambda = std::max(10 * lambda, 1e-15 * longest_ * longest_);  // for another try
        } while (!dense::factor(C_.data(), rank_) && std::isfinite(lambda));
        for (int i = 0; i < rank_; ++i) {
            y[i] = 0;
            for (int j = i; j < m_; ++j) y[i] -= R(i, j) * e[order_[at(j)]];
        }
        dense::solve(C_.data(), rank_, y);
    }
    std::copy_n(y, rank_, d);
    std::fill(d + rank_, d + n_, 0.0);
    apply(true, d);
}

void StepSplit::multipliers(const double* slope, double* lambda) {
    double* y = y_.data();
    std::copy_n(slope, n_, y);
    apply(false, y);
    for (int j = 0; j < m_; ++j) lambda[order_[at(j)]] = 0;
    for (int i = rank_ - 1; i >= 0; --i) {  // R λ = −Qᵀ slope
        double sum = -y[i];
        for (int j = i + 1; j < rank_; ++j) sum -= A_[at(j) * at(n_) + at(i)] * lambda[order_[at(j)]];
        lambda[order_[at(i)]] = sum / A_[at(i) * at(n_) + at(i)];
    }
}

void StepSplit::along(const double* z, double* d) {
    std::fill_n(d, rank_, 0.0);
    std::copy_n(z, free(), d + rank_);
    apply(true, d);
}

void StepSplit::onto(const double* d, double* z) {
    double* y = y_.data();
    std::copy_n(d, n_, y);
    apply(false, y);
    std::copy_n(y + rank_, free(), z);
}

void StepSplit::reduce(double* H, double* reduced) {
    for (int j = 0; j < rank_; ++j)
        dense::reflect_both(A_.data() + std::ptrdiff_t{j} * n_ + j, tau_[at(j)],
                            H + std::ptrdiff_t{j} * (n_ + 1), n_, n_ - j, work_.data());
    for (int i = 0; i < free(); ++i)
        std::copy_n(H + std::ptrdiff_t{rank_ + i} * n_ + rank_, free(), reduced + std::ptrdiff_t{i} * free());
}

}  // namespace sinew
