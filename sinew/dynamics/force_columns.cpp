// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/at.h>
#include <sinew/base/kernel.h>
#include <sinew/dynamics/force_columns.h>
#include <sinew/dynamics/hinge.h>
#include <sinew/dynamics/joint_root.h>
#include <sinew/math/four.h>
#include <sinew/math/reflections.h>

#include <type_traits>

namespace sinew {

namespace {

/// The forces in all slots, component by component, so that one instruction serves neighbouring slots.
template <class T>
struct Slots {
    T* mx;
    std::ptrdiff_t stride;
    T* operator[](int component) const { return mx + component * stride; }

    void subtract(int slot, const SpatialForceT<T>& F) const {
        for (int c = 0; c < 3; ++c) (*this)[c][slot] -= F.m[c], (*this)[3 + c][slot] -= F.f[c];
    }
    void clear(int slot) const {
        for (int c = 0; c < 6; ++c) (*this)[c][slot] = T(0.0);
    }
    void move(const ColumnPlan::Move& move) const {
        for (int c = 0; c < 6; ++c) {
            T* z = (*this)[c];
            z[move.to] = move.add ? z[move.to] + z[move.from] : z[move.from];
        }
    }
};

/// What one joint does to the force in a slot, or in four: ε, z⁺, y of (7.81), and z⁺ about the parent's origin. Y
/// holds f when it begins, if with_f.
template <int n, bool turns, bool with_f, class S>
void pass_slot(const SpatialVelocity* H, const SpatialForce* G, const JointRootT<double, n>& root,
               const Vec3& p, double* z, std::ptrdiff_t stride, double* Y, std::ptrdiff_t count) {
    S a = load<S>(z), b = load<S>(z + stride), c = load<S>(z + 2 * stride);
    S d = load<S>(z + 3 * stride), e = load<S>(z + 4 * stride), f = load<S>(z + 5 * stride), epsilon[n];
    for (int i = 0; i < n; ++i) {
        S felt = H[i].w.x * a + H[i].w.y * b + H[i].w.z * c;
        if constexpr (!turns) felt += H[i].v.x * d + H[i].v.y * e + H[i].v.z * f;
        if constexpr (with_f) epsilon[i] = load<S>(Y + i * count) - felt;
        else epsilon[i] = -felt;
    }
    for (int i = 0; i < n; ++i) {
        a += G[i].m.x * epsilon[i], b += G[i].m.y * epsilon[i], c += G[i].m.z * epsilon[i];
        d += G[i].f.x * epsilon[i], e += G[i].f.y * epsilon[i], f += G[i].f.z * epsilon[i];
    }
    store(z, S(a + (p.y * f - p.z * e)));
    store(z + stride, S(b + (p.z * d - p.x * f)));
    store(z + 2 * stride, S(c + (p.x * e - p.y * d)));
    store(z + 3 * stride, d), store(z + 4 * stride, e), store(z + 5 * stride, f);
    for (int i = 0; i < n; ++i) {
        S sum = root.L[i][i] * epsilon[i];
        for (int j = i + 1; j < n; ++j) sum += root.L[j][i] * epsilon[j];
        store(Y + i * count, sum);
    }
}

template <int n, bool turns, bool with_f>
void pass_joint(const SpatialVelocity* H, const SpatialForce* G, const double* D_inv, const Vec3& p,
                const Slots<double>& z, int first, int count, double* Y) {
    const JointRootT<double, n> root(D_inv);
    int s = 0;
    for (; s + 4 <= count; s += 4)
        pass_slot<n, turns, with_f, Four>(H, G, root, p, z[0] + first + s, z.stride, Y + s, count);
    for (; s < count; ++s)
        pass_slot<n, turns, with_f, double>(H, G, root, p, z[0] + first + s, z.stride, Y + s, count);
}

/// z about the parent's origin.
template <class T>
void shift_slots(const Vec3T<T>& p, const Slots<T>& z, int first, int count) {
    T* __restrict mx = z[0] + first, * __restrict my = z[1] + first, * __restrict mz = z[2] + first;
    const T *fx = z[3] + first, *fy = z[4] + first, *fz = z[5] + first;
    SINEW_INDEPENDENT
    for (int s = 0; s < count; ++s) {
        mx[s] += p.y * fz[s] - p.z * fy[s];
        my[s] += p.z * fx[s] - p.x * fz[s];
        mz[s] += p.x * fy[s] - p.y * fx[s];
    }
}

/// out(k, b) += Σ_r y(r, a + k) y(r, b) for k < 4 and b < a + 4, with a a multiple of four, for three rows (what a
/// ball joint has): twelve products for seven loads and four stores.
void add_to_four(const double* y, int count, int a, double* out, std::ptrdiff_t stride) {
    const double *u = y, *v = y + count, *w = y + 2 * count;
    const double u0 = u[a], u1 = u[a + 1], u2 = u[a + 2], u3 = u[a + 3];
    const double v0 = v[a], v1 = v[a + 1], v2 = v[a + 2], v3 = v[a + 3];
    const double w0 = w[a], w1 = w[a + 1], w2 = w[a + 2], w3 = w[a + 3];
    for (int b = 0; b < a + 4; b += 4) {
        const Four p = load_four(u + b), q = load_four(v + b), r = load_four(w + b);
        double *out0 = out + b, *out1 = out0 + stride, *out2 = out1 + stride, *out3 = out2 + stride;
        store_four(out0, load_four(out0) + u0 * p + v0 * q + w0 * r);
        store_four(out1, load_four(out1) + u1 * p + v1 * q + w1 * r);
        store_four(out2, load_four(out2) + u2 * p + v2 * q + w2 * r);
        store_four(out3, load_four(out3) + u3 * p + v3 * q + w3 * r);
    }
}

void add_to_one(const double* __restrict y, int a, double* __restrict out) {
    const double factor = y[a];
    SINEW_INDEPENDENT
    for (int b = 0; b <= a; ++b) out[b] += factor * y[b];
}

/// block(a, b) += Σ_r y(r, a) y(r, b) for b ≤ a and a few b beyond, row by row.
void add_products(const double* y, int rows, int count, double* block, std::ptrdiff_t stride) {
    int a = 0;
    for (; a + 4 <= count; a += 4) {
        double* out = block + a * stride;
        int r = 0;
        for (; r + 3 <= rows; r += 3) add_to_four(y + std::ptrdiff_t{r} * count, count, a, out, stride);
        for (; r < rows; ++r)
            for (int k = 0; k < 4; ++k) add_to_one(y + std::ptrdiff_t{r} * count, a + k, out + k * stride);
    }
    for (; a < count; ++a)
        for (int r = 0; r < rows; ++r) add_to_one(y + std::ptrdiff_t{r} * count, a, block + a * stride);
}

}  // namespace

SINEW_KERNEL void columns_of_Y(const Tree& tree, const PositionT<double>& x, const ArticulatedT<double>& y,
                               const std::uint8_t* prescribed, const ColumnPlan& plan,
                               const ColumnPlan::Island& island, const SpatialForce* F_W, const double* f,
                               double* z_memory, double* Y) {
    const Slots<double> z{z_memory, plan.slots};
    const auto gather = [&](const ColumnPlan::Visit& visit) {
        for (int i = 0; i < visit.moves.count; ++i) z.move(plan.moves[at(visit.moves.first + i)]);
        for (int i = 0; i < visit.forces.count; ++i) {
            const ColumnPlan::Force& force = plan.forces[at(visit.forces.first + i)];
            if (force.opens) z.clear(force.slot);
            if (force.entry >= 0) z.subtract(force.slot, F_W[force.entry]);
        }
    };
    for (int k = 0; k < island.visits.count; ++k) {
        const ColumnPlan::Visit& visit = plan.visits[at(island.visits.first + k)];
        const Node& node = tree[visit.body];
        gather(visit);
        double* rows = Y + visit.y;
        const bool given = prescribed && prescribed[visit.body];
        const bool with_f = visit.coefficients.count > 0 && !given;
        if (with_f || given)
            for (int i = 0; i < node.nu * visit.count; ++i) rows[i] = 0;
        if (given || node.nu == 0) {
            shift_slots(x.p_PB_W[visit.body], z, visit.first, visit.count);
            continue;
        }
        for (int i = 0; i < visit.coefficients.count; ++i) {
            const auto& [slot, mobility, entry] = plan.coefficients[at(visit.coefficients.first + i)];
            rows[mobility * visit.count + slot - visit.first] += f[entry];
        }
        with_mobilities(node, [&]<int n, bool turns> {
            if constexpr (n > 0) {
                const auto pass = [&]<bool with_forces>(std::bool_constant<with_forces>) {
                    pass_joint<n, turns, with_forces>(x.H_W + node.u, y.G_W + node.u, y.D_inv + node.square,
                                                      x.p_PB_W[visit.body], z, visit.first, visit.count,
                                                      rows);
                };
                if (with_f) pass(std::true_type{});
                else pass(std::false_type{});
            }
        });
    }
    if (island.top > 0) gather(island.at_top);
}

void columns_at_top(const ColumnPlan& plan, const ColumnPlan::Island& island, const double* z_memory,
                    SpatialForce* Z) {
    const ColumnPlan::Visit& top = island.at_top;
    for (int s = 0; s < top.count; ++s) {
        const double* z = z_memory + top.first + s;
        const std::ptrdiff_t stride = plan.slots;
        Z[plan.columns[at(top.column + s)] - island.first] = {{z[0], z[stride], z[2 * stride]},
                                                              {z[3 * stride], z[4 * stride], z[5 * stride]}};
    }
}

SINEW_KERNEL void gram_of_Y(const ColumnPlan& plan, const ColumnPlan::Island& island, const double* Y,
                            double* work, double* W) {
    double* block = W + island.w;
    for (int i = 0; i < island.count * island.count; ++i) block[i] = 0;
    for (int s = 0; s < island.segments.count; ++s) {
        const ColumnPlan::Segment& segment = plan.segments[at(island.segments.first + s)];
        const int* column = plan.columns.data() + segment.column;
        if (segment.consecutive) {
            add_products(Y + segment.y, segment.rows, segment.count,
                         block + std::ptrdiff_t{column[0] - island.first} * (island.count + 1), island.count);
            continue;
        }
        for (int i = 0; i < segment.count * segment.count; ++i) work[i] = 0;
        add_products(Y + segment.y, segment.rows, segment.count, work, segment.count);
        for (int a = 0; a < segment.count; ++a)
            for (int b = 0; b <= a; ++b) {
                const int one = column[a] - island.first, other = column[b] - island.first;
                const std::ptrdiff_t row = one > other ? one : other, col = one > other ? other : one;
                block[row * island.count + col] += work[a * segment.count + b];
            }
    }
}

/// Rows of Y are taken in as many at a time as there are columns: [R; rows] = Q R anew.
void triangle_of_Y(const ColumnPlan& plan, const ColumnPlan::Island& island, const double* Y, double* work,
                   double* tau, double* R) {
    const int n = island.count, height = 2 * n;
    const auto entry = [&](int row, int column) -> double& {
        return work[std::ptrdiff_t{column} * height + row];
    };
    int filled = n;
    const auto take_in = [&] {
        if (filled == n) return;
        for (int j = 0; j < n; ++j)
            for (int i = filled; i < height; ++i) entry(i, j) = 0;
        orthogonal_triangular(work, height, n, tau);
        for (int j = 0; j < n; ++j)
            for (int i = j + 1; i < height; ++i) entry(i, j) = 0;
        filled = n;
    };
    for (int i = 0; i < height * n; ++i) work[i] = 0;
    for (int s = 0; s < island.segments.count; ++s) {
        const ColumnPlan::Segment& segment = plan.segments[at(island.segments.first + s)];
        const int* column = plan.columns.data() + segment.column;
        for (int r = 0; r < segment.rows; ++r) {
            if (filled == height) take_in();
            for (int j = 0; j < n; ++j) entry(filled, j) = 0;
            for (int k = 0; k < segment.count; ++k)
                entry(filled, column[k] - island.first) = Y[segment.y + r * segment.count + k];
            ++filled;
        }
    }
    take_in();
    for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i) R[std::ptrdiff_t{j} * n + i] = i <= j ? entry(i, j) : 0;
}

SINEW_KERNEL void multiply_by_Y(const Tree& tree, const ColumnPlan& plan, const double* Y,
                                const double* lambda, double* out) {
    for (int i = 0; i < tree.nu; ++i) out[i] = 0;
    for (const ColumnPlan::Visit& visit : plan.visits) {
        const Node& node = tree[visit.body];
        const int* column = plan.columns.data() + visit.column;
        for (int i = 0; i < node.nu; ++i) {
            const double* row = Y + visit.y + i * visit.count;
            double sum[4] = {};  // apart, so that one addition need not wait for another
            int s = 0;
            for (; s + 4 <= visit.count; s += 4)
                for (int k = 0; k < 4; ++k) sum[k] += row[s + k] * lambda[column[s + k]];
            for (; s < visit.count; ++s) sum[0] += row[s] * lambda[column[s]];
            out[node.u + i] = (sum[0] + sum[1]) + (sum[2] + sum[3]);
        }
    }
}

}  // namespace sinew
