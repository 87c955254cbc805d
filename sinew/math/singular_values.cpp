// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/kernel.h>
#include <sinew/math/singular_values.h>

#include <cmath>
#include <cstddef>
#include <utility>

namespace sinew {

namespace {

struct Products {
    double aa, bb, ab;
};

SINEW_KERNEL Products products(const double* a, const double* b, int n) {
    Products p{0, 0, 0};
    for (int i = 0; i < n; ++i) p.aa += a[i] * a[i], p.bb += b[i] * b[i], p.ab += a[i] * b[i];
    return p;
}

void rotate(double* a, double* b, int n, double c, double s) {
    for (int i = 0; i < n; ++i) {
        const double x = a[i], y = b[i];
        a[i] = c * x - s * y;
        b[i] = s * x + c * y;
    }
}

void swap_columns(double* a, double* b, int n) {
    for (int i = 0; i < n; ++i) std::swap(a[i], b[i]);
}

}  // namespace

void singular_values(int rows, int columns, double* A, double* V, double* values) {
    const auto a = [&](int j) { return A + std::ptrdiff_t{j} * rows; };
    const auto v = [&](int j) { return V + std::ptrdiff_t{j} * columns; };
    for (int j = 0; j < columns; ++j)
        for (int i = 0; i < columns; ++i) v(j)[i] = i == j;
    constexpr double least = 1e-15;
    for (int sweep = 0; sweep < 60; ++sweep) {
        bool turned = false;
        for (int j = 0; j < columns; ++j)
            for (int k = j + 1; k < columns; ++k) {
                const Products p = products(a(j), a(k), rows);
                if (!(std::abs(p.ab) > least * std::sqrt(p.aa * p.bb)) || p.ab == 0) continue;
                turned = true;
                const double half = (p.bb - p.aa) / (2 * p.ab);
                const double t = (half < 0 ? -1 : 1) / (std::abs(half) + std::sqrt(1 + half * half));
                const double c = 1 / std::sqrt(1 + t * t), s = c * t;
                rotate(a(j), a(k), rows, c, s);
                rotate(v(j), v(k), columns, c, s);
            }
        if (!turned) break;
    }
    for (int j = 0; j < columns; ++j) values[j] = std::sqrt(products(a(j), a(j), rows).aa);
    for (int j = 0; j < columns; ++j) {
        int largest = j;
        for (int k = j + 1; k < columns; ++k)
            if (values[k] > values[largest]) largest = k;
        if (largest == j) continue;
        std::swap(values[j], values[largest]);
        swap_columns(a(j), a(largest), rows);
        swap_columns(v(j), v(largest), columns);
    }
}

void reduced_echelon(int rows, int columns, double* A, double least, int* pivots) {
    const auto row = [&](int i) { return A + std::ptrdiff_t{i} * columns; };
    for (int r = 0; r < rows; ++r) {
        int from = r, pivot = 0;
        double largest = -1;
        for (int i = r; i < rows; ++i)
            for (int j = 0; j < columns; ++j)
                if (std::abs(row(i)[j]) >= largest * (1 - 1e-9)) {
                    if (std::abs(row(i)[j]) < largest * (1 + 1e-9) && j < pivot) continue;
                    largest = std::abs(row(i)[j]), from = i, pivot = j;
                }
        if (from != r) swap_columns(row(from), row(r), columns);
        pivots[r] = pivot;
        if (!(largest > 0)) continue;
        const double scale = 1 / row(r)[pivot];
        for (int j = 0; j < columns; ++j) row(r)[j] *= scale;
        row(r)[pivot] = 1;  // whatever rounding says
        for (int i = 0; i < rows; ++i) {
            const double share = row(i)[pivot];
            if (i == r || share == 0) continue;
            for (int j = 0; j < columns; ++j) row(i)[j] -= share * row(r)[j];
            row(i)[pivot] = 0;
        }
    }
    for (int r = 0; r < rows; ++r)
        for (int j = 0; j < columns; ++j)
            if (std::abs(row(r)[j]) < least) row(r)[j] = 0;
}

}  // namespace sinew
