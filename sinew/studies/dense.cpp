// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/math/rows.h>
#include <sinew/studies/dense.h>

#include <cmath>
#include <cstddef>

namespace sinew::dense {

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

}  // namespace sinew::dense
