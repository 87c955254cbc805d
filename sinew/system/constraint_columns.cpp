// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/dynamics/carriers.h>
#include <sinew/math/rank_revealing.h>
#include <sinew/system/apply.h>
#include <sinew/system/constrain.h>
#include <sinew/system/constraint_work.h>
#include <sinew/system/constraints.h>
#include <sinew/system/driven.h>
#include <sinew/system/equation_reach.h>

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

/// What rounding may leave of each column where it should vanish (10.14).
void sizes_of_columns(const Compiled& c, const PositionT<double>& x, const ArticulatedT<double>& y,
                      const std::uint8_t* prescribed, const RowsView& rows, double* by_equation) {
    for (const BoundConstraint& bound : c.constraints.all) {
        const int bodies = static_cast<int>(bound.body.size()),
                  n = static_cast<int>(bound.coordinates.size());
        for (int i = 0; i < bound.counts.all(); ++i) {
            double sum = 0;
            for (int b = 0; b < bound.acted_on; ++b)
                sum += reach_of_force(c.tree, x, y, prescribed, bound.body[size(b)],
                                      rows.rows[bound.row + i * bodies + b]);
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

constexpr double nearly = 1e-2, off_by = 10, far_off = 0.3;  // (10.21)

ColumnsView columns_in(const Compiled& c, void* place) {
    const ColumnPlan& plan = c.constraints.plan;
    const int m = c.constraints.a;
    const bool carried = plan.inner > 0;
    Cursor memory{static_cast<std::byte*>(place)};
    return {memory.take<double>(plan.y_size),
            memory.take<double>(plan.w_size),
            memory.take<double>(plan.w_size),
            memory.take<double>(m),
            memory.take<double>(m),
            memory.take<double>(m),
            memory.take<double>(m),
            memory.take<SpatialForce>(carried ? m : 0),
            memory.take<SpatialForce>(carried ? m : 0),
            {nullptr, memory.take<SpatialForce>(carried ? c.tree.nu : 0),
             memory.take<double>(carried ? c.tree.squares : 0)},
            memory.take<int>(m),
            memory.take<int>(static_cast<int>(plan.islands.size())),
            nullptr};
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

/// x = W⁺ x of one island; x is the island's own part, in the order of the sweep.
void solve_island(const ColumnPlan& plan, std::size_t k, const ColumnsView& view, double* x) {
    const ColumnPlan::Island& island = plan.islands[k];
    for (int i = 0; i < island.count; ++i)
        if (view.W[island.w + i * (island.count + 1)] == 0) x[i] = 0;
    if (view.rank[k] < 0) cholesky_solve(view.factor + island.w, island.count, x);
    else
        PseudoInverse{island.count,
                      view.factor + island.w,
                      view.tau + island.first,
                      view.work + island.first,
                      view.order + island.first,
                      view.rank[k],
                      view.share + island.first}
            .solve(x);
}

/// S = W⁺ Zᵀ of one island (7.84), from what its columns are at its top. x is work space for one column.
void respond_at_top(const ColumnPlan& plan, std::size_t k, const ColumnsView& view, const double* z,
                    double* x) {
    const ColumnPlan::Island& island = plan.islands[k];
    SpatialForce *Z = view.Z + island.first, *S = view.S + island.first;
    columns_at_top(plan, island, z, Z);
    for (int c = 0; c < 6; ++c) {
        const auto component = [c](SpatialForce& F) -> double& { return c < 3 ? F.m[c] : F.f[c - 3]; };
        for (int i = 0; i < island.count; ++i) x[i] = component(Z[i]);
        solve_island(plan, k, view, x);
        for (int i = 0; i < island.count; ++i) component(S[i]) = x[i];
    }
}

/// Y, W and its factors, with the factors of M⁻¹ for the joints that are not given: first the islands that end at
/// bodies, each of which changes the factors on the way to the base.
void fill_columns(const System& system, const State& state, const ArticulatedT<double>& y,
                  const ColumnsView& view) {
    const Compiled& c = system.compiled();
    const ColumnPlan& plan = c.constraints.plan;
    const RowsView rows = constraint_rows(system, state);
    const PositionT<double> x = positions(system, state);
    const ConstraintWork work(c, state);
    const int m = c.constraints.a;
    sizes_of_columns(c, x, y, view.given, rows, work.x);
    for (int i = 0; i < m; ++i) view.size[i] = work.x[plan.order[size(i)]];
    if (!all_finite(view.size, m)) throw_constraint_not_finite(system, state);
    shares_of_load(c, state, work.x);
    for (int i = 0; i < m; ++i) view.share[i] = work.x[plan.order[size(i)]];

    const ArticulatedT<double>& factors = plan.inner > 0 ? view.carried : y;
    const auto fill = [&](std::size_t k) {
        const ColumnPlan::Island& island = plan.islands[k];
        columns_of_Y(c.tree, x, factors, view.given, plan, island, rows.rows, rows.coefficients, work.z,
                     view.Y);
        gram_of_Y(plan, island, view.Y, work.products, view.W);
        factor_island(system, state, k, work, view);
    };
    if (plan.inner > 0) {
        std::copy_n(y.G_W, c.tree.nu, factors.G_W);
        std::copy_n(y.D_inv, c.tree.squares, factors.D_inv);
        for (const ColumnPlan::Carrier& carrier : plan.carriers) work.delta[carrier.body] = {};
    }
    for (const ColumnPlan::Carrier& carrier : plan.carriers) {
        ArticulatedInertia& delta = work.delta[carrier.body];
        for (int i = 0; i < carrier.islands.count; ++i) {
            const std::size_t k = size(carrier.islands.first + i);
            const ColumnPlan::Island& island = plan.islands[k];
            fill(k);
            respond_at_top(plan, k, view, work.z, work.x);
            delta += inertia_of_island(view.Z + island.first, view.S + island.first, island.count);
        }
        carry_inertia(c.tree, x, factors, view.given, carrier.body, delta);
        if (const int parent = c.tree[carrier.body].parent; parent > 0) work.delta[parent] += delta;
    }
    for (std::size_t k = size(plan.inner); k < plan.islands.size(); ++k) fill(k);
}

/// λ of all islands from x, both in the order of the sweep: on the way to the base every island takes in what those
/// beyond its joints do, on the way back it learns how its top accelerates (7.84).
void solve_carried(const System& system, const State& state, const ColumnsView& view, double* sorted) {
    const Compiled& c = system.compiled();
    const ColumnPlan& plan = c.constraints.plan;
    const ConstraintWork work(c, state);
    const PositionT<double> x = positions(system, state);
    SpatialForce* z = work.F;
    for (const ColumnPlan::Carrier& carrier : plan.carriers) z[carrier.body] = {};
    for (const ColumnPlan::Carrier& carrier : plan.carriers) {
        SpatialForce& own = z[carrier.body];
        for (int i = 0; i < carrier.islands.count; ++i) {
            const std::size_t k = size(carrier.islands.first + i);
            const int first = plan.islands[k].first;
            solve_island(plan, k, view, sorted + first);
            for (int j = first; j < first + plan.islands[k].count; ++j) own += sorted[j] * view.Z[j];
        }
        carry_force(c.tree, x, view.carried, view.given, carrier.body, work.v, own);
        if (carrier.visit >= 0)
            subtract_felt(c.tree, plan, plan.visits[size(carrier.visit)], view.Y, work.v, sorted);
        if (const int parent = c.tree[carrier.body].parent; parent > 0) z[parent] += own;
    }
    for (std::size_t k = size(plan.inner); k < plan.islands.size(); ++k)
        solve_island(plan, k, view, sorted + plan.islands[k].first);
    work.A[0] = {};
    for (std::size_t i = plan.carriers.size(); i-- > 0;) {
        const ColumnPlan::Carrier& carrier = plan.carriers[i];
        const int B = carrier.body;
        if (carrier.visit >= 0)
            add_pushed(c.tree, plan, plan.visits[size(carrier.visit)], view.Y, sorted, work.v);
        work.A[B] =
            carry_acceleration(c.tree, x, view.carried, view.given, B, work.v, work.A[c.tree[B].parent]);
        for (int k = carrier.islands.first; k < carrier.islands.first + carrier.islands.count; ++k) {
            const ColumnPlan::Island& island = plan.islands[size(k)];
            for (int j = island.first; j < island.first + island.count; ++j)
                sorted[j] += dot(view.S[j], work.A[B]);
        }
    }
}

}  // namespace

std::size_t columns_bytes(const Compiled& c) {
    const ColumnPlan& plan = c.constraints.plan;
    const std::size_t m = size(c.constraints.a);
    std::size_t numbers = size(plan.y_size) + 2 * size(plan.w_size) + 4 * m;
    if (plan.inner > 0) numbers += 12 * m + 6 * size(c.tree.nu) + size(c.tree.squares);
    return numbers * sizeof(double) + (m + plan.islands.size()) * sizeof(int);
}

ColumnsView constraint_columns(const System& system, const State& state) {
    const Compiled& c = fitting(system, state);
    ColumnsView view = columns_in(c, state.cache(c.entries.columns));
    view.given = driven(system, state).bodies;
    if (!state.is_current(c.entries.columns)) {
        fill_columns(system, state, free_factors(system, state), view);
        state.mark_current(c.entries.columns);
    }
    return view;
}

ColumnsView constraint_columns_given(const System& system, const State& state, const ArticulatedT<double>& y,
                                     const std::uint8_t* given, std::vector<double>& memory) {
    memory.resize(columns_bytes(system.compiled()) / sizeof(double) + 1);
    ColumnsView view = columns_in(system.compiled(), memory.data());
    view.given = given;
    fill_columns(system, state, y, view);
    return view;
}

void solve_with(const System& system, const State& state, const ColumnsView& view, double* x) {
    const Compiled& c = system.compiled();
    const ColumnPlan& plan = c.constraints.plan;
    double* sorted = ConstraintWork(c, state).x;
    for (int i = 0; i < c.constraints.a; ++i) sorted[i] = x[plan.order[size(i)]];
    if (plan.inner > 0) solve_carried(system, state, view, sorted);
    else
        for (std::size_t k = 0; k < plan.islands.size(); ++k)
            solve_island(plan, k, view, sorted + plan.islands[k].first);
    for (int i = 0; i < c.constraints.a; ++i) x[plan.order[size(i)]] = sorted[i];
}

void solve_for_multipliers(const System& system, const State& state, double* x) {
    solve_with(system, state, constraint_columns(system, state), x);
}

}  // namespace sinew
