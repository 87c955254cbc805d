// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace sinew {

/// out = −A B for n x n matrices, row by row, A symmetric; B's zeros are not gone through where eight columns have
/// them side by side, as the derivatives of inverse dynamics do between branches. rows is work space: n numbers. (7.119)
void subtract_product(int n, const double* A, const double* B, double* out, int* rows);

}  // namespace sinew
