// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <utility>

namespace sinew {

/// Inverts a small matrix of any kind by elimination, largest pivot of a column first: inverse = A⁻¹, both n x n,
/// row by row; A is lost. Returns the smallest pivot as a share of the largest entry of its column of A: zero, or
/// rounding, where A is singular; the inverse then has no meaning. (2.9) is for symmetric ones.
template <int n>
double invert_general(double* A, double* inverse) {
    double least = 1;
    double size[n];
    for (int j = 0; j < n; ++j) {
        size[j] = 0;
        for (int i = 0; i < n; ++i) {
            size[j] = std::fmax(size[j], std::fabs(A[i * n + j]));
            inverse[i * n + j] = i == j ? 1 : 0;
        }
    }
    for (int j = 0; j < n; ++j) {
        int best = j;
        for (int i = j + 1; i < n; ++i)
            if (std::fabs(A[i * n + j]) > std::fabs(A[best * n + j])) best = i;
        if (best != j)
            for (int k = 0; k < n; ++k) {
                std::swap(A[j * n + k], A[best * n + k]);
                std::swap(inverse[j * n + k], inverse[best * n + k]);
            }
        const double pivot = A[j * n + j], share = std::fabs(pivot) / size[j];
        if (!(share >= least)) least = size[j] > 0 ? share : 0;
        for (int k = 0; k < n; ++k) {
            A[j * n + k] /= pivot;
            inverse[j * n + k] /= pivot;
        }
        for (int i = 0; i < n; ++i) {
            if (i == j) continue;
            const double factor = A[i * n + j];
            for (int k = 0; k < n; ++k) {
                A[i * n + k] -= factor * A[j * n + k];
                inverse[i * n + k] -= factor * inverse[j * n + k];
            }
        }
    }
    return least;
}

}  // namespace sinew
