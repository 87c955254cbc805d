// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/base/kernel.h>
#include <sinew/math/four.h>
#include <sinew/math/vec3.h>

#include <cstddef>

namespace sinew {

/// Spatial vectors, one for each of n columns of a matrix, kept part by part so that a loop over columns becomes vector
/// instructions. As bodies stand in depth-first order, the columns of a subtree are neighbours: most loops go over
/// those alone. Memory for 6 n numbers. A loop that reads what was just written number by number stalls: where that
/// would be, the passes take the numbers from elsewhere.
template <class T>
struct ColumnsT {
    T *a, *b, *c, *d, *e, *f;  ///< turning or moment: a b c; moving or force: d e f

    ColumnsT(T* memory, std::ptrdiff_t n) : a(memory), b(a + n), c(b + n), d(c + n), e(d + n), f(e + n) {}
};

/// One column.
template <class T>
void set_column(const ColumnsT<T>& x, int k, const Vec3T<T>& s, const Vec3T<T>& t) {
    x.a[k] = s.x, x.b[k] = s.y, x.c[k] = s.z;
    x.d[k] = t.x, x.e[k] = t.y, x.f[k] = t.z;
}

/// row[k] = sᵀ (a b c) + tᵀ (d e f) for k from begin to end; without the second part where turns.
template <bool turns, class T>
void set_dot(const ColumnsT<T>& x, Vec3T<T> s, Vec3T<T> t, int begin, int end, T* row) {
    SINEW_INDEPENDENT
    for (int k = begin; k < end; ++k) {
        T sum = s.x * x.a[k] + s.y * x.b[k] + s.z * x.c[k];
        if constexpr (!turns) sum += t.x * x.d[k] + t.y * x.e[k] + t.z * x.f[k];
        row[k] = sum;
    }
}

/// Forces seen from a point from which the old one lies at p: (a b c) += p × (d e f).
template <class T>
void shift_forces(const ColumnsT<T>& z, Vec3T<T> p, int begin, int end) {
    SINEW_INDEPENDENT
    for (int k = begin; k < end; ++k) {
        z.a[k] += p.y * z.f[k] - p.z * z.e[k];
        z.b[k] += p.z * z.d[k] - p.x * z.f[k];
        z.c[k] += p.x * z.e[k] - p.y * z.d[k];
    }
}

}  // namespace sinew
