// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/math/reflections.h>
#include <sinew/math/rows.h>

#include <cmath>
#include <cstddef>
#include <utility>

namespace sinew {

namespace {

/// Turns a into (±|a|, 0, ...); leaves v below the first number and returns tau.
inline double make_reflection(double* a, int n) {
    const double below = sum_of_products(a + 1, a + 1, n - 1);
    if (below == 0) return 0;
    const double length = std::sqrt(a[0] * a[0] + below), diagonal = a[0] > 0 ? -length : length;
    const double tau = (diagonal - a[0]) / diagonal, scale = 1 / (a[0] - diagonal);
    for (int i = 1; i < n; ++i) a[i] *= scale;
    a[0] = diagonal;
    return tau;
}

inline void apply(const double* v, double tau, double* x, int n) {
    if (tau == 0) return;
    const double s = -tau * (x[0] + sum_of_products(v + 1, x + 1, n - 1));
    x[0] += s;
    add_times(s, v + 1, x + 1, n - 1);
}

/// Column j becomes R's; those after it follow.
inline void reduce(double* A, int rows, int columns, int j, double* tau) {
    double* a = A + std::ptrdiff_t{j} * rows + j;
    tau[j] = make_reflection(a, rows - j);
    for (int k = j + 1; k < columns; ++k) apply(a, tau[j], A + std::ptrdiff_t{k} * rows + j, rows - j);
}

}  // namespace

SINEW_KERNEL void reflect(const double* v, double tau, double* x, int n) { apply(v, tau, x, n); }

SINEW_KERNEL void orthogonal_triangular(double* A, int rows, int columns, double* tau) {
    for (int j = 0; j < columns && j < rows; ++j) reduce(A, rows, columns, j, tau);
}

SINEW_KERNEL int pivoted_orthogonal_triangular(double* A, int rows, int columns, double least, double* tau,
                                               int* order) {
    for (int j = 0; j < columns; ++j) order[j] = j;
    const int most = columns < rows ? columns : rows;
    for (int j = 0; j < most; ++j) {
        int best = j;
        double longest = -1;  // squared
        for (int k = j; k < columns; ++k) {
            const double* a = A + std::ptrdiff_t{k} * rows + j;
            const double square = sum_of_products(a, a, rows - j);
            if (square > longest) longest = square, best = k;
        }
        if (!(longest > least * least)) return j;
        if (best != j) {
            for (int i = 0; i < rows; ++i)
                std::swap(A[std::ptrdiff_t{j} * rows + i], A[std::ptrdiff_t{best} * rows + i]);
            std::swap(order[j], order[best]);
        }
        reduce(A, rows, columns, j, tau);
    }
    return most;
}

}  // namespace sinew
