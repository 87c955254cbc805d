// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/error.h>
#include <sinew/base/names.h>
#include <sinew/dynamics/jacobian.h>
#include <sinew/dynamics/newton_euler.h>
#include <sinew/dynamics/velocity.h>
#include <sinew/system/constrain.h>
#include <sinew/system/constraints.h>
#include <sinew/system/driven.h>
#include <sinew/system/kinematics.h>
#include <sinew/system/work.h>

#include <algorithm>

namespace sinew {

namespace {

const BoundConstraint& bound(const System& system, ConstraintId constraint) {
    check_constraint(system, constraint);
    return system.compiled().constraints.all[size(constraint.index)];
}

std::span<const double> part(std::span<const double> all, const Range& range) {
    return all.subspan(size(range.first), size(range.count));
}

/// Errors of one level, kept in the State.
std::span<const double> kept(const System& system, const State& state, CacheId entry, int count,
                             ErrorsWanted wanted, double* ErrorsWanted::*level) {
    if (count == 0) return {};
    auto* errors = static_cast<double*>(state.cache(entry));
    if (!state.is_current(entry)) {
        wanted.*level = errors;
        constraint_errors(system, state, wanted);
        state.mark_current(entry);
    }
    return {errors, size(count)};
}

/// A force about a body's joint frame, about the body's own origin.
SpatialForce about_body(const Compiled& c, const System& system, const State& state, int node,
                        const SpatialForce& F) {
    return shift_inward(F, -(positions(system, state).X_WB[node].R * instance_of(c, state).X_MB[node].p));
}

}  // namespace

void check_constraint(const System& system, ConstraintId constraint) {
    if (constraint.index < 0 || size(constraint.index) >= system.compiled().constraints.all.size())
        throw StateError("system " + quoted(system.model().name) + " has no constraint number " +
                         std::to_string(constraint.index) +
                         ". The id belongs to another model, or was never set.");
}

void set_enabled(const System& system, State& state, ConstraintId constraint, bool enabled) {
    check_constraint(system, constraint);
    fitting(system, state);
    state.set_byte(system.compiled().constraints.disabled, constraint.index, !enabled);
}

bool is_enabled(const System& system, const State& state, ConstraintId constraint) {
    check_constraint(system, constraint);
    return disabled_constraints(fitting(system, state), state)[constraint.index] == 0;
}

EquationRanges equations_of(const System& system, ConstraintId constraint) {
    const BoundConstraint& b = bound(system, constraint);
    const EquationCounts& n = b.counts;
    return {n, {b.e, n.holonomic}, {b.v, n.holonomic + n.nonholonomic}, {b.a, n.all()}};
}

std::string equation_name(const System& system, ConstraintId constraint, int equation) {
    if (equation < 0 || equation >= equations_of(system, constraint).counts.all()) return "";
    const char* word = visit([&](const auto& element) { return word_of(element, equation); },
                             system.compiled().constraints.all[size(constraint.index)].element);
    return word ? word : "";
}

EquationCounts equation_counts(const System& system) {
    EquationCounts sum;
    for (const BoundConstraint& b : system.compiled().constraints.all) {
        sum.holonomic += b.counts.holonomic;
        sum.nonholonomic += b.counts.nonholonomic;
        sum.acceleration_only += b.counts.acceleration_only;
    }
    return sum;
}

std::span<const double> position_errors(const System& system, const State& state) {
    const Compiled& c = fitting(system, state);
    return kept(system, state, c.entries.position_errors, c.constraints.e, {}, &ErrorsWanted::e);
}

std::span<const double> velocity_errors(const System& system, const State& state) {
    const Compiled& c = fitting(system, state);
    return kept(system, state, c.entries.velocity_errors, c.constraints.v, {}, &ErrorsWanted::v);
}

std::span<const double> acceleration_errors(const System& system, const State& state) {
    const Compiled& c = fitting(system, state);
    if (c.constraints.a == 0) return {};
    const AccelerationView a = accelerations(system, state);
    return kept(system, state, c.entries.acceleration_errors, c.constraints.a,
                {.A_WM = a.A_WM, .u_dot = a.u_dot}, &ErrorsWanted::a);
}

void acceleration_errors(const System& system, const State& state, std::span<const double> u_dot,
                         std::span<double> errors) {
    const Compiled& c = fitting(system, state);
    check_size("u_dot", u_dot.size(), c.tree.nu);
    check_size("errors", errors.size(), c.constraints.a);
    if (errors.empty()) return;
    const Work work(system, state);
    sinew::accelerations(c.tree, positions(system, state), velocities(system, state).c_W, u_dot.data(),
                         work.A);
    constraint_errors(system, state, {.a = errors.data(), .A_WM = work.A, .u_dot = u_dot.data()});
}

std::span<const double> position_errors(const System& system, const State& state, ConstraintId constraint) {
    return part(position_errors(system, state), equations_of(system, constraint).position);
}
std::span<const double> velocity_errors(const System& system, const State& state, ConstraintId constraint) {
    return part(velocity_errors(system, state), equations_of(system, constraint).velocity);
}
std::span<const double> acceleration_errors(const System& system, const State& state,
                                            ConstraintId constraint) {
    return part(acceleration_errors(system, state), equations_of(system, constraint).acceleration);
}

std::span<const double> multipliers(const System& system, const State& state) {
    const Compiled& c = fitting(system, state);
    if (c.constraints.a == 0) return {};
    return {multipliers_of(system, state), size(c.constraints.a)};
}

std::span<const double> multipliers(const System& system, const State& state, ConstraintId constraint) {
    return part(multipliers(system, state), equations_of(system, constraint).acceleration);
}

void constraint_forces_of(const System& system, const State& state, ConstraintId constraint,
                          std::span<SpatialForce> F_B_W, std::span<double> f) {
    const Compiled& c = fitting(system, state);
    check_constraint(system, constraint);
    check_size("F_B_W", F_B_W.size(), c.bodies());
    check_size("f", f.size(), c.tree.nu);
    const Work work(system, state);
    std::fill_n(work.F, c.tree.size(), SpatialForce{});
    std::fill(f.begin(), f.end(), 0.0);
    add_constraint_forces(system, state, multipliers_of(system, state), constraint.index, work.F, f.data());
    for (int body = 0; body < c.bodies(); ++body)
        F_B_W[size(body)] = c.sum_over_pieces(
            BodyId{body}, [&](int node) { return about_body(c, system, state, node, work.F[node]); });
}

namespace {

/// Of constraints number first to last: those of the Model, which come first, or one.
SpatialForce force_on(const System& system, const State& state, int first, int last, BodyId body) {
    const Compiled& c = fitting(system, state);
    c.node(body);  // throws if there is no such body
    if (first == last) return {};
    const double* lambda = multipliers_of(system, state);
    const Work work(system, state);
    std::fill_n(work.F, c.tree.size(), SpatialForce{});
    for (int i = first; i < last; ++i) add_constraint_forces(system, state, lambda, i, work.F, nullptr);
    return c.sum_over_pieces(body,
                             [&](int node) { return about_body(c, system, state, node, work.F[node]); });
}

}  // namespace

SpatialForce constraint_force_on(const System& system, const State& state, ConstraintId constraint,
                                 BodyId body) {
    check_constraint(system, constraint);
    return force_on(system, state, constraint.index, constraint.index + 1, body);
}

SpatialForce constraint_force_on(const System& system, const State& state, BodyId body) {
    return force_on(system, state, 0, static_cast<int>(system.model().constraints.size()), body);
}

double power(const System& system, const State& state, ConstraintId constraint) {
    const BoundConstraint& b = bound(system, constraint);
    const double* lambda = multipliers_of(system, state) + b.a;
    const RowsView rows = constraint_rows(system, state);
    const VelocityT<double> v = velocities(system, state);
    const int bodies = static_cast<int>(b.body.size()), n = static_cast<int>(b.coordinates.size());
    const std::uint8_t* sliding = sliding_constraints(system.compiled(), state);
    const BoundConstraints& all = system.compiled().constraints;
    double sum = 0;
    for (int e = 0; e < b.counts.all(); ++e) {
        double rate = 0;
        const SpatialForce* row = rows.rows + b.row + e * bodies;
        const double* coefficients = rows.coefficients + b.coefficient + e * n;
        if (sliding && sliding[constraint.index] && e >= b.counts.holonomic) {  // its friction
            const BoundOneWay& condition = all.one_way[size(all.one_way_of[size(constraint.index)])];
            row = rows.tangents + condition.tangent + (e - b.counts.holonomic) * bodies;
            if (condition.bounded) coefficients = rows.given_way + condition.coefficient;
        }
        for (int k = 0; k < b.acted_on; ++k) rate += dot(row[k], v.V_WB[b.body[size(k)]]);
        for (int k = 0; k < n; ++k) rate += coefficients[k] * state.u()[size(b.coordinates[size(k)].u)];
        sum -= lambda[e] * rate;
    }
    return sum;
}

void multiply_by_G(const System& system, const State& state, std::span<const double> v,
                   std::span<double> out) {
    const Compiled& c = fitting(system, state);
    check_size("v", v.size(), c.tree.nu);
    check_size("out", out.size(), c.constraints.a);
    if (out.empty()) return;
    const Work work(system, state);
    auto* V = reinterpret_cast<SpatialVelocity*>(work.z);
    multiply_by_J(c.tree, positions(system, state), v.data(), V);
    const RowsView rows = constraint_rows(system, state);
    for (const BoundConstraint& b : c.constraints.all) {
        const int bodies = static_cast<int>(b.body.size()), n = static_cast<int>(b.coordinates.size());
        for (int e = 0; e < b.counts.all(); ++e) {
            double sum = 0;
            for (int k = 0; k < b.acted_on; ++k)
                sum += dot(rows.rows[b.row + e * bodies + k], V[b.body[size(k)]]);
            for (int k = 0; k < n; ++k)
                sum += rows.coefficients[b.coefficient + e * n + k] * v[size(b.coordinates[size(k)].u)];
            out[size(b.a + e)] = sum;
        }
    }
}

void multiply_by_G_transpose(const System& system, const State& state, std::span<const double> lambda,
                             std::span<double> f) {
    const Compiled& c = fitting(system, state);
    check_size("lambda", lambda.size(), c.constraints.a);
    check_size("f", f.size(), c.tree.nu);
    std::fill(f.begin(), f.end(), 0.0);
    if (lambda.empty()) return;
    const Work work(system, state);
    std::fill_n(work.F, c.tree.size(), SpatialForce{});
    std::fill_n(work.f, c.tree.nu, 0.0);
    add_constraint_forces(system, state, lambda.data(), -1, work.F, work.f);
    multiply_by_J_transpose(c.tree, positions(system, state), work.F, f.data(), work.z);
    for (int i = 0; i < c.tree.nu; ++i) f[size(i)] = -(f[size(i)] + work.f[i]);
}

void constraint_matrix(const System& system, const State& state, std::span<double> G) {
    const Compiled& c = fitting(system, state);
    check_size("G", G.size(), c.constraints.a * c.tree.nu);
    if (G.empty()) return;
    std::fill(G.begin(), G.end(), 0.0);
    const PositionT<double> x = positions(system, state);
    const RowsView rows = constraint_rows(system, state);
    for (const BoundConstraint& b : c.constraints.all) {
        const int bodies = static_cast<int>(b.body.size()), n = static_cast<int>(b.coordinates.size());
        for (int e = 0; e < b.counts.all(); ++e) {
            double* row = G.data() + std::ptrdiff_t{b.a + e} * c.tree.nu;
            for (int k = 0; k < b.acted_on; ++k) {
                SpatialForce F = rows.rows[b.row + e * bodies + k];
                for (int B = b.body[size(k)]; B > 0; B = c.tree[B].parent) {
                    const Node& node = c.tree[B];
                    for (int i = 0; i < node.nu; ++i) row[node.u + i] += dot(F, x.H_W[node.u + i]);
                    F = shift_inward(F, x.p_PB_W[B]);
                }
            }
            for (int k = 0; k < n; ++k)
                row[b.coordinates[size(k)].u] += rows.coefficients[b.coefficient + e * n + k];
        }
    }
}

namespace {

/// W column by column: where islands end at bodies, their blocks are not those of W. O(m n).
void compliance_by_columns(const System& system, const State& state, std::span<double> W) {
    const Compiled& c = system.compiled();
    const ArticulatedT<double> y = free_factors(system, state);
    const Work work(system, state);
    const std::size_t m = size(c.constraints.a), n = size(c.tree.nu);
    const std::span<double> f(work.columns, n), a(work.columns + n, n);
    for (std::size_t j = 0; j < m; ++j) {
        const std::span<double> column = W.subspan(j * m, m);  // W is symmetric
        column[j] = 1;
        multiply_by_G_transpose(system, state, column, f);
        multiply_by_M_inverse(c.tree, positions(system, state), y, driven(system, state).bodies, f.data(),
                              a.data(), work.z, work.A);
        multiply_by_G(system, state, a, column);
    }
}

}  // namespace

void constraint_compliance(const System& system, const State& state, std::span<double> W) {
    const Compiled& c = fitting(system, state);
    const int m = c.constraints.a;
    check_size("W", W.size(), m * m);
    if (W.empty()) return;
    std::fill(W.begin(), W.end(), 0.0);
    const ColumnPlan& plan = c.constraints.plan;
    if (plan.inner > 0) return compliance_by_columns(system, state, W);
    const ColumnsView columns = constraint_columns(system, state);
    for (const ColumnPlan::Island& island : plan.islands)
        for (int i = 0; i < island.count; ++i)
            for (int j = 0; j <= i; ++j) {
                const int a = plan.order[size(island.first + i)], b = plan.order[size(island.first + j)];
                W[size(a) * size(m) + size(b)] = W[size(b) * size(m) + size(a)] =
                    columns.W[island.w + i * island.count + j];
            }
}

int constraint_rank(const System& system, const State& state) {
    const Compiled& c = fitting(system, state);
    if (c.constraints.a == 0) return 0;
    const ColumnPlan& plan = c.constraints.plan;
    const ColumnsView columns = constraint_columns(system, state);
    int rank = 0;
    for (std::size_t k = 0; k < plan.islands.size(); ++k) {
        const ColumnPlan::Island& island = plan.islands[k];
        if (columns.rank[k] >= 0) rank += columns.rank[k];
        else
            for (int i = 0; i < island.count; ++i) rank += columns.W[island.w + i * (island.count + 1)] > 0;
    }
    return rank;
}

void solve_constraints(const System& system, const State& state, std::span<double> x) {
    const Compiled& c = fitting(system, state);
    check_size("x", x.size(), c.constraints.a);
    if (!x.empty()) solve_for_multipliers(system, state, x.data());
}

}  // namespace sinew
