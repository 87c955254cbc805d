// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/dynamics/jacobian.h>
#include <sinew/dynamics/square_root.h>
#include <sinew/system/apply.h>
#include <sinew/system/constrain.h>
#include <sinew/system/constraint_work.h>
#include <sinew/system/driven.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace sinew {

namespace {

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
         double* u_dot, SpatialAcceleration* A_WM, double* lambda) {
    const Compiled& c = system.compiled();
    if (c.constraints.one_way.empty()) return;
    const ConstraintWork work(c, state);
    const int k = find_sliding(system, state, work.sliding), m = c.constraints.a;
    if (k == 0) return;
    const PositionT<double> x = positions(system, state);
    const RowsView rows = constraint_rows(system, state);
    const auto respond = [&] {  // to work.F
        multiply_by_J_transpose(c.tree, x, work.F, work.v, work.F_z);
        multiply_by_M_inverse(c.tree, x, y, view.given, work.v, work.u_dot, work.F_z, work.A);
    };
    for (int j = 0; j < k; ++j) {
        std::fill_n(work.F, c.tree.size(), SpatialForce{});
        add_friction(system, state, work.sliding[j], 1, work.F);
        respond();
        double* column = work.of_friction + std::ptrdiff_t{j} * m;
        rows_times(c, rows, work.A, work.u_dot, column);
        solve_with(system, state, view, column);
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

/// Writes the multipliers of what gives way, which are known (17.15), and calls f(constraint) for each.
template <class F>
void each_giving_way(const Compiled& c, const State& state, double* lambda, F&& f) {
    const std::uint8_t *sliding = sliding_constraints(c, state), *disabled = disabled_constraints(c, state);
    for (std::size_t i = 0; i < c.constraints.one_way.size(); ++i) {
        const BoundOneWay& condition = c.constraints.one_way[i];
        const int constraint = condition.constraint;
        if (!condition.bounded || !sliding[constraint] || disabled[constraint]) continue;
        lambda[c.constraints.all[size(constraint)].a] =
            limit_of(condition, state) * touch_memory(c, state, static_cast<int>(i)).towards[0];
        f(constraint);
    }
}

/// What gives way acts with all it can: its force goes into the accelerations that constraints then change.
void give_way(const System& system, const State& state, const ColumnsView& view,
              const ArticulatedT<double>& y, double* u_dot, SpatialAcceleration* A_WM) {
    const Compiled& c = system.compiled();
    if (c.model.bounded.empty()) return;
    const ConstraintWork work(c, state);
    std::fill_n(work.F, c.tree.size(), SpatialForce{});
    std::fill_n(work.u_dot, c.tree.nu, 0.0);
    bool any = false;
    each_giving_way(c, state, work.lambda, [&](int constraint) {
        add_constraint_forces(system, state, work.lambda, constraint, work.F, work.u_dot);
        any = true;
    });
    if (!any) return;
    const PositionT<double> x = positions(system, state);
    multiply_by_J_transpose(c.tree, x, work.F, work.v, work.F_z);
    for (int i = 0; i < c.tree.nu; ++i) work.v[i] += work.u_dot[i];
    multiply_by_M_inverse(c.tree, x, y, view.given, work.v, work.u_dot, work.F_z, work.A);
    for (int i = 0; i < c.tree.nu; ++i) u_dot[i] += work.u_dot[i];
    for (int B = 1; B < c.tree.size(); ++B) A_WM[B] += work.A[B];
}

/// M⁻¹ Gᵀ λ in work.u_dot and work.A; λ in the order of the sweep is in work.x.
void respond_to_multipliers(const System& system, const State& state, const ColumnsView& view,
                            const ArticulatedT<double>& y, const ConstraintWork& work) {
    const Compiled& c = system.compiled();
    const ColumnPlan& plan = c.constraints.plan;
    const PositionT<double> x = positions(system, state);
    if (plan.inner == 0) {
        multiply_by_Y(c.tree, plan, view.Y, work.x, work.v);
        multiply_by_inverse_root(c.tree, x, y, view.given, work.v, work.u_dot, work.A);
        return;
    }
    // Y is not that of free motion: the forces themselves
    for (int i = 0; i < c.constraints.a; ++i) work.applied[plan.order[size(i)]] = -work.x[i];
    std::fill_n(work.F, c.tree.size(), SpatialForce{});
    std::fill_n(work.u_dot, c.tree.nu, 0.0);
    add_constraint_forces(system, state, work.applied, -1, work.F, work.u_dot);
    multiply_by_J_transpose(c.tree, x, work.F, work.v, work.F_z);
    for (int i = 0; i < c.tree.nu; ++i) work.v[i] += work.u_dot[i];
    multiply_by_M_inverse(c.tree, x, y, view.given, work.v, work.u_dot, work.F_z, work.A);
}

/// (10.11) with what is given of Y, W and M⁻¹.
void constrain_by(const System& system, const State& state, const ColumnsView& view,
                  const ArticulatedT<double>& y, double* u_dot, SpatialAcceleration* A_WM, double* lambda) {
    const Compiled& c = system.compiled();
    give_way(system, state, view, y, u_dot, A_WM);
    constraint_errors(system, state, {.a = lambda, .A_WM = A_WM, .u_dot = u_dot});
    if (!all_finite(lambda, c.constraints.a)) throw_constraint_not_finite(system, state);
    solve_with(system, state, view, lambda);
    rub(system, state, view, y, u_dot, A_WM, lambda);
    const ConstraintWork work(c, state);
    respond_to_multipliers(system, state, view, y, work);
    if (!c.model.bounded.empty()) each_giving_way(c, state, lambda, [](int) {});
    for (int i = 0; i < c.tree.nu; ++i) u_dot[i] -= work.u_dot[i];
    for (int B = 1; B < c.tree.size(); ++B) A_WM[B] -= work.A[B];
}

}  // namespace

void constrain(const System& system, const State& state, double* u_dot, SpatialAcceleration* A_WM,
               double* lambda) {
    const Compiled& c = system.compiled();
    const ColumnsView view = constraint_columns(system, state);
    constrain_by(system, state, view, free_factors(system, state), u_dot, A_WM,
                 lambda ? lambda : ConstraintWork(c, state).lambda);
}

void constrain_given(const System& system, const State& state, const ArticulatedT<double>& y,
                     const std::uint8_t* given, double* u_dot, SpatialAcceleration* A_WM, double* lambda) {
    std::vector<double> memory;
    const ColumnsView view = constraint_columns_given(system, state, y, given, memory);
    constrain_by(system, state, view, y, u_dot, A_WM, lambda);
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
    e.rows = layout.add_cache(stage, size(all.rows + all.tangents) * sizeof(SpatialForce) +
                                         size(all.coefficients + all.given_way) * real);
    e.columns = layout.add_cache(stage, columns_bytes(c));
    e.multipliers = layout.add_cache(Stage::acceleration, size(all.a) * real);
    e.position_errors = layout.add_cache(Stage::position, size(all.e) * real);
    e.velocity_errors = layout.add_cache(Stage::velocity, size(all.v) * real);
    e.acceleration_errors = layout.add_cache(Stage::acceleration, size(all.a) * real);
    e.constraint_work = layout.add_cache(Stage::report, ConstraintWork::bytes(c));
}

}  // namespace sinew
