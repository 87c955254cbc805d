// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/kernel.h>
#include <sinew/dynamics/force_columns.h>
#include <sinew/dynamics/hinge.h>
#include <sinew/dynamics/joint_root.h>
#include <sinew/math/rank_revealing.h>

namespace sinew {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

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

/// One joint, all slots: ε, z⁺ and y of (7.81). Y holds f when it begins.
template <int n, bool turns, class T>
void pass_joint(const SpatialVelocityT<T>* H, const SpatialForceT<T>* G, const T* D_inv, const Slots<T>& z,
                int first, int count, T* __restrict Y) {
    const JointRootT<T, n> root(D_inv);
    T* __restrict mx = z[0] + first, * __restrict my = z[1] + first, * __restrict mz = z[2] + first;
    T* __restrict fx = z[3] + first, * __restrict fy = z[4] + first, * __restrict fz = z[5] + first;
    for (int s = 0; s < count; ++s) {
        T epsilon[n];
        for (int i = 0; i < n; ++i) {
            epsilon[i] = Y[i * count + s] - (H[i].w.x * mx[s] + H[i].w.y * my[s] + H[i].w.z * mz[s]);
            if constexpr (!turns) epsilon[i] -= H[i].v.x * fx[s] + H[i].v.y * fy[s] + H[i].v.z * fz[s];
        }
        for (int i = 0; i < n; ++i) {
            mx[s] += G[i].m.x * epsilon[i];
            my[s] += G[i].m.y * epsilon[i];
            mz[s] += G[i].m.z * epsilon[i];
            fx[s] += G[i].f.x * epsilon[i];
            fy[s] += G[i].f.y * epsilon[i];
            fz[s] += G[i].f.z * epsilon[i];
        }
        for (int i = 0; i < n; ++i) {
            T sum = root.L[i][i] * epsilon[i];
            for (int j = i + 1; j < n; ++j) sum += root.L[j][i] * epsilon[j];
            Y[i * count + s] = sum;
        }
    }
}

/// z about the parent's origin.
template <class T>
void shift_slots(const Vec3T<T>& p, const Slots<T>& z, int first, int count) {
    T* __restrict mx = z[0] + first, * __restrict my = z[1] + first, * __restrict mz = z[2] + first;
    const T *fx = z[3] + first, *fy = z[4] + first, *fz = z[5] + first;
    for (int s = 0; s < count; ++s) {
        mx[s] += p.y * fz[s] - p.z * fy[s];
        my[s] += p.z * fx[s] - p.x * fz[s];
        mz[s] += p.x * fy[s] - p.y * fx[s];
    }
}

/// block(a, b) += Σ_r y(r, a) y(r, b) for b ≤ a (and some b beyond, within the row), row by row.
void add_products(const double* __restrict y, int rows, int count, double* __restrict block,
                  std::ptrdiff_t stride) {
    for (int a = 0; a < count; ++a) {
        double* __restrict out = block + a * stride;
        for (int r = 0; r < rows; ++r) {
            const double* __restrict row = y + std::ptrdiff_t{r} * count;
            const double factor = row[a];
            for (int b = 0; b <= a; ++b) out[b] += factor * row[b];
        }
    }
}

}  // namespace

template <>
SINEW_KERNEL void columns_of_Y(const Tree& tree, const PositionT<double>& x, const ArticulatedT<double>& y,
                               const std::uint8_t* prescribed, const ColumnPlan& plan,
                               const SpatialForce* F_W, const double* f, double* z_memory, double* Y) {
    const Slots<double> z{z_memory, plan.slots};
    for (const ColumnPlan::Visit& visit : plan.visits) {
        const Node& node = tree[visit.body];
        for (int i = 0; i < visit.moves.count; ++i) z.move(plan.moves[at(visit.moves.first + i)]);
        for (int i = 0; i < visit.forces.count; ++i) {
            const ColumnPlan::Force& force = plan.forces[at(visit.forces.first + i)];
            if (force.opens) z.clear(force.slot);
            if (force.entry >= 0) z.subtract(force.slot, F_W[force.entry]);
        }
        double* rows = Y + visit.y;
        for (int i = 0; i < node.nu * visit.count; ++i) rows[i] = 0;
        if (!(prescribed && prescribed[visit.body])) {
            for (int i = 0; i < visit.coefficients.count; ++i) {
                const auto& [slot, mobility, entry] = plan.coefficients[at(visit.coefficients.first + i)];
                rows[mobility * visit.count + slot - visit.first] += f[entry];
            }
            with_mobilities(node, [&]<int n, bool turns> {
                if constexpr (n > 0)
                    pass_joint<n, turns>(x.H_W + node.u, y.G_W + node.u, y.D_inv + node.square, z,
                                         visit.first, visit.count, rows);
            });
        }
        if (node.parent > 0) shift_slots(x.p_PB_W[visit.body], z, visit.first, visit.count);
    }
}

SINEW_KERNEL void gram_of_Y(const ColumnPlan& plan, const double* Y, double* work, double* W) {
    for (int i = 0; i < plan.w_size; ++i) W[i] = 0;
    for (const ColumnPlan::Island& island : plan.islands)
        for (int s = 0; s < island.segments.count; ++s) {
            const ColumnPlan::Segment& segment = plan.segments[at(island.segments.first + s)];
            const int* column = plan.columns.data() + segment.column;
            double* block = W + island.w;
            if (segment.consecutive) {
                add_products(Y + segment.y, segment.rows, segment.count,
                             block + std::ptrdiff_t{column[0] - island.first} * (island.count + 1),
                             island.count);
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
            double sum = 0;
            for (int s = 0; s < visit.count; ++s) sum += row[s] * lambda[column[s]];
            out[node.u + i] = sum;
        }
    }
}

}  // namespace sinew
