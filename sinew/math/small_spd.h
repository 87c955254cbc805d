// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/math/scalar.h>

namespace sinew {

/// A dense n x n matrix of the size of a joint (n <= 6).
template <class T, int n>
struct SmallMatT {
    T e[n][n];
};

/// Inverts the symmetric positive definite D by its factors L diag(d) Lᵀ (2.9). Returns false (of packs, where)
/// if D is not positive definite beyond rounding; the inverse then has no meaning. Only the lower triangle is read.
template <class T, int n>
auto invert_spd(const SmallMatT<T, n>& D, SmallMatT<T, n>& inverse) {
    if constexpr (n == 1) {
        inverse.e[0][0] = T(1.0) / D.e[0][0];
        return exceeds(D.e[0][0], T(0.0));
    } else {
        constexpr double rounding = 1e-14;
        decltype(exceeds(T{}, T{})) positive = true;
        T L[n][n]{}, d_inv[n];  // L has a unit diagonal; d_inv = 1 / d
        for (int j = 0; j < n; ++j) {
            T scaled[n];  // row j of L diag(d)
            T d = D.e[j][j];
            for (int k = 0; k < j; ++k) {
                scaled[k] = L[j][k];
                L[j][k] = scaled[k] * d_inv[k];
                d = d - L[j][k] * scaled[k];
            }
            positive &= exceeds(d, T(rounding) * D.e[j][j]);
            d_inv[j] = T(1.0) / d;
            for (int i = j + 1; i < n; ++i) {
                T sum = D.e[i][j];
                for (int k = 0; k < j; ++k) sum = sum - L[i][k] * L[j][k];
                L[i][j] = sum;  // still times d_j; divided when row i is finished
            }
        }
        T W[n][n];  // L⁻¹, lower triangular
        for (int j = 0; j < n; ++j) {
            W[j][j] = T(1.0);
            for (int i = j + 1; i < n; ++i) {
                T sum = -L[i][j];
                for (int k = j + 1; k < i; ++k) sum = sum - L[i][k] * W[k][j];
                W[i][j] = sum;
            }
        }
        for (int i = 0; i < n; ++i)
            for (int j = 0; j <= i; ++j) {
                T sum = W[i][j] * d_inv[i];
                for (int k = i + 1; k < n; ++k) sum = sum + W[k][i] * d_inv[k] * W[k][j];
                inverse.e[i][j] = inverse.e[j][i] = sum;
            }
        return positive;
    }
}

}  // namespace sinew
