// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/math/function_table.h>

namespace sinew::function {

/// A number with its first and second derivatives along N directions: the scalar on which a tree of functions is
/// evaluated once to give value, gradient and Hessian exactly (2.47)-(2.49).
template <class T, int N>
struct Jet {
    static constexpr int pairs = N * (N + 1) / 2;
    T v;
    T d[N];
    T dd[pairs];  // packed lower triangle: (0,0), (1,0), (1,1), (2,0) ...

    static Jet constant(const T& value) {
        Jet r;
        r.v = value;
        for (int i = 0; i < N; ++i) r.d[i] = T(0.0);
        for (int k = 0; k < pairs; ++k) r.dd[k] = T(0.0);
        return r;
    }

    Jet& operator+=(const Jet& b) {
        v = v + b.v;
        for (int i = 0; i < N; ++i) d[i] = d[i] + b.d[i];
        for (int k = 0; k < pairs; ++k) dd[k] = dd[k] + b.dd[k];
        return *this;
    }

    friend Jet operator+(Jet a, const Jet& b) { return a += b; }

    friend Jet operator*(const T& s, Jet a) {
        a.v = s * a.v;
        for (int i = 0; i < N; ++i) a.d[i] = s * a.d[i];
        for (int k = 0; k < pairs; ++k) a.dd[k] = s * a.dd[k];
        return a;
    }

    /// (2.48)
    friend Jet operator*(const Jet& a, const Jet& b) {
        Jet r;
        r.v = a.v * b.v;
        for (int i = 0, k = 0; i < N; ++i) {
            r.d[i] = a.v * b.d[i] + a.d[i] * b.v;
            for (int j = 0; j <= i; ++j, ++k)
                r.dd[k] = a.v * b.dd[k] + a.d[i] * b.d[j] + a.d[j] * b.d[i] + a.dd[k] * b.v;
        }
        return r;
    }
};

/// f(x) from f and its derivatives at x.v: the chain rule (2.49).
template <class T, int N>
Jet<T, N> chain(const SampleT<T>& f, const Jet<T, N>& x) {
    Jet<T, N> r;
    r.v = f.value;
    for (int i = 0, k = 0; i < N; ++i) {
        r.d[i] = f.d1 * x.d[i];
        for (int j = 0; j <= i; ++j, ++k) r.dd[k] = f.d1 * x.dd[k] + f.d2 * x.d[i] * x.d[j];
    }
    return r;
}

}  // namespace sinew::function
