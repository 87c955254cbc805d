// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/math/orientation.h>

namespace sinew {

/// How coordinates change with speeds, q̇ = N(q) u (5.3), for the leading part of a joint's coordinates that
/// describes orientation. What follows it (translations) always has q̇ = u.
///     q_part x u_part is the size of that part; matrix() fills N, inverse() fills N⁺ with N⁺N = 1,
///     derivative() fills Ṅ from q and q̇.
/// A joint of run-time size that is not SpeedsAreRates has q_part = u_part = −1 and fills the whole of N (nq x nu), N⁺
/// (nu x nq) and Ṅ row by row: matrix(in, N), inverse(in, N_inv), derivative(in, q_dot, N_dot); and
/// are_speeds(data) where it is one all the same. coordinates.h hides the difference.
struct SpeedsAreRates {
    static constexpr int q_part = 0, u_part = 0;
};

/// A quaternion and the angular velocity of M in F, expressed in F:
///     N = ½ [−e1 −e2 −e3; e0 e3 −e2; −e3 e0 e1; e2 −e1 e0]     N⁺ = 4 Nᵀ/|e|²     Ṅ = N(ė)       (5.4)
/// e is used as it is: N grows with its length, and e·ė = 0.
struct QuaternionRates {
    static constexpr int q_part = 4, u_part = 3;
    template <class T>
    static void matrix(const T* e, T N[4][3]) {
        const T h0 = T(0.5) * e[0], h1 = T(0.5) * e[1], h2 = T(0.5) * e[2], h3 = T(0.5) * e[3];
        const T rows[4][3] = {{-h1, -h2, -h3}, {h0, h3, -h2}, {-h3, h0, h1}, {h2, -h1, h0}};
        for (int i = 0; i < 4; ++i)
            for (int j = 0; j < 3; ++j) N[i][j] = rows[i][j];
    }
    template <class T>
    static void inverse(const T* e, T N_inv[3][4]) {
        T N[4][3];
        matrix(e, N);
        const T scale = T(4.0) / (e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3]);
        for (int i = 0; i < 4; ++i)
            for (int j = 0; j < 3; ++j) N_inv[j][i] = scale * N[i][j];
    }
    template <class T>
    static void derivative(const T*, const T* e_dot, T N_dot[4][3]) {
        matrix(e_dot, N_dot);
    }
};

/// Body-fixed x-y-z angles and the angular velocity of M in F, expressed in F: w = E q̇, N = E⁻¹            (5.5)
///     E = [1 0 s₂; 0 c₁ −s₁c₂; 0 s₁ c₁c₂]     N = [1 s₁t₂ −c₁t₂; 0 c₁ s₁; 0 −s₁/c₂ c₁/c₂]
/// Singular where the second angle is ±90°.
struct AngleRates {
    static constexpr int q_part = 3, u_part = 3;
    template <class T>
    static void matrix(const T* q, T N[3][3]) {
        const auto [s1, c1] = sin_cos(q[0]);
        const auto [s2, c2] = sin_cos(q[1]);
        const T t2 = s2 / c2, zero(0.0);
        const T rows[3][3] = {{T(1.0), s1 * t2, -c1 * t2}, {zero, c1, s1}, {zero, -s1 / c2, c1 / c2}};
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) N[i][j] = rows[i][j];
    }
    template <class T>
    static void inverse(const T* q, T E[3][3]) {
        const auto [s1, c1] = sin_cos(q[0]);
        const auto [s2, c2] = sin_cos(q[1]);
        const T zero(0.0);
        const T rows[3][3] = {{T(1.0), zero, s2}, {zero, c1, -s1 * c2}, {zero, s1, c1 * c2}};
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) E[i][j] = rows[i][j];
    }
    template <class T>
    static void derivative(const T* q, const T* q_dot, T N_dot[3][3]) {
        const auto [s1, c1] = sin_cos(q[0]);
        const auto [s2, c2] = sin_cos(q[1]);
        const T t2 = s2 / c2, zero(0.0), r1 = q_dot[0], r2 = q_dot[1], r2c = r2 / (c2 * c2);
        const T rows[3][3] = {{zero, c1 * t2 * r1 + s1 * r2c, s1 * t2 * r1 - c1 * r2c},
                              {zero, -s1 * r1, c1 * r1},
                              {zero, -(c1 * r1 + s1 * t2 * r2) / c2, (-s1 * r1 + c1 * t2 * r2) / c2}};
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) N_dot[i][j] = rows[i][j];
    }
};

