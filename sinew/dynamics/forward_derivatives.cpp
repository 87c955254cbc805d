// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/kernel.h>
#include <sinew/dynamics/forward_derivatives.h>
#include <sinew/math/four.h>

#include <cstddef>

namespace sinew {

namespace {

constexpr int wide = 8;  // columns that are gone through side by side, as two registers of four
constexpr int high = 4;  // rows at a time: eight sums stay in registers

/// Which rows of B have a number in some of the columns.
int rows_with_numbers(std::ptrdiff_t n, const double* B, int columns, int* rows) {
    int count = 0;
    for (int r = 0; r < n; ++r) {
        const double* b = B + r * n;
        double sum = 0;
        for (int j = 0; j < columns; ++j) sum += b[j] != 0;
        if (sum != 0) rows[count++] = r;
    }
    return count;
}

/// A tile of high x wide numbers of −A B; B and out begin at the tile's columns.
void tile(std::ptrdiff_t n, const double* A, int first, const double* B, const int* rows, int count,
          double* out) {
    Four sum[high][2]{};
    for (int k = 0; k < count; ++k) {
        const double *b = B + rows[k] * n, *a = A + rows[k] * n + first;  // A is symmetric: a column is a row
        const Four left = load_four(b), right = load_four(b + 4);
        for (int i = 0; i < high; ++i) {
            const Four factor{a[i], a[i], a[i], a[i]};
            sum[i][0] -= factor * left;
            sum[i][1] -= factor * right;
        }
    }
    for (int i = 0; i < high; ++i) {
        store_four(out + (first + i) * n, sum[i][0]);
        store_four(out + (first + i) * n + 4, sum[i][1]);
    }
}

/// What is left at the edges, number by number.
void edge(std::ptrdiff_t n, const double* A, int first, int last, const double* B, int columns,
          const int* rows, int count, double* out) {
    for (int i = first; i < last; ++i)
        for (int j = 0; j < columns; ++j) {
            double sum = 0;
            for (int k = 0; k < count; ++k) sum -= A[rows[k] * n + i] * B[rows[k] * n + j];
            out[i * n + j] = sum;
        }
}

}  // namespace

SINEW_KERNEL void subtract_product(int n, const double* A, const double* B, double* out, int* rows) {
    const int whole = n - n % high;
    for (int j = 0; j < n; j += wide) {
        const int columns = n - j < wide ? n - j : wide, count = rows_with_numbers(n, B + j, columns, rows);
        int i = 0;
        if (columns == wide)
            for (; i < whole; i += high) tile(n, A, i, B + j, rows, count, out + j);
        edge(n, A, i, n, B + j, columns, rows, count, out + j);
    }
}

}  // namespace sinew
