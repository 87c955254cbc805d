// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/math/small_spd.h>

namespace sinew {

/// L, lower triangular, with L Lᵀ = D⁻¹ for the joint-space inertia D of one joint of n mobilities.
template <class T, int n>
struct JointRootT {
    T L[n][n];

    explicit JointRootT(const T* D_inv) {
        for (int j = 0; j < n; ++j) {
            T d = D_inv[j * n + j];
            for (int k = 0; k < j; ++k) d -= L[j][k] * L[j][k];
            L[j][j] = square_root(d);
            for (int i = j + 1; i < n; ++i) {
                T sum = D_inv[i * n + j];
                for (int k = 0; k < j; ++k) sum -= L[i][k] * L[j][k];
                L[i][j] = sum / L[j][j];
            }
        }
    }
    /// out = L v; out may be v.
    void multiply(const T* v, T* out) const {
        for (int i = n - 1; i >= 0; --i) {
            T sum = L[i][0] * v[0];
            for (int j = 1; j <= i; ++j) sum += L[i][j] * v[j];
            out[i] = sum;
        }
    }
    /// out = Lᵀ v; out may be v.
    void multiply_transpose(const T* v, T* out) const {
        for (int i = 0; i < n; ++i) {
            T sum = L[i][i] * v[i];
            for (int j = i + 1; j < n; ++j) sum += L[j][i] * v[j];
            out[i] = sum;
        }
    }
    /// out = L⁻¹ v; out may be v.
    void divide(const T* v, T* out) const {
        for (int i = 0; i < n; ++i) {
            T sum = v[i];
            for (int j = 0; j < i; ++j) sum -= L[i][j] * out[j];
            out[i] = sum / L[i][i];
        }
    }
    /// out = L⁻ᵀ v; out may be v.
    void divide_transpose(const T* v, T* out) const {
        for (int i = n - 1; i >= 0; --i) {
            T sum = v[i];
            for (int j = i + 1; j < n; ++j) sum -= L[j][i] * out[j];
            out[i] = sum / L[i][i];
        }
    }
};

}  // namespace sinew