/// A quaternion and the angular velocity of M in F along M's x and y; along M's z it is zero.
///     N = ½ [−e1 −e2; e0 −e3; e3 e0; −e2 e1]     N⁺ = 4 Nᵀ/|e|²     Ṅ = N(ė)                       (5.25)
/// These are the first two columns of N(e) R(e), with N(e) as in (5.4).
struct LineRates {
    static constexpr int q_part = 4, u_part = 2;
    template <class T>
    static void matrix(const T* e, T N[4][2]) {
        const T h0 = T(0.5) * e[0], h1 = T(0.5) * e[1], h2 = T(0.5) * e[2], h3 = T(0.5) * e[3];
        const T rows[4][2] = {{-h1, -h2}, {h0, -h3}, {h3, h0}, {-h2, h1}};
        for (int i = 0; i < 4; ++i)
            for (int j = 0; j < 2; ++j) N[i][j] = rows[i][j];
    }
    template <class T>
    static void inverse(const T* e, T N_inv[2][4]) {
        T N[4][2];
        matrix(e, N);
        const T scale = T(4.0) / (e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3]);
        for (int i = 0; i < 4; ++i)
            for (int j = 0; j < 2; ++j) N_inv[j][i] = scale * N[i][j];
    }
    template <class T>
    static void derivative(const T*, const T* e_dot, T N_dot[4][2]) {
        matrix(e_dot, N_dot);
    }
};

/// Body-fixed x-y-z angles and the angular velocity of M in F along M's x and y; along M's z it is zero.     (5.26)
///     N = [c₃/c₂ −s₃/c₂; s₃ c₃; −t₂c₃ t₂s₃]     N⁺ = [c₂c₃ s₃ 0; −c₂s₃ c₃ 0]
/// N⁺ gives the two components of the angular velocity that any q̇ means, whatever it means along M's z.
/// Singular where the second angle is ±90°.
struct LineAngleRates {
    static constexpr int q_part = 3, u_part = 2;
    template <class T>
    static void matrix(const T* q, T N[3][2]) {
        const auto [s2, c2] = sin_cos(q[1]);
        const auto [s3, c3] = sin_cos(q[2]);
        const T t2 = s2 / c2;
        const T rows[3][2] = {{c3 / c2, -s3 / c2}, {s3, c3}, {-t2 * c3, t2 * s3}};
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 2; ++j) N[i][j] = rows[i][j];
    }
    template <class T>
    static void inverse(const T* q, T N_inv[2][3]) {
        const auto [s2, c2] = sin_cos(q[1]);
        const auto [s3, c3] = sin_cos(q[2]);
        const T rows[2][3] = {{c2 * c3, s3, T(0.0)}, {-c2 * s3, c3, T(0.0)}};
        for (int i = 0; i < 2; ++i)
            for (int j = 0; j < 3; ++j) N_inv[i][j] = rows[i][j];
    }
    template <class T>
    static void derivative(const T* q, const T* q_dot, T N_dot[3][2]) {
        const auto [s2, c2] = sin_cos(q[1]);
        const auto [s3, c3] = sin_cos(q[2]);
        const T t2 = s2 / c2, r2 = q_dot[1], r3 = q_dot[2], r2c = r2 / (c2 * c2);
        const T rows[3][2] = {{(c3 * t2 * r2 - s3 * r3) / c2, -(s3 * t2 * r2 + c3 * r3) / c2},
                              {c3 * r3, -s3 * r3},
                              {t2 * s3 * r3 - c3 * r2c, t2 * c3 * r3 + s3 * r2c}};
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 2; ++j) N_dot[i][j] = rows[i][j];
    }
};

}  // namespace sinew
