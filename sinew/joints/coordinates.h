// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/joints/sizes.h>

namespace sinew {

/// Whether q̇ = u.
template <class J>
constexpr bool speeds_are_rates(const JointData* data) {
    using Rates = typename RatesOf<J>::Type;
    if constexpr (Rates::q_part < 0) return Rates::are_speeds(data);
    else return Rates::q_part == 0;
}

/// Between the speeds of one joint and the rates of its coordinates, whatever its kind: the block of its Rates, then
/// ones for the coordinates that follow it (5.3).
///
/// A block of N, N⁺ or Ṅ; rows and columns are constants to the compiler where the joint has its own size.
template <class J, class T>
struct RateBlock {
    using Rates = typename RatesOf<J>::Type;
    static constexpr bool dense = Rates::q_part < 0;
    static constexpr int most_q = dense ? max_nq : Rates::q_part == 0 ? 1 : Rates::q_part;
    static constexpr int most_u = dense ? max_nu : Rates::u_part == 0 ? 1 : Rates::u_part;
    T e[most_q * most_u];

    /// Whether a matrix of run-time size need not be looked at.
    static constexpr bool are_speeds(const JointInput<T>& in) {
        return dense && speeds_are_rates<J>(in.data);
    }
    static constexpr int q_part(const JointInput<T>& in) {
        return !dense ? Rates::q_part : are_speeds(in) ? 0 : nq_of<J>(in.data);
    }
    static constexpr int u_part(const JointInput<T>& in) {
        return !dense ? Rates::u_part : are_speeds(in) ? 0 : nu_of<J>(in.data);
    }

    void fill_matrix(const JointInput<T>& in) {
        if (are_speeds(in)) return;
        if constexpr (dense) Rates::matrix(in, e);
        else if constexpr (Rates::q_part > 0) Rates::matrix(in.q, reinterpret_cast<T(*)[most_u]>(e));
    }
    void fill_inverse(const JointInput<T>& in) {
        if (are_speeds(in)) return;
        if constexpr (dense) Rates::inverse(in, e);
        else if constexpr (Rates::q_part > 0) Rates::inverse(in.q, reinterpret_cast<T(*)[most_q]>(e));
    }
    void fill_derivative(const JointInput<T>& in, const T* q_dot) {
        if (are_speeds(in)) return;
        if constexpr (dense) Rates::derivative(in, q_dot, e);
        else if constexpr (Rates::q_part > 0)
            Rates::derivative(in.q, q_dot, reinterpret_cast<T(*)[most_u]>(e));
    }
};

/// y = A x or y = Aᵀ x for a row-by-row matrix A.
template <class T>
inline void multiply(const T* A, int rows, int columns, const T* x, T* y) {
    for (int i = 0; i < rows; ++i) {
        T sum(0.0);
        for (int j = 0; j < columns; ++j) sum += A[i * columns + j] * x[j];
        y[i] = sum;
    }
}
template <class T>
inline void multiply_transpose(const T* A, int rows, int columns, const T* x, T* y) {
    for (int j = 0; j < columns; ++j) {
        T sum(0.0);
        for (int i = 0; i < rows; ++i) sum += A[i * columns + j] * x[i];
        y[j] = sum;
    }
}

/// q̇ = N u
template <class J, class T>
void multiply_N(const JointInput<T>& in, const T* u, T* q_dot) {
    RateBlock<J, T> N;
    N.fill_matrix(in);
    const int a = N.q_part(in), b = N.u_part(in);
    multiply(N.e, a, b, u, q_dot);
    for (int i = a; i < nq_of<J>(in.data); ++i) q_dot[i] = u[i - a + b];
}
/// f_u = Nᵀ f_q: what forces on coordinates are worth as forces on speeds.
template <class J, class T>
void multiply_N_transpose(const JointInput<T>& in, const T* f_q, T* f_u) {
    RateBlock<J, T> N;
    N.fill_matrix(in);
    const int a = N.q_part(in), b = N.u_part(in);
    multiply_transpose(N.e, a, b, f_q, f_u);
    for (int j = b; j < nu_of<J>(in.data); ++j) f_u[j] = f_q[j - b + a];
}
/// u = N⁺ q̇, with N⁺N = 1
template <class J, class T>
void multiply_N_inverse(const JointInput<T>& in, const T* q_dot, T* u) {
    RateBlock<J, T> N_inv;
    N_inv.fill_inverse(in);
    const int a = N_inv.q_part(in), b = N_inv.u_part(in);
    multiply(N_inv.e, b, a, q_dot, u);
    for (int j = b; j < nu_of<J>(in.data); ++j) u[j] = q_dot[j - b + a];
}
/// f_q = N⁺ᵀ f_u
template <class J, class T>
void multiply_N_inverse_transpose(const JointInput<T>& in, const T* f_u, T* f_q) {
    RateBlock<J, T> N_inv;
    N_inv.fill_inverse(in);
    const int a = N_inv.q_part(in), b = N_inv.u_part(in);
    multiply_transpose(N_inv.e, b, a, f_u, f_q);
    for (int i = a; i < nq_of<J>(in.data); ++i) f_q[i] = f_u[i - a + b];
}
/// Ṅ u, so that q̈ = N u̇ + Ṅ u
template <class J, class T>
void multiply_N_dot(const JointInput<T>& in, const T* q_dot, const T* u, T* out) {
    RateBlock<J, T> N_dot;
    N_dot.fill_derivative(in, q_dot);
    const int a = N_dot.q_part(in), b = N_dot.u_part(in);
    multiply(N_dot.e, a, b, u, out);
    for (int i = a; i < nq_of<J>(in.data); ++i) out[i] = T(0.0);
}

}  // namespace sinew
