// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/dynamics/jacobian.h>
#include <sinew/dynamics/square_root.h>
#include <sinew/math/rank_revealing.h>
#include <sinew/system/apply.h>
#include <sinew/system/constrain.h>
#include <sinew/system/constraints.h>
#include <sinew/system/driven.h>
#include <sinew/system/friction.h>
#include <sinew/system/work.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace sinew {

namespace {

/// Work space for the constraints.
struct ConstraintWork {
    double* z;         ///< 6 per slot of the sweep
    double* products;  ///< 2 x largest²
    double* x;         ///< one per equation
    double* lambda;    ///< one per equation
    double* v;         ///< one per speed
    double* u_dot;     ///< one per speed
    SpatialAcceleration* A;
    // Only where constraints act one way.
    SpatialForce *F, *F_z;         ///< one per body
    Sliding* sliding;              ///< one per condition
    double *of_friction, *matrix;  ///< columns of one per equation, one per condition; its square
    double* normal;                ///< one per condition

    ConstraintWork(const Compiled& c, const State& state) {
        const ColumnPlan& plan = c.constraints.plan;
        Cursor memory{static_cast<std::byte*>(state.cache(c.entries.constraint_work))};
        z = memory.take<double>(6 * plan.slots);
        products = memory.take<double>(2 * plan.largest * plan.largest);
        x = memory.take<double>(c.constraints.a);
        lambda = memory.take<double>(c.constraints.a);
        v = memory.take<double>(c.tree.nu);
        u_dot = memory.take<double>(c.tree.nu);
        A = memory.take<SpatialAcceleration>(c.tree.size());
        const int k = static_cast<int>(c.constraints.one_way.size()), bodies = k > 0 ? c.tree.size() : 0;
        F = memory.take<SpatialForce>(bodies);
        F_z = memory.take<SpatialForce>(bodies);
        of_friction = memory.take<double>(k * c.constraints.a);
        matrix = memory.take<double>(k * k);
        normal = memory.take<double>(k);
        sliding = memory.take<Sliding>(k);
    }
    static std::size_t bytes(const Compiled& c) {
        const ColumnPlan& plan = c.constraints.plan;
        return sizeof(double) * (6 * size(plan.slots) + 2 * size(plan.largest) * size(plan.largest) +
                                 2 * size(c.constraints.a) + 2 * size(c.tree.nu)) +
               sizeof(SpatialAcceleration) * size(c.tree.size()) + bytes_of_friction(c);
    }
    static std::size_t bytes_of_friction(const Compiled& c) {
        const std::size_t k = c.constraints.one_way.size();
        if (k == 0) return 0;
        return 2 * sizeof(SpatialForce) * size(c.tree.size()) +
               sizeof(double) * k * (size(c.constraints.a) + k + 1) + sizeof(Sliding) * k;
    }
};

/// The square of what a column would amount to if all that acts on a body moved its own joint: what its length is to be
/// compared with when it should vanish.
double reach(const Compiled& c, const PositionT<double>& x, const ArticulatedT<double>& y,
             const std::uint8_t* prescribed, int B, SpatialForce F) {
    while (B > 0 && (c.tree[B].nu == 0 || (prescribed && prescribed[B]))) {
        F = shift_inward(F, x.p_PB_W[B]);
        B = c.tree[B].parent;
    }
    if (B == 0) return 0;
    const Node& node = c.tree[B];
    // A force that passes the joint has no moment now: the body's radius of gyration stands for the arm it might have.
    const RigidInertia& M = x.body[B].M_B;
    const double arm2 = M.m > 0 ? (M.I.xx + M.I.yy + M.I.zz) / (2 * M.m) : 0;
    const double f = dot(F.f, F.f), m = dot(F.m, F.m) + arm2 * f;
    double sum = 0;
    for (int i = 0; i < node.nu; ++i) {
        const SpatialVelocity& H = x.H_W[node.u + i];
        sum += y.D_inv[node.square + i * (node.nu + 1)] * (dot(H.w, H.w) * m + dot(H.v, H.v) * f);
    }
    return sum;
}

/// What rounding may leave of each column where it should vanish (10.14).
void sizes_of_columns(const Compiled& c, const PositionT<double>& x, const ArticulatedT<double>& y,
                      const std::uint8_t* prescribed, const RowsView& rows, double* by_equation) {
    for (const BoundConstraint& bound : c.constraints.all) {
        const int bodies = static_cast<int>(bound.body.size()),
                  n = static_cast<int>(bound.coordinates.size());
        for (int i = 0; i < bound.counts.all(); ++i) {
            double sum = 0;
            for (int b = 0; b < bound.acted_on; ++b)
                sum += reach(c, x, y, prescribed, bound.body[size(b)], rows.rows[bound.row + i * bodies + b]);
            for (int k = 0; k < n; ++k) {
                const CoordinatePlace& place = bound.coordinates[size(k)];
                const Node& node = c.tree[place.joint];
                if (prescribed && prescribed[place.joint]) continue;
                const double f = rows.coefficients[bound.coefficient + i * n + k];
                sum += y.D_inv[node.square + (place.u - node.u) * (node.nu + 1)] * f * f;
            }
            by_equation[bound.a + i] = vanishing * std::sqrt(sum);
        }
    }
}

/// The load share of every equation. What sticks bears friction as it bears load, where several share it (17.8).
void shares_of_load(const Compiled& c, const State& state, double* by_equation) {
    const double* values = state.parameter_block().values.data();
    for (const BoundConstraint& bound : c.constraints.all)
        for (int i = 0; i < bound.counts.all(); ++i)
            by_equation[bound.a + i] = bound.share < 0 ? 1 : values[bound.share];
    for (std::size_t k = 0; k < c.constraints.one_way.size(); ++k) {
        const BoundOneWay& condition = c.constraints.one_way[k];
        const int a = c.constraints.all[size(condition.constraint)].a;
        for (int i = 1; condition.slips && i <= 2; ++i)
            by_equation[a + i] *= touch_memory(c, state, static_cast<int>(k)).share();
    }
}

}  // namespace

