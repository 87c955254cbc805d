// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/kernel.h>
#include <sinew/dynamics/columns.h>
#include <sinew/dynamics/hinge.h>
#include <sinew/dynamics/inverse_mass_matrix.h>
#include <sinew/math/pack.h>

#include <type_traits>

namespace sinew {

namespace {

/// Columns of a matrix side by side: one number, or four.
template <class V>
struct Side {
    static V get(const double* x) {
        if constexpr (std::is_same_v<V, Pack>) return load_four(x);
        else return *x;
    }
    static void put(double* x, const V& value) {
        if constexpr (std::is_same_v<V, Pack>) store_four(x, value.v);
        else *x = value;
    }
    static Vec3T<V> wide(const Vec3& a) { return {V(a.x), V(a.y), V(a.z)}; }
    static Vec3T<V> upper(const ColumnsT<double>& x, int k) {
        return {get(x.a + k), get(x.b + k), get(x.c + k)};
    }
    static Vec3T<V> lower(const ColumnsT<double>& x, int k) {
        return {get(x.d + k), get(x.e + k), get(x.f + k)};
    }
    static void put(const ColumnsT<double>& x, int k, const Vec3T<V>& s, const Vec3T<V>& t) {
        put(x.a + k, s.x), put(x.b + k, s.y), put(x.c + k, s.z);
        put(x.d + k, t.x), put(x.e + k, t.y), put(x.f + k, t.z);
    }
};

/// step(k) over columns from begin to end, four at a time and the rest one by one. What does not go by fours begins
/// among columns before begin, if there are any: what is written to the rows there is below the diagonal, where the
/// mirror image of what is above comes last; columns there hold zeros, or what nobody reads.
template <template <class> class Step, class... Arguments>
void by_fours(int begin, int end, const Arguments&... arguments) {
    if (begin == end) return;
    const int first = end - (end - begin + 3) / 4 * 4;
    int k = first >= 0 ? first : begin;
    if (k + 4 <= end) {
        const Step<Pack> four(arguments...);
        for (; k + 4 <= end; k += 4) four.step(k);
    }
    if (k == end) return;
    const Step<double> one(arguments...);
    for (; k < end; ++k) one.step(k);
}

/// One body inward (7.32), with what its parent feels. All that does not change from column to column is spread over
/// four lanes before.
template <int nu>
struct Inward {
    template <class V>
    struct Step {
        using S = Side<V>;
        const ColumnsT<double> z;
        const std::ptrdiff_t n;
        double* const rows;
        const Vec3T<V> p;
        Vec3T<V> H_w[nu], H_v[nu], G_m[nu], G_f[nu];
        V D_inv[nu * nu];

        Step(const ColumnsT<double>& columns, std::ptrdiff_t stride, double* const& to, const Vec3& shift,
             const SpatialVelocity* const& H, const SpatialForce* const& G, const double* const& D)
            : z(columns), n(stride), rows(to), p(S::wide(shift)) {
            for (int i = 0; i < nu; ++i) {
                H_w[i] = S::wide(H[i].w), H_v[i] = S::wide(H[i].v);
                G_m[i] = S::wide(G[i].m), G_f[i] = S::wide(G[i].f);
            }
            for (int i = 0; i < nu * nu; ++i) D_inv[i] = V(D[i]);
        }
        void step(int k) const {
            Vec3T<V> m = S::upper(z, k), f = S::lower(z, k);
            V epsilon[nu];
            for (int i = 0; i < nu; ++i) epsilon[i] = -(dot(m, H_w[i]) + dot(f, H_v[i]));
            for (int i = 0; i < nu; ++i) {
                m += epsilon[i] * G_m[i];
                f += epsilon[i] * G_f[i];
                V sum = D_inv[i * nu] * epsilon[0];
                for (int j = 1; j < nu; ++j) sum += D_inv[i * nu + j] * epsilon[j];
                S::put(rows + i * n + k, sum);
            }
            S::put(z, k, m + cross(p, f), f);
        }
    };
};

void inward(const Tree& tree, const PositionT<double>& x, const ArticulatedT<double>& y,
            const std::uint8_t* prescribed, const InverseMassT<double>& work, double* M_inv) {
    const std::ptrdiff_t n = tree.nu;
    const ColumnsT<double> z(work.z, n);
    for (std::ptrdiff_t i = 0; i < n * n; ++i) M_inv[i] = 0;
    for (std::ptrdiff_t i = 0; i < 6 * n; ++i) work.z[i] = 0;
    for (int B = 0; B < tree.size(); ++B) work.end[B] = tree[B].u + tree[B].nu;
    for (int B = tree.size() - 1; B > 0; --B) {
        const Node& node = tree[B];
        const int end = work.end[B],
                  begin = node.u + node.nu;  // of the columns beyond its own, for which ε = δ and z = 0
        const Vec3 p = node.parent > 0 ? x.p_PB_W[B] : Vec3{};
        if (prescribed && prescribed[B]) {
            shift_forces(z, p, node.u, end);
        } else {
            with_mobilities(node, [&]<int nu, bool> {
                if constexpr (nu == 0) {
                    shift_forces(z, p, node.u, end);
                } else {
                    double* const rows = M_inv + node.u * n;
                    const double* const D_inv = y.D_inv + node.square;
                    by_fours<Inward<nu>::template Step>(begin, end, z, n, rows, p, x.H_W + node.u,
                                                        y.G_W + node.u, D_inv);
                    for (int i = 0; i < nu; ++i) {
                        const SpatialForce G = shift_inward(y.G_W[node.u + i], p);
                        set_column(z, node.u + i, G.m, G.f);
                        for (int k = 0; k < nu; ++k) rows[i * n + node.u + k] = D_inv[i * nu + k];
                    }
                }
            });
        }
        if (work.end[node.parent] < end) work.end[node.parent] = end;
    }
}

/// One body outward (7.33), and what it hands on. P: it hangs on a body that moves; C: something hangs on it.
template <int nu, bool P, bool C>
struct Outward {
    template <class V>
    struct Step {
        using S = Side<V>;
        static constexpr int some = nu > 0 ? nu : 1;
        const ColumnsT<double> A_P, A_B;
        const std::ptrdiff_t n;
        double* const rows;
        const Vec3T<V> p;
        Vec3T<V> H_w[some], H_v[some], G_m[some], G_f[some];

