// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace sinew {

/// Singular values of A, descending, and all right singular vectors, by Jacobi's rotations of columns [Hestenes
/// 1958]:
///     A V = U diag(values)     VᵀV = 1                                                               (2.71)
/// A is rows x columns, column by column, and becomes A V; V is columns x columns, column by column. Those
/// beyond the rank span the null space. Small values keep their digits. For matrices of up to a few hundred
/// columns.
void singular_values(int rows, int columns, double* A, double* V, double* values);

/// Brings rows to reduced echelon form: each gets a pivot, 1, that no other row has. Rows that span what some
/// equations leave open then become the smallest such sets, one for each pivot. Larger pivots first; of equal
/// ones the later. Entries below `least` times the pivot become zero. pivots: one per row.
void reduced_echelon(int rows, int columns, double* A, double least, int* pivots);

}  // namespace sinew
