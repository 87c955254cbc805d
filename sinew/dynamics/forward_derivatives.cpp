// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/kernel.h>
#include <sinew/dynamics/forward_derivatives.h>
#include <sinew/math/pack.h>

#include <bit>
#include <cstddef>

namespace sinew {

namespace {

constexpr int high = 4;  // rows at a time: with four columns of two matrices, eight sums stay in registers

/// Which rows of the two have a number in four columns.
int rows_with_numbers(std::ptrdiff_t n, const double* left, const double* right, int* rows) {
    int count = 0;
    for (int r = 0; r < n; ++r) {
        const Pack::Wholes bits = std::bit_cast<Pack::Wholes>(load_four(left + r * n)) |
                                  std::bit_cast<Pack::Wholes>(load_four(right + r * n));
        rows[count] = r;
        count += (bits[0] | bits[1] | bits[2] | bits[3]) != 0;
    }
    return count;
}

/// Four rows and columns of both products; all pointers begin at the columns, A at the rows. The sums have names: an
/// array of them would be kept in memory.
void tile(std::ptrdiff_t n, const double* A, const double* left, const double* right, const int* rows,
          int count, double* out_left, double* out_right) {
    const Four none{};
    Four s0 = none, s1 = none, s2 = none, s3 = none, t0 = none, t1 = none, t2 = none, t3 = none;
    for (int k = 0; k < count; ++k) {
        const std::ptrdiff_t r = rows[k] * n;
        const Four b = load_four(left + r), c = load_four(right + r);
        const double* a = A + r;  // A is symmetric: a column is a row
        s0 -= a[0] * b, t0 -= a[0] * c;
        s1 -= a[1] * b, t1 -= a[1] * c;
        s2 -= a[2] * b, t2 -= a[2] * c;
        s3 -= a[3] * b, t3 -= a[3] * c;
    }
    store_four(out_left, s0), store_four(out_left + n, s1);
    store_four(out_left + 2 * n, s2), store_four(out_left + 3 * n, s3);
    store_four(out_right, t0), store_four(out_right + n, t1);
    store_four(out_right + 2 * n, t2), store_four(out_right + 3 * n, t3);
}

/// What is left at the edges, number by number.
void edge(std::ptrdiff_t n, const double* A, const double* B, std::ptrdiff_t i, std::ptrdiff_t j,
          double* out) {
    double sum = 0;
    for (std::ptrdiff_t r = 0; r < n; ++r) sum -= A[r * n + i] * B[r * n + j];
    out[i * n + j] = sum;
}

}  // namespace

SINEW_KERNEL void subtract_products(int n, const double* A, const double* const B[2], double* const out[2],
                                    int* rows) {
    const int whole = n - n % 4;
    const std::ptrdiff_t stride = n;
    for (int j = 0; j < whole; j += 4) {
        const int count = rows_with_numbers(n, B[0] + j, B[1] + j, rows);
        for (int i = 0; i < whole; i += high)
            tile(n, A + i, B[0] + j, B[1] + j, rows, count, out[0] + i * stride + j, out[1] + i * stride + j);
    }
    for (int m = 0; m < 2; ++m)
        for (int i = 0; i < n; ++i)
            for (int j = i < whole ? whole : 0; j < n; ++j) edge(n, A, B[m], i, j, out[m]);
}

}  // namespace sinew