        Step(const ColumnsT<double>& of_parent, const ColumnsT<double>& own, std::ptrdiff_t stride,
             double* const& to, const Vec3& shift, const SpatialVelocity* const& H,
             const SpatialForce* const& G)
            : A_P(of_parent), A_B(own), n(stride), rows(to), p(S::wide(shift)) {
            for (int i = 0; i < nu; ++i) {
                const SpatialForce at_P = shift_inward(G[i], shift);
                H_w[i] = S::wide(H[i].w), H_v[i] = S::wide(H[i].v);
                G_m[i] = S::wide(at_P.m), G_f[i] = S::wide(at_P.f);
            }
        }
        void step(int k) const {
            Vec3T<V> w{}, v{};
            if constexpr (P) w = S::upper(A_P, k), v = S::lower(A_P, k);
            Vec3T<V> w_B = w, v_B = v;
            if constexpr (P && C) v_B += cross(w, p);
            for (int i = 0; i < nu; ++i) {
                V a = S::get(rows + i * n + k);
                if constexpr (P) {
                    a -= dot(w, G_m[i]) + dot(v, G_f[i]);
                    S::put(rows + i * n + k, a);
                }
                if constexpr (C) w_B += a * H_w[i], v_B += a * H_v[i];
            }
            if constexpr (C) S::put(A_B, k, w_B, v_B);
        }
    };
};

void outward(const Tree& tree, const PositionT<double>& x, const ArticulatedT<double>& y,
             const std::uint8_t* prescribed, const InverseMassT<double>& work, double* M_inv) {
    const std::ptrdiff_t n = tree.nu;
    for (int B = 1; B < tree.size(); ++B) {
        const Node& node = tree[B];
        const ColumnsT<double> A_P(work.A + 6 * n * node.parent, n), A_B(work.A + 6 * n * B, n);
        const bool given = prescribed && prescribed[B], leaf = work.end[B] == node.u + node.nu;
        const auto go = [&]<int nu, bool P, bool C> {
            by_fours<Outward<nu, P, C>::template Step>(node.u, tree.nu, A_P, A_B, n, M_inv + node.u * n,
                                                       x.p_PB_W[B], x.H_W + node.u, y.G_W + node.u);
        };
        const auto step = [&]<int nu> {
            if (node.parent > 0 && leaf) go.template operator()<nu, true, false>();
            else if (node.parent > 0) go.template operator()<nu, true, true>();
            else if (!leaf) go.template operator()<nu, false, true>();
        };
        if (given) step.template operator()<0>();
        else with_mobilities(node, [&]<int nu, bool> { step.template operator()<nu>(); });
    }
}

/// What is above the diagonal, below it: squares of four rows, then what is left beside them.
void mirror(std::ptrdiff_t n, double* M) {
    const std::ptrdiff_t whole = n - n % 4;
    for (std::ptrdiff_t i = 0; i < whole; i += 4) {
        for (std::ptrdiff_t k = i + 4; k < whole; k += 4) {
            const double* const from = M + i * n + k;
            double* const to = M + k * n + i;
            const Four a = load_four(from), b = load_four(from + n), c = load_four(from + 2 * n),
                       d = load_four(from + 3 * n);
            for (int j = 0; j < 4; ++j) store_four(to + j * n, Four{a[j], b[j], c[j], d[j]});
        }
        for (std::ptrdiff_t r = i; r < i + 4; ++r)
            for (std::ptrdiff_t k = r + 1; k < i + 4; ++k) M[k * n + r] = M[r * n + k];
    }
    for (std::ptrdiff_t r = 0; r < n; ++r)
        for (std::ptrdiff_t k = r < whole ? whole : r + 1; k < n; ++k) M[k * n + r] = M[r * n + k];
}

}  // namespace

template <>
SINEW_KERNEL void inverse_mass_matrix(const Tree& tree, const PositionT<double>& x,
                                      const ArticulatedT<double>& y, const std::uint8_t* prescribed,
                                      const InverseMassT<double>& work, double* M_inv) {
    inward(tree, x, y, prescribed, work, M_inv);
    outward(tree, x, y, prescribed, work, M_inv);
    mirror(tree.nu, M_inv);
}

}  // namespace sinew
