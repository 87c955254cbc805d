// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace sinew {

/// All λ and x with A x = λ x for any real A, n x n, row by row: real and imaginary parts of λ, and of x column after
/// column (n numbers each). Of a conjugate pair the one with positive imaginary part comes first. False if it did not
/// converge.
bool general_eigen(int n, const double* A, double* real, double* imaginary, double* vectors_real,
                   double* vectors_imaginary);

}  // namespace sinew
