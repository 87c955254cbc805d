// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace sinew {

// Householder's reflections 1 − tau v vᵀ with v = (1, v[1], ...), on plain arrays, without allocation.

/// x = (1 − tau v vᵀ) x; v[0] is not read.
void reflect(const double* v, double tau, double* x, int n);

/// A = Q R, A of rows x columns, column by column; R stays above the diagonal, what makes Q below.
void orthogonal_triangular(double* A, int rows, int columns, double* tau);
/// The same with the largest remaining column taken next, A P = Q R; order[j] is the column that came j-th.
/// Stops where what remains of every column is not longer than `least`, and returns how many columns were taken.
int pivoted_orthogonal_triangular(double* A, int rows, int columns, double least, double* tau, int* order);

}  // namespace sinew
