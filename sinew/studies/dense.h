// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace sinew::dense {

// Loops over rows of some tens of numbers, written so that a compiler packs them: sums in four lanes, always in the
// same order. Matrices are held row by row.

double dot(const double* a, const double* b, int n);
/// y += s x
void add(double s, const double* x, double* y, int n);

/// A = UᵀU for a symmetric matrix of which the upper triangle is read; U takes its place, with the inverses of its
/// diagonal on the diagonal. False if A is not positive definite.
bool factor(double* A, int n);
/// x = U⁻¹ U⁻ᵀ x
void solve(const double* U, int n, double* x);

/// x = (1 − tau v vᵀ) x with v = (1, v[1], ...)
void reflect(const double* v, double tau, double* x, int n);
/// The same from both sides of a symmetric n x n matrix with rows `stride` apart; w is work space for 2 n numbers.
///     w = tau H v − ½ tau² (vᵀHv) v     H ← H − v wᵀ − w vᵀ
void reflect_both(const double* v, double tau, double* H, int stride, int n, double* w);
/// Columns of A, held one after another, taken by their length: A P = Q R, R in place above the diagonal and the
/// reflections below. Stops where what is left of every column is not longer than `least`; returns how many were taken.
int pivoted_reflections(double* A, int rows, int columns, double least, double* tau, int* order);

}  // namespace sinew::dense