namespace {

constexpr double nearly = 1e-2, off_by = 10, far_off = 0.3;  // (10.21)

ColumnsView columns_in(const Compiled& c, void* place) {
    const ColumnPlan& plan = c.constraints.plan;
    const int m = c.constraints.a;
    Cursor memory{static_cast<std::byte*>(place)};
    return {memory.take<double>(plan.y_size),
            memory.take<double>(plan.w_size),
            memory.take<double>(plan.w_size),
            memory.take<double>(m),
            memory.take<double>(m),
            memory.take<double>(m),
            memory.take<double>(m),
            memory.take<int>(m),
            memory.take<int>(static_cast<int>(plan.islands.size()))};
}

std::size_t columns_bytes(const Compiled& c) {
    const ColumnPlan& plan = c.constraints.plan;
    const std::size_t m = size(c.constraints.a);
    return (size(plan.y_size) + 2 * size(plan.w_size) + 4 * m) * sizeof(double) +
           (m + plan.islands.size()) * sizeof(int);
}

/// How near a column of an island may come to the others and still count: no nearer than its constraints are off
/// (10.21).
double nearest(const System& system, const State& state, const ColumnPlan::Island& island) {
    const BoundConstraints& constraints = system.compiled().constraints;
    const std::span<const double> errors = position_errors(system, state);
    double off = 0;
    for (int i = island.first; i < island.first + island.count; ++i) {
        const int multiplier = constraints.plan.order[size(i)];
        const auto after = std::upper_bound(constraints.all.begin(), constraints.all.end(), multiplier,
                                            [](int a, const BoundConstraint& b) { return a < b.a; });
        const BoundConstraint& b = *(after - 1);
        if (multiplier - b.a < b.counts.holonomic)
            off = std::max(off, std::abs(errors[size(b.e + multiplier - b.a)]));
    }
    return off > far_off ? redundant : std::clamp(off_by * off, redundant, nearly);
}

/// The factor of one island's W, or of its pseudo-inverse.
void factor_island(const System& system, const State& state, std::size_t k, const ConstraintWork& work,
                   const ColumnsView& view) {
    const ColumnPlan& plan = system.compiled().constraints.plan;
    const ColumnPlan::Island& island = plan.islands[k];
    const int n = island.count;
    double* L = view.factor + island.w;
    std::copy_n(view.W + island.w, n * n, L);
    bool vanishes = false;
    for (int i = 0; i < n; ++i) {
        const double least = view.size[island.first + i];
        double& square = L[i * (n + 1)];
        if (square == 0 && least == 0) square = 1;  // takes no part: multiplier zero
        else if (!(square > least * least)) vanishes = true;
    }
    view.rank[k] = -1;
    const double pivot = vanishes ? 0 : cholesky(L, n, view.work + island.first);
    if (pivot > nearly * nearly) return;
    const double least = nearest(system, state, island);
    if (pivot > std::max(regular, least * least)) return;
    triangle_of_Y(plan, island, view.Y, work.products, view.tau + island.first, L);
    PseudoInverse inverse{n, L, view.tau + island.first, view.work + island.first, view.order + island.first,
                          0};
    std::copy_n(L, n * n, work.products);
    inverse.factor(work.products, least, view.size + island.first, view.share + island.first);
    view.rank[k] = inverse.rank;
}

/// Y, W and its factors, with the factors of M⁻¹ for the joints that are not given.
void fill_columns(const System& system, const State& state, const ArticulatedT<double>& y,
                  const std::uint8_t* given, const ColumnsView& view) {
    const Compiled& c = system.compiled();
    const ColumnPlan& plan = c.constraints.plan;
    const RowsView rows = constraint_rows(system, state);
    const PositionT<double> x = positions(system, state);
    const ConstraintWork work(c, state);
    columns_of_Y(c.tree, x, y, given, plan, rows.rows, rows.coefficients, work.z, view.Y);
    gram_of_Y(plan, view.Y, work.products, view.W);
    const int m = c.constraints.a;
    sizes_of_columns(c, x, y, given, rows, work.x);
    for (int i = 0; i < m; ++i) view.size[i] = work.x[plan.order[size(i)]];
    if (!all_finite(view.size, m)) throw_constraint_not_finite(system, state);
    shares_of_load(c, state, work.x);
    for (int i = 0; i < m; ++i) view.share[i] = work.x[plan.order[size(i)]];
    for (std::size_t k = 0; k < plan.islands.size(); ++k) factor_island(system, state, k, work, view);
}

/// x = W⁺ x; leaves it in the order of the sweep in the work space, too.
void solve(const Compiled& c, const State& state, const ColumnsView& view, double* x) {
    const ColumnPlan& plan = c.constraints.plan;
    double* sorted = ConstraintWork(c, state).x;
    for (int i = 0; i < c.constraints.a; ++i) sorted[i] = x[plan.order[size(i)]];
    for (std::size_t k = 0; k < plan.islands.size(); ++k) {
        const ColumnPlan::Island& island = plan.islands[k];
        double* own = sorted + island.first;
        for (int i = 0; i < island.count; ++i)
            if (view.W[island.w + i * (island.count + 1)] == 0) own[i] = 0;
        if (view.rank[k] < 0) cholesky_solve(view.factor + island.w, island.count, own);
        else
            PseudoInverse{island.count,
                          view.factor + island.w,
                          view.tau + island.first,
                          view.work + island.first,
                          view.order + island.first,
                          view.rank[k],
                          view.share + island.first}
                .solve(own);
    }
    for (int i = 0; i < c.constraints.a; ++i) x[plan.order[size(i)]] = sorted[i];
}

/// G a, from the accelerations of bodies and speeds that go with it.
void rows_times(const Compiled& c, const RowsView& rows, const SpatialAcceleration* A, const double* a,
                double* out) {
    for (const BoundConstraint& b : c.constraints.all) {
        const int bodies = static_cast<int>(b.body.size()), n = static_cast<int>(b.coordinates.size());
        for (int e = 0; e < b.counts.all(); ++e) {
            double sum = 0;
            for (int k = 0; k < b.acted_on; ++k) {
                const SpatialForce& row = rows.rows[b.row + e * bodies + k];
                const SpatialAcceleration& of = A[b.body[size(k)]];
                sum += dot(row.m, of.w) + dot(row.f, of.v);
            }
            for (int k = 0; k < n; ++k)
                sum += rows.coefficients[b.coefficient + e * n + k] * a[b.coordinates[size(k)].u];
            out[b.a + e] = sum;
        }
    }
}

/// Sliding friction: each normal force brings a tangential one along, which changes all multipliers; λ holds those
/// without it before, and all of them after. Accelerations lose what friction does (17.5).
void rub(const System& system, const State& state, const ColumnsView& view, const ArticulatedT<double>& y,
         const std::uint8_t* given, double* u_dot, SpatialAcceleration* A_WM, double* lambda) {
    const Compiled& c = system.compiled();
    if (c.constraints.one_way.empty()) return;
    const ConstraintWork work(c, state);
    const int k = find_sliding(system, state, work.sliding), m = c.constraints.a;
    if (k == 0) return;
    const PositionT<double> x = positions(system, state);
    const RowsView rows = constraint_rows(system, state);
    const auto respond = [&] {  // to work.F
        multiply_by_J_transpose(c.tree, x, work.F, work.v, work.F_z);
        multiply_by_M_inverse(c.tree, x, y, given, work.v, work.u_dot, work.F_z, work.A);
    };
    for (int j = 0; j < k; ++j) {
        std::fill_n(work.F, c.tree.size(), SpatialForce{});
        add_friction(system, state, work.sliding[j], 1, work.F);
        respond();
        double* column = work.of_friction + std::ptrdiff_t{j} * m;
        rows_times(c, rows, work.A, work.u_dot, column);
        solve(c, state, view, column);
    }
    for (int i = 0; i < k; ++i) {
        work.normal[i] = lambda[work.sliding[i].multiplier];
        for (int j = 0; j < k; ++j)
            work.matrix[i * k + j] = work.of_friction[j * m + work.sliding[i].multiplier] + (i == j ? 1 : 0);
    }
    if (!solve_by_elimination(work.matrix, work.normal, k))
        std::fill_n(work.normal, k, std::nan(""));  // no force does: told as accelerations without a value
    std::fill_n(work.F, c.tree.size(), SpatialForce{});
    for (int j = 0; j < k; ++j) {
        for (int i = 0; i < m; ++i) lambda[i] -= work.of_friction[j * m + i] * work.normal[j];
        add_friction(system, state, work.sliding[j], work.normal[j], work.F);
    }
    respond();
    for (int i = 0; i < c.tree.nu; ++i) u_dot[i] -= work.u_dot[i];
    for (int B = 1; B < c.tree.size(); ++B) A_WM[B] -= work.A[B];
    for (int i = 0; i < m; ++i) work.x[i] = lambda[c.constraints.plan.order[size(i)]];
    for (int j = 0; j < k; ++j)
        for (int t = 0; t < 2; ++t)
            lambda[work.sliding[j].multiplier + 1 + t] = work.sliding[j].share[t] * work.normal[j];
}

/// (10.11) with what is given of Y, W, M⁻¹ and of joints.
void constrain_by(const System& system, const State& state, const ColumnsView& view,
                  const ArticulatedT<double>& y, const std::uint8_t* given, double* u_dot,
                  SpatialAcceleration* A_WM, double* lambda) {
    const Compiled& c = system.compiled();
    constraint_errors(system, state, {.a = lambda, .A_WM = A_WM, .u_dot = u_dot});
    if (!all_finite(lambda, c.constraints.a)) throw_constraint_not_finite(system, state);
    solve(c, state, view, lambda);
    rub(system, state, view, y, given, u_dot, A_WM, lambda);
    const ConstraintWork work(c, state);  // its x still holds λ in the order of the sweep
    multiply_by_Y(c.tree, c.constraints.plan, view.Y, work.x, work.v);
    multiply_by_inverse_root(c.tree, positions(system, state), y, given, work.v, work.u_dot, work.A);
    for (int i = 0; i < c.tree.nu; ++i) u_dot[i] -= work.u_dot[i];
    for (int B = 1; B < c.tree.size(); ++B) A_WM[B] -= work.A[B];
}

}  // namespace

