// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/kernel.h>
#include <sinew/math/four.h>
#include <sinew/math/rank_revealing.h>
#include <sinew/math/reflections.h>
#include <sinew/math/rows.h>

#include <cmath>
#include <cstddef>

namespace sinew {

/// Column j of L goes below the diagonal and, once more, into row j above it, where it lies in one piece: the loops
/// over it then run on vectors.
SINEW_KERNEL double cholesky(double* W, int n, double* diagonal) {
    double smallest = 1;
    for (int j = 0; j < n; ++j) diagonal[j] = W[std::ptrdiff_t{j} * (n + 1)];
    for (int j = 0; j < n; ++j) {
        double* column = W + std::ptrdiff_t{j} * n;
        const double share = column[j] / diagonal[j];
        if (!(share > 0)) return share < 0 ? share : 0;
        if (share < smallest) smallest = share;
        const double root = std::sqrt(column[j]), inverse = 1 / root;
        column[j] = root;
        for (int i = j + 1; i < n; ++i) {
            double& entry = W[std::ptrdiff_t{i} * n + j];
            entry *= inverse;
            column[i] = entry;
        }
        int i = j + 1;
        for (; i + 2 <= n;
             i += 2) {  // two rows at a time, the first one entry too far: above the diagonal, not used yet
            double *row = W + std::ptrdiff_t{i} * n, *next = row + n;
            const double f = column[i], g = column[i + 1];
            if (f == 0 && g == 0) continue;  // as of equations that take no part
            int k = j + 1;
            for (; k + 4 <= i + 2; k += 4) {
                const Four x = load_four(column + k);
                store_four(row + k, load_four(row + k) - f * x);
                store_four(next + k, load_four(next + k) - g * x);
            }
            for (; k <= i + 1; ++k) row[k] -= f * column[k], next[k] -= g * column[k];
        }
        if (i < n) {
            double* row = W + std::ptrdiff_t{i} * n;
            for (int k = j + 1; k <= i; ++k) row[k] -= column[i] * column[k];
        }
    }
    return smallest;
}

SINEW_KERNEL void cholesky_solve(const double* L, int n, double* x) {
    for (int i = 0; i < n; ++i) {
        const double* column = L + std::ptrdiff_t{i} * n;
        const double value = x[i] /= column[i];
        if (value == 0) continue;
        SINEW_INDEPENDENT
        for (int k = i + 1; k < n; ++k) x[k] -= column[k] * value;
    }
    for (int i = n - 1; i >= 0; --i) {
        const double* row = L + std::ptrdiff_t{i} * n;
        const double value = x[i] /= row[i];
        if (value == 0) continue;
        SINEW_INDEPENDENT
        for (int k = 0; k < i; ++k) x[k] -= row[k] * value;
    }
}

void PseudoInverse::factor(double* R, double least, const double* size, const double* load_share) {
    weight = load_share;
    for (int j = 0; j < n; ++j) {
        double* column = R + std::ptrdiff_t{j} * n;
        const double length = std::sqrt(sum_of_products(column, column, n));
        work[j] = length > size[j] ? length : 0;
        for (int i = 0; i < n; ++i) column[i] = work[j] > 0 ? column[i] / length : 0;
    }
    rank = pivoted_orthogonal_triangular(R, n, n, least, tau, order);
    // B = the first `rank` rows of R with the columns' lengths (and weights) put back. Q T = Bᵀ, n x rank.
    for (int i = 0; i < rank; ++i)
        for (int j = 0; j < n; ++j) {
            const double share = weight ? weight[order[j]] : 1;
            Q[std::ptrdiff_t{i} * n + j] = j < i ? 0 : R[std::ptrdiff_t{j} * n + i] * work[order[j]] * share;
        }
    orthogonal_triangular(Q, n, rank, tau);
}

/// x = P Q T⁻ᵀ T⁻¹ Qᵀ Pᵀ b
void PseudoInverse::solve(double* x) const {
    for (int j = 0; j < n; ++j) work[j] = x[order[j]] * (weight ? weight[order[j]] : 1);
    for (int j = 0; j < rank; ++j) reflect(Q + std::ptrdiff_t{j} * n + j, tau[j], work + j, n - j);
    for (int i = rank - 1; i >= 0; --i) {  // T⁻¹
        for (int j = i + 1; j < rank; ++j) work[i] -= Q[std::ptrdiff_t{j} * n + i] * work[j];
        work[i] /= Q[std::ptrdiff_t{i} * n + i];
    }
    for (int i = 0; i < rank; ++i) {  // T⁻ᵀ
        for (int j = 0; j < i; ++j) work[i] -= Q[std::ptrdiff_t{i} * n + j] * work[j];
        work[i] /= Q[std::ptrdiff_t{i} * n + i];
    }
    for (int j = rank; j < n; ++j) work[j] = 0;
    for (int j = rank - 1; j >= 0; --j) reflect(Q + std::ptrdiff_t{j} * n + j, tau[j], work + j, n - j);
    for (int j = 0; j < n; ++j) x[order[j]] = work[j] * (weight ? weight[order[j]] : 1);
}

}  // namespace sinew
