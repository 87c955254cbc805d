// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/kernel.h>
#include <sinew/dynamics/hinge.h>
#include <sinew/dynamics/inverse_mass_matrix.h>

#include <cstddef>

namespace sinew {

namespace {

/// Spatial vectors of all columns, part by part, so that loops over columns become vector instructions.
template <class T>
struct Parts {
    T *a, *b, *c, *d, *e, *f;  // turning or moment: a b c; moving or force: d e f
    Parts(T* memory, std::ptrdiff_t n) : a(memory), b(a + n), c(b + n), d(c + n), e(d + n), f(e + n) {}
};

/// row −= sᵀ parts for the columns from begin to end.
template <class T>
void subtract_dot(const Parts<T>& parts, const Vec3T<T>& s, const Vec3T<T>& t, int begin, int end,
                  T* __restrict row) {
    for (int k = begin; k < end; ++k)
        row[k] -= s.x * parts.a[k] + s.y * parts.b[k] + s.z * parts.c[k] + t.x * parts.d[k] +
                  t.y * parts.e[k] + t.z * parts.f[k];
}

/// parts += s row.
template <class T>
void add_outer(const Parts<T>& parts, const Vec3T<T>& s, const Vec3T<T>& t, int begin, int end,
               const T* __restrict row) {
    T* __restrict a = parts.a, * __restrict b = parts.b, * __restrict c = parts.c;
    T* __restrict d = parts.d, * __restrict e = parts.e, * __restrict f = parts.f;
    for (int k = begin; k < end; ++k) {
        a[k] += s.x * row[k], b[k] += s.y * row[k], c[k] += s.z * row[k];
        d[k] += t.x * row[k], e[k] += t.y * row[k], f[k] += t.z * row[k];
    }
}

/// Moments of forces: a b c += p × (d e f).
template <class T>
void shift_forces(const Parts<T>& z, const Vec3T<T>& p, int begin, int end) {
    T* __restrict a = z.a, * __restrict b = z.b, * __restrict c = z.c;
    for (int k = begin; k < end; ++k) {
        a[k] += p.y * z.f[k] - p.z * z.e[k];
        b[k] += p.z * z.d[k] - p.x * z.f[k];
        c[k] += p.x * z.e[k] - p.y * z.d[k];
    }
}

/// Motions of what is carried at p.
template <class T>
void shift_motions(const Parts<T>& A_P, const Vec3T<T>& p, int begin, int end, const Parts<T>& A_B) {
    T* __restrict a = A_B.a, * __restrict b = A_B.b, * __restrict c = A_B.c;
    T* __restrict d = A_B.d, * __restrict e = A_B.e, * __restrict f = A_B.f;
    for (int k = begin; k < end; ++k) {
        const T x = A_P.a[k], y = A_P.b[k], z = A_P.c[k];
        a[k] = x, b[k] = y, c[k] = z;
        d[k] = A_P.d[k] + (y * p.z - z * p.y);
        e[k] = A_P.e[k] + (z * p.x - x * p.z);
        f[k] = A_P.f[k] + (x * p.y - y * p.x);
    }
}

/// rows = D⁻¹ rows.
template <int n, class T>
void divide_by_D(const T* D_inv, std::ptrdiff_t stride, int begin, int end, T* rows) {
    for (int k = begin; k < end; ++k) {
        T epsilon[n];
        for (int i = 0; i < n; ++i) epsilon[i] = rows[i * stride + k];
        for (int i = 0; i < n; ++i) {
            T sum = D_inv[i * n] * epsilon[0];
            for (int j = 1; j < n; ++j) sum += D_inv[i * n + j] * epsilon[j];
            rows[i * stride + k] = sum;
        }
    }
}

template <class T>
void inward(const Tree& tree, const PositionT<T>& x, const ArticulatedT<T>& y, const std::uint8_t* prescribed,
            const InverseMassT<T>& work, T* M_inv) {
    const std::ptrdiff_t n = tree.nu;
    const Parts<T> z(work.z, n);
    for (std::ptrdiff_t i = 0; i < n * n; ++i) M_inv[i] = T(0.0);
    for (std::ptrdiff_t i = 0; i < 6 * n; ++i) work.z[i] = T(0.0);
    for (int B = 0; B < tree.size(); ++B) work.end[B] = tree[B].u + tree[B].nu;
    for (int B = tree.size() - 1; B > 0; --B) {
        const Node& node = tree[B];
        const int end = work.end[B];
        if (!(prescribed && prescribed[B]))
            with_mobilities(node, [&]<int nu, bool> {
                if constexpr (nu > 0) {
                    T* const rows = M_inv + node.u * n;
                    for (int i = 0; i < nu; ++i) {
                        const SpatialVelocityT<T> H = x.H_W[node.u + i];
                        rows[i * n + node.u + i] = T(1.0);
                        subtract_dot(z, H.w, H.v, node.u + nu, end, rows + i * n);
                    }
                    for (int i = 0; i < nu; ++i) {
                        const SpatialForceT<T> G = y.G_W[node.u + i];
                        add_outer(z, G.m, G.f, node.u, end, rows + i * n);
                    }
                    divide_by_D<nu>(y.D_inv + node.square, n, node.u, end, rows);
                }
            });
        if (work.end[node.parent] < end) work.end[node.parent] = end;
        shift_forces(z, x.p_PB_W[B], node.u, end);
    }
}

template <class T>
void outward(const Tree& tree, const PositionT<T>& x, const ArticulatedT<T>& y,
             const std::uint8_t* prescribed, const InverseMassT<T>& work, T* M_inv) {
    const std::ptrdiff_t n = tree.nu;
    for (std::ptrdiff_t i = 0; i < 6 * n; ++i) work.A[i] = T(0.0);
    for (int B = 1; B < tree.size(); ++B) {
        const Node& node = tree[B];
        const Parts<T> A_P(work.A + 6 * n * node.parent, n), A_B(work.A + 6 * n * B, n);
        const bool given = prescribed && prescribed[B], leaf = work.end[B] == node.u + node.nu;
        T* const rows = M_inv + node.u * n;
        if (!given && node.parent > 0)
            for (int i = 0; i < node.nu; ++i) {
                const SpatialForceT<T> G = shift_inward(y.G_W[node.u + i], x.p_PB_W[B]);
                subtract_dot(A_P, G.m, G.f, node.u, tree.nu, rows + i * n);
            }
        if (leaf) continue;
        shift_motions(A_P, x.p_PB_W[B], node.u, tree.nu, A_B);
        if (!given)
            for (int i = 0; i < node.nu; ++i) {
                const SpatialVelocityT<T> H = x.H_W[node.u + i];
                add_outer(A_B, H.w, H.v, node.u, tree.nu, rows + i * n);
            }
    }
}

}  // namespace

template <>
SINEW_KERNEL void inverse_mass_matrix(const Tree& tree, const PositionT<double>& x,
                                      const ArticulatedT<double>& y, const std::uint8_t* prescribed,
                                      const InverseMassT<double>& work, double* M_inv) {
    inward(tree, x, y, prescribed, work, M_inv);
    outward(tree, x, y, prescribed, work, M_inv);
    const std::ptrdiff_t n = tree.nu;
    for (std::ptrdiff_t i = 0; i < n; ++i)
        for (std::ptrdiff_t k = i + 1; k < n; ++k) M_inv[k * n + i] = M_inv[i * n + k];
}

}  // namespace sinew
