// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/math/scalar.h>

#include <type_traits>

namespace sinew {

/// A dense n x n matrix of the size of a joint (n <= 6).
template <class T, int n>
struct SmallMatT {
    T e[n][n];
};

/// What of an entry of D is no more than rounding.
inline constexpr double vanishing_pivot = 1e-14;

/// D = L diag(d) Lᵀ, L with a unit diagonal. (2.9)
template <class T, int n>
struct FactorsOf {
    T L[n][n]{}, d_inv[n];
};

template <class T>
using Holds = decltype(exceeds(T{}, T{}));

/// Returns false (of packs, where) if D is not positive definite beyond rounding of `whole`, its diagonal before others
/// were taken out of it. Only D's lower triangle is read. Each d waits for the one before.
template <class T, int n>
Holds<T> factor_in_order(const SmallMatT<T, n>& D, const T* whole, FactorsOf<T, n>& out) {
    Holds<T> positive = true;
    auto& [L, d_inv] = out;
    for (int j = 0; j < n; ++j) {
        T scaled[n];  // row j of L diag(d)
        T d = D.e[j][j];
        for (int k = 0; k < j; ++k) {
            scaled[k] = L[j][k];
            L[j][k] = scaled[k] * d_inv[k];
            d = d - L[j][k] * scaled[k];
        }
        positive &= exceeds(d, T(vanishing_pivot) * whole[j]);
        d_inv[j] = T(1.0) / d;
        for (int i = j + 1; i < n; ++i) {
            T sum = D.e[i][j];
            for (int k = 0; k < j; ++k) sum = sum - L[i][k] * L[j][k];
            L[i][j] = sum;  // still times d_j; divided when row i is finished
        }
    }
    return positive;
}

/// Products of four entries of D that numbers can hold, but for those of bodies beyond all measure.
template <class T>
Holds<T> is_in_range(const T& product) {
    Holds<T> holds = exceeds(product, T(1e-280));
    holds &= exceeds(T(1e280), product);
    return holds;
}

template <class T, int n>
struct Factored {
    FactorsOf<T, n> factors;
    Holds<T> positive;
};

/// In order after all, in those lanes alone. Not worth a place in a pass; takes and gives copies, or a pass would have
/// to keep the numbers themselves in memory.
template <class T, int n>
[[gnu::noinline]] void factor_beyond(const Holds<T>& in_range, const SmallMatT<T, n>& D, const T* whole,
                                     Factored<T, n>& out) {
    Factored<T, n> in_order;
    in_order.positive = factor_in_order(D, whole, in_order.factors);
    if constexpr (std::is_same_v<Holds<T>, bool>) {
        out = in_order;
    } else {
        for (int lane = 0; lane < T::lanes; ++lane) {
            if (in_range.lane(lane)) continue;
            out.positive.v[lane] = in_order.positive.v[lane];
            for (int i = 0; i < n; ++i) {
                out.factors.d_inv[i].v[lane] = in_order.factors.d_inv[i].v[lane];
                for (int j = 0; j < i; ++j) out.factors.L[i][j].v[lane] = in_order.factors.L[i][j].v[lane];
            }
        }
    }
}
template <class T, int n>
void put_what_is_beyond(const Holds<T>& in_range, const SmallMatT<T, n>& D, const T* whole,
                        FactorsOf<T, n>& out, Holds<T>& positive) {
    const SmallMatT<T, n> copy = D;
    T diagonal[n];
    for (int i = 0; i < n; ++i) diagonal[i] = whole[i];
    Factored<T, n> both{out, positive};
    factor_beyond<T, n>(in_range, copy, diagonal, both);
    out = both.factors, positive = both.positive;
}

template <class T, int n>
Holds<T> factor_spd(const SmallMatT<T, n>& D, const T* whole, FactorsOf<T, n>& out) {
    return factor_in_order(D, whole, out);
}

/// The same factors by minors that no division enters, so that their divisions go at a time (2.14).
template <class T>
Holds<T> factor_spd(const SmallMatT<T, 2>& D, const T* whole, FactorsOf<T, 2>& out) {
    const T a = D.e[0][0], b = D.e[1][0], c = D.e[1][1];
    const T minor = a * c - b * b;
    const T first = T(1.0) / a, second = T(1.0) / minor;
    out.d_inv[0] = first, out.d_inv[1] = a * second;
    out.L[1][0] = b * first;
    Holds<T> positive = exceeds(a, T(vanishing_pivot) * whole[0]);
    positive &= exceeds(minor, T(vanishing_pivot) * a * whole[1]);
    const Holds<T> in_range = is_in_range(minor);
    if (!all_of(in_range)) [[unlikely]]
        put_what_is_beyond<T, 2>(in_range, D, whole, out, positive);
    return positive;
}
template <class T>
Holds<T> factor_spd(const SmallMatT<T, 3>& D, const T* whole, FactorsOf<T, 3>& out) {
    const T a = D.e[0][0], b = D.e[1][0], c = D.e[1][1], d = D.e[2][0], e = D.e[2][1], f = D.e[2][2];
    const T minor = a * c - b * b, across = a * e - b * d, last = a * f - d * d;
    const T a_det = minor * last - across * across, a_minor = a * minor;
    const T first = T(1.0) / a, second = T(1.0) / minor, third = T(1.0) / a_det;
    out.d_inv[0] = first, out.d_inv[1] = a * second, out.d_inv[2] = a_minor * third;
    out.L[1][0] = b * first, out.L[2][0] = d * first, out.L[2][1] = across * second;
    Holds<T> positive = exceeds(a, T(vanishing_pivot) * whole[0]);
    positive &= exceeds(minor, T(vanishing_pivot) * a * whole[1]);
    positive &= exceeds(a_det, T(vanishing_pivot) * a_minor * whole[2]);
    const Holds<T> in_range = is_in_range(a_det);
    if (!all_of(in_range)) [[unlikely]]
        put_what_is_beyond<T, 3>(in_range, D, whole, out, positive);
    return positive;
}

/// D⁻¹ by its factors. Returns what factor_spd() does; where false the inverse has no meaning.
template <class T, int n>
auto invert_by_factors(const SmallMatT<T, n>& D, const T* whole, SmallMatT<T, n>& inverse) {
    FactorsOf<T, n> factors;
    const auto positive = factor_spd(D, whole, factors);
    const auto& [L, d_inv] = factors;
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

/// Of six: D = (A Bᵀ; B C), K = B A⁻¹, S = C − K Bᵀ, and D⁻¹ = (A⁻¹ + Kᵀ S⁻¹ K, −Kᵀ S⁻¹; −S⁻¹ K, S⁻¹).
template <class T>
auto invert_by_factors(const SmallMatT<T, 6>& D, const T* whole, SmallMatT<T, 6>& inverse) {
    SmallMatT<T, 3> A, A_inv, S, S_inv;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j <= i; ++j) A.e[i][j] = D.e[i][j];
    auto positive = invert_by_factors(A, whole, A_inv);
    T K[3][3], SK[3][3];
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            K[i][j] =
                D.e[3 + i][0] * A_inv.e[0][j] + D.e[3 + i][1] * A_inv.e[1][j] + D.e[3 + i][2] * A_inv.e[2][j];
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j <= i; ++j)
            S.e[i][j] = D.e[3 + i][3 + j] -
                        (K[i][0] * D.e[3 + j][0] + K[i][1] * D.e[3 + j][1] + K[i][2] * D.e[3 + j][2]);
    positive &= invert_by_factors(S, whole + 3, S_inv);
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            SK[i][j] = S_inv.e[i][0] * K[0][j] + S_inv.e[i][1] * K[1][j] + S_inv.e[i][2] * K[2][j];
            inverse.e[3 + i][j] = inverse.e[j][3 + i] = -SK[i][j];
            inverse.e[3 + i][3 + j] = S_inv.e[i][j];
        }
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j <= i; ++j)
            inverse.e[i][j] = inverse.e[j][i] =
                A_inv.e[i][j] + (K[0][i] * SK[0][j] + K[1][i] * SK[1][j] + K[2][i] * SK[2][j]);
    return positive;
}

/// Inverts the symmetric positive definite D. Returns false (of packs, where) if it is not positive definite beyond
/// rounding; the inverse then has no meaning. Only the lower triangle is read.
template <class T, int n>
auto invert_spd(const SmallMatT<T, n>& D, SmallMatT<T, n>& inverse) {
    if constexpr (n == 1) {
        inverse.e[0][0] = T(1.0) / D.e[0][0];
        return exceeds(D.e[0][0], T(0.0));
    } else {
        T whole[n];
        for (int i = 0; i < n; ++i) whole[i] = D.e[i][i];
        return invert_by_factors(D, whole, inverse);
    }
}

}  // namespace sinew