ColumnsView constraint_columns(const System& system, const State& state) {
    const Compiled& c = fitting(system, state);
    const ColumnsView view = columns_in(c, state.cache(c.entries.columns));
    if (!state.is_current(c.entries.columns)) {
        fill_columns(system, state, free_factors(system, state), driven(system, state).bodies, view);
        state.mark_current(c.entries.columns);
    }
    return view;
}

void solve_for_multipliers(const System& system, const State& state, double* x) {
    solve(system.compiled(), state, constraint_columns(system, state), x);
}

void constrain(const System& system, const State& state, double* u_dot, SpatialAcceleration* A_WM,
               double* lambda) {
    const Compiled& c = system.compiled();
    const ColumnsView view = constraint_columns(system, state);
    constrain_by(system, state, view, free_factors(system, state), driven(system, state).bodies, u_dot, A_WM,
                 lambda ? lambda : ConstraintWork(c, state).lambda);
}

void constrain_given(const System& system, const State& state, const ArticulatedT<double>& y,
                     const std::uint8_t* given, double* u_dot, SpatialAcceleration* A_WM, double* lambda) {
    const Compiled& c = system.compiled();
    std::vector<double> memory(columns_bytes(c) / sizeof(double) + 1);
    const ColumnsView view = columns_in(c, memory.data());
    fill_columns(system, state, y, given, view);
    constrain_by(system, state, view, y, given, u_dot, A_WM, lambda);
}

