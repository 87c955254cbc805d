// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/math/symmetric_eigen.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace sinew {

namespace {

/// A ← JᵀAJ and V ← VJ with the rotation J in the plane of p and q that makes A(p, q) vanish.
void rotate(int n, double* A, double* V, int p, int q) {
    const double apq = A[p * n + q];
    if (apq == 0) return;
    const double theta = (A[q * n + q] - A[p * n + p]) / (2 * apq);
    const double t = std::copysign(1.0, theta) / (std::abs(theta) + std::hypot(theta, 1.0));
    const double c = 1 / std::hypot(t, 1.0), s = t * c;
    for (int k = 0; k < n; ++k) {
        const double kp = A[k * n + p], kq = A[k * n + q];
        A[k * n + p] = c * kp - s * kq;
        A[k * n + q] = s * kp + c * kq;
    }
    for (int k = 0; k < n; ++k) {
        const double pk = A[p * n + k], qk = A[q * n + k];
        A[p * n + k] = c * pk - s * qk;
        A[q * n + k] = s * pk + c * qk;
    }
    A[p * n + q] = A[q * n + p] = 0;
    for (int k = 0; k < n; ++k) {
        const double kp = V[k * n + p], kq = V[k * n + q];
        V[k * n + p] = c * kp - s * kq;
        V[k * n + q] = s * kp + c * kq;
    }
}

void sort_ascending(int n, double* values, double* V) {
    for (int k = 0; k < n; ++k) {
        const int least = static_cast<int>(std::min_element(values + k, values + n) - values);
        std::swap(values[k], values[least]);
        if (least != k)
            for (int i = 0; i < n; ++i) std::swap(V[i * n + k], V[i * n + least]);
    }
}

}  // namespace

void symmetric_eigen(int n, double* A, double* values, double* V) {
    double most = 0;
    for (int i = 0; i < n * n; ++i) most = A[i] == A[i] ? std::max(most, std::abs(A[i])) : INFINITY;
    for (int i = 0; i < n * n; ++i) V[i] = i % (n + 1) == 0;
    if (most == 0 || !std::isfinite(most)) {
        std::fill_n(values, n, most == 0 ? 0.0 : std::numeric_limits<double>::quiet_NaN());
        return;
    }
    const double scale =
        std::exp2(std::ilogb(most));  // a power of two: scaling is exact, squares neither over- nor underflow
    for (int i = 0; i < n * n; ++i) A[i] /= scale;
    constexpr int most_sweeps = 30;  // converges quadratically: 5 or 6 are usual
    for (int sweep = 0; sweep < most_sweeps; ++sweep) {
        double off = 0;
        for (int p = 0; p < n; ++p)
            for (int q = p + 1; q < n; ++q) off = std::max(off, std::abs(A[p * n + q]));
        if (off < 1e-300) break;
        for (int p = 0; p < n; ++p)
            for (int q = p + 1; q < n; ++q) rotate(n, A, V, p, q);
    }
    for (int k = 0; k < n; ++k) values[k] = A[k * n + k] * scale;
    sort_ascending(n, values, V);
}

PrincipalAxes principal_axes(const Sym3& S) {
    double A[9] = {S.xx, S.xy, S.xz, S.xy, S.yy, S.yz, S.xz, S.yz, S.zz}, values[3], V[9];
    symmetric_eigen(3, A, values, V);
    const Vec3 x{V[0], V[3], V[6]}, y{V[1], V[4], V[7]};
    return {{values[0], values[1], values[2]}, {{x, y, cross(x, y)}}};
}

}  // namespace sinew
