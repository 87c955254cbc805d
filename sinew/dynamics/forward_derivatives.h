// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace sinew {

/// out = −A B for two B at a time, all n x n and row by row, A symmetric. What of both is zero in four columns side by
/// side is not gone through: the derivatives of inverse dynamics are zero between branches. rows: work space, n
/// numbers.                                                                                               (7.119)
void subtract_products(int n, const double* A, const double* const B[2], double* const out[2], int* rows);

}  // namespace sinew
