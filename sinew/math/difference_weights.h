// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace sinew {

/// Weights with which values at x[0 ... n) give the value, first and second derivative at x0 of the
/// polynomial through
/// them, in one sweep over the points [Fornberg 1988]:
///     f(x0) ≈ Σ w0[i] f(x[i])     f′(x0) ≈ Σ w1[i] f(x[i])     f″(x0) ≈ Σ w2[i] f(x[i])                  (2.72)
/// Points are different from one another; n up to 16.
void difference_weights(double x0, const double* x, int n, double* w0, double* w1, double* w2);

}  // namespace sinew