double* multipliers_memory(const Compiled& c, const State& state) {
    return static_cast<double*>(state.cache(c.entries.multipliers));
}

const double* multipliers_of(const System& system, const State& state) {
    accelerations(system, state);
    return multipliers_memory(system.compiled(), state);
}

void lay_out_constraint_cache(Compiled& c) {
    StateLayout& layout = *c.layout;
    const BoundConstraints& all = c.constraints;
    constexpr std::size_t real = sizeof(double);
    const Stage stage = all.rows_follow_speeds ? Stage::velocity : Stage::position;
    Entries& e = c.entries;
    e.rows = layout.add_cache(
        stage, size(all.rows + all.tangents) * sizeof(SpatialForce) + size(all.coefficients) * real);
    e.columns = layout.add_cache(stage, columns_bytes(c));
    e.multipliers = layout.add_cache(Stage::acceleration, size(all.a) * real);
    e.position_errors = layout.add_cache(Stage::position, size(all.e) * real);
    e.velocity_errors = layout.add_cache(Stage::velocity, size(all.v) * real);
    e.acceleration_errors = layout.add_cache(Stage::acceleration, size(all.a) * real);
    e.constraint_work = layout.add_cache(Stage::report, ConstraintWork::bytes(c));
}

}  // namespace sinew
