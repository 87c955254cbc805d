// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace sinew {

// Small dense factorisations on plain arrays, without allocation: W = YᵀY x = b, fast where W is regular and with the
// smallest x where it is not.

/// W = L Lᵀ for a symmetric n x n matrix of which the lower triangle is given, row by row; L takes its place
/// below the diagonal and Lᵀ above it. diagonal is work space for n numbers. Returns the smallest pivot as a share
/// of its diagonal entry: the square of the sine of the angle between that column of Y and those before it (2.60).
/// Where a pivot is not positive, that is the answer and L means nothing.
double cholesky(double* W, int n, double* diagonal);
/// x = L⁻ᵀ L⁻¹ x
void cholesky_solve(const double* L, int n, double* x);

/// The pseudo-inverse of W = YᵀY from Y's triangle: x = W⁺ b, of all x with the least |W x − b| the shortest (2.61).
/// Memory that somebody else owns, for n columns.
struct PseudoInverse {
    int n;
    double* Q;     ///< n x n
    double* tau;   ///< n
    double* work;  ///< n
    int* order;    ///< n
    int rank;

    static constexpr int doubles(int n) { return n * n + 2 * n; }

    /// R: n x n, upper triangular, column by column, with RᵀR = YᵀY; is overwritten. Columns count by their
    /// directions: one is redundant where it comes nearer than `least` (the sine of an angle) to those taken before
    /// it. size[i] is the length that rounding leaves of column i of Y where it should vanish; shorter ones are
    /// zero. weight (null: ones) is how much of the load a column is to take where it is shared: the shortest
    /// x/weight.
    void factor(double* R, double least, const double* size, const double* weight);
    void solve(double* x) const;
    const double* weight = nullptr;
};

}  // namespace sinew
