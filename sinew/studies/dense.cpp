// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/kernel.h>
#include <sinew/studies/dense.h>

#include <cmath>
#include <cstddef>
#include <utility>

namespace sinew::dense {

namespace {

inline double sum_of_products(const double* a, const double* b, int n) {
    double lane[4] = {0, 0, 0, 0};
    int i = 0;
    for (; i + 4 <= n; i += 4)
        for (int k = 0; k < 4; ++k) lane[k] += a[i + k] * b[i + k];
    double rest = 0;
    for (; i < n; ++i) rest += a[i] * b[i];
    return ((lane[0] + lane[1]) + (lane[2] + lane[3])) + rest;
}

inline void add_times(double s, const double* x, double* y, int n) {
    SINEW_INDEPENDENT
    for (int i = 0; i < n; ++i) y[i] += s * x[i];
}

inline void reflect_one(const double* v, double tau, double* x, int n) {
    if (tau == 0) return;
    const double s = -tau * (x[0] + sum_of_products(v + 1, x + 1, n - 1));
    x[0] += s;
    add_times(s, v + 1, x + 1, n - 1);
}

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

}  // namespace

SINEW_KERNEL double dot(const double* a, const double* b, int n) { return sum_of_products(a, b, n); }
SINEW_KERNEL void add(double s, const double* x, double* y, int n) { add_times(s, x, y, n); }

SINEW_KERNEL bool factor(double* A, int n) {
    for (int k = 0; k < n; ++k) {
        double* row = A + std::ptrdiff_t{k} * n;
        const double d = row[k];
        if (!(d > 0) || !(d < INFINITY)) return false;
        const double inverse = 1 / std::sqrt(d);
        row[k] = inverse;
        for (int j = k + 1; j < n; ++j) row[j] *= inverse;
        for (int i = k + 1; i < n; ++i)
            if (row[i] != 0) add_times(-row[i], row + i, A + std::ptrdiff_t{i} * n + i, n - i);
    }
    return true;
}

SINEW_KERNEL void solve(const double* U, int n, double* x) {
    for (int i = 0; i < n; ++i) {  // Uᵀ y = x
        const double* row = U + std::ptrdiff_t{i} * n;
        x[i] *= row[i];
        add_times(-x[i], row + i + 1, x + i + 1, n - i - 1);
    }
    for (int i = n - 1; i >= 0; --i) {
        const double* row = U + std::ptrdiff_t{i} * n;
        x[i] = (x[i] - sum_of_products(row + i + 1, x + i + 1, n - i - 1)) * row[i];
    }
}

SINEW_KERNEL void reflect(const double* v, double tau, double* x, int n) { reflect_one(v, tau, x, n); }

SINEW_KERNEL void reflect_both(const double* v_below, double tau, double* H, int stride, int n,
                               double* work) {
    if (tau == 0) return;
    double *v = work, *w = work + n;
    v[0] = 1;
    for (int i = 1; i < n; ++i) v[i] = v_below[i];
    for (int i = 0; i < n; ++i) w[i] = 0;
    for (int i = 0; i < n; ++i) add_times(tau * v[i], H + std::ptrdiff_t{i} * stride, w, n);
    add_times(-0.5 * tau * sum_of_products(v, w, n), v, w, n);
    for (int i = 0; i < n; ++i) {
        double* row = H + std::ptrdiff_t{i} * stride;
        const double a = v[i], b = w[i];
        SINEW_INDEPENDENT
        for (int j = 0; j < n; ++j) row[j] -= a * w[j] + b * v[j];
    }
}

SINEW_KERNEL int pivoted_reflections(double* A, int rows, int columns, double least, double* tau,
                                     int* order) {
    for (int j = 0; j < columns; ++j) order[j] = j;
    const int most = columns < rows ? columns : rows;
    for (int j = 0; j < most; ++j) {
        int best = j;
        double longest = -1;
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
        double* a = A + std::ptrdiff_t{j} * rows + j;
        tau[j] = make_reflection(a, rows - j);
        for (int k = j + 1; k < columns; ++k)
            reflect_one(a, tau[j], A + std::ptrdiff_t{k} * rows + j, rows - j);
    }
    return most;
}

}  // namespace sinew::dense
