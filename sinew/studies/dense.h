// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace sinew::dense {

// Small matrices, held row by row, in loops that a compiler packs (sinew/math/rows.h).

double dot(const double* a, const double* b, int n);
/// y += s x
void add(double s, const double* x, double* y, int n);

/// A = UᵀU for a symmetric matrix of which the upper triangle is read; U takes its place, with the inverses of its
/// diagonal on the diagonal. False if A is not positive definite.
bool factor(double* A, int n);
/// x = U⁻¹ U⁻ᵀ x
void solve(const double* U, int n, double* x);

/// A reflection (sinew/math/reflections.h) from both sides of a symmetric n x n matrix with rows `stride` apart; w is
/// work space for 2 n numbers.
///     w = tau H v − ½ tau² (vᵀHv) v     H ← H − v wᵀ − w vᵀ
void reflect_both(const double* v, double tau, double* H, int stride, int n, double* w);

}  // namespace sinew::dense
