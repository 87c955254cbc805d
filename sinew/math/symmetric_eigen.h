// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/math/rotation.h>

namespace sinew {

/// Eigenvalues of a symmetric n x n matrix, ascending, and unit eigenvectors: vectors[i * n + k] is entry i of
/// the one that belongs to values[k]. By Jacobi's rotations, so small eigenvalues of graded matrices keep their
/// digits; for n of a few. A is used up. What is not finite comes back as NaN.
void symmetric_eigen(int n, double* A, double* values, double* vectors);

/// A symmetric tensor by its principal values, ascending, and its principal axes: S = R diag(values) Rᵀ.
struct PrincipalAxes {
    Vec3 values;
    Rotation R;
};
PrincipalAxes principal_axes(const Sym3& S);

}  // namespace sinew
