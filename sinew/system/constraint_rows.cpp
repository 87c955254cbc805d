// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/error.h>
#include <sinew/base/kernel.h>
#include <sinew/base/names.h>
#include <sinew/system/apply.h>
#include <sinew/system/constrain.h>
#include <sinew/system/work.h>

#include <algorithm>
#include <cstring>
#include <vector>

namespace sinew {

namespace {

template <class E>
auto values_of(std::span<const double> numbers) {
    using Values = typename E::template Values<double>;
    Values k;
    if constexpr (!std::is_empty_v<Values>) {
        static_assert(std::is_trivially_copyable_v<Values>);
        std::memcpy(static_cast<void*>(&k), numbers.data(), sizeof k);
    }
    return k;
}

/// What one constraint is given.
struct InputOfOne {
    int q[function::max_arguments], u[function::max_arguments];
    ConstraintInput<double> in;

    InputOfOne(const Compiled& c, const State& state, const Kinematics& kin, const BoundConstraint& bound,
               const SpatialAcceleration* A_WM, const double* u_dot)
        : in{kin,
             A_WM,
             u_dot,
             bound.body,
             {q, bound.coordinates.size()},
             {u, bound.coordinates.size()},
             {state.parameter_block().values.data() + bound.parameters.first, size(bound.parameters.count)},
             &state,
             c.node_of_body} {
        const std::uint8_t* by_angles = instance_of(c, state).passes.by_angles;
        for (std::size_t k = 0; k < bound.coordinates.size(); ++k) {
            const CoordinatePlace& place = bound.coordinates[k];
            q[k] = place.q[by_angles[place.joint] != 0];
            u[k] = place.u;
        }
    }
};

/// Calls one constraint.
SINEW_KERNEL void evaluate_one(const Compiled& c, const State& state, const Kinematics& kin,
                               const BoundConstraint& bound, const SpatialAcceleration* A_WM,
                               const double* u_dot, const Equations& out) {
    const InputOfOne given(c, state, kin, bound, A_WM, u_dot);
    const ConstraintInput<double>& in = given.in;
    Equations all{out.e,
                  out.v,
                  out.a,
                  out.rows,
                  out.coefficients,
                  kin.x.X_WB,
                  bound.body,
                  static_cast<int>(bound.coordinates.size())};
    with_constraint(bound.element,
                    [&]<class E>(const E& element) { element.equations(values_of<E>(in.k), in, all); });
}

/// Of what slides, the equations against slip take no part; their rows are kept aside.
void set_slip_aside(const BoundConstraint& bound, const BoundOneWay& condition, const ErrorsWanted& wanted,
                    const RowsView& rows) {
    const int first = bound.counts.holonomic, count = bound.counts.nonholonomic,
              bodies = static_cast<int>(bound.body.size());
    if (wanted.v) std::fill_n(wanted.v + bound.v + first, count, 0.0);
    if (wanted.a) std::fill_n(wanted.a + bound.a + first, count, 0.0);
    if (!rows.rows) return;
    SpatialForce* slip = rows.rows + bound.row + first * bodies;
    std::copy_n(slip, count * bodies, rows.tangents + condition.tangent);
    std::fill_n(slip, count * bodies, SpatialForce{});
    if (!condition.bounded) return;
    double* own = rows.coefficients + bound.coefficient;
    std::copy_n(own, bound.coordinates.size(), rows.given_way + condition.coefficient);
    std::fill_n(own, bound.coordinates.size(), 0.0);
}

/// Calls every constraint that takes part.
void evaluate(const Compiled& c, const State& state, const Kinematics& kin, const ErrorsWanted& wanted,
              const RowsView& rows) {
    const std::uint8_t *disabled = disabled_constraints(c, state), *sliding = sliding_constraints(c, state);
    const State::Computing computing(state);
    for (std::size_t i = 0; i < c.constraints.all.size(); ++i) {
        if (disabled[i]) continue;
        const BoundConstraint& bound = c.constraints.all[i];
        evaluate_one(c, state, kin, bound, wanted.A_WM, wanted.u_dot,
                     {wanted.e ? wanted.e + bound.e : nullptr,
                      wanted.v ? wanted.v + bound.v : nullptr,
                      wanted.a ? wanted.a + bound.a : nullptr,
                      rows.rows ? rows.rows + bound.row : nullptr,
                      rows.rows ? rows.coefficients + bound.coefficient : nullptr,
                      nullptr,
                      {},
                      0});
        if (sliding && sliding[i])
            set_slip_aside(bound, c.constraints.one_way[size(c.constraints.one_way_of[i])], wanted, rows);
    }
}

void clear(double* x, int n) {
    if (x) std::fill_n(x, n, 0.0);
}

}  // namespace

bool is_constrained(const Compiled& c, const State& state) {
    const std::size_t n = c.constraints.all.size();
    if (n == 0) return false;
    const std::uint8_t* disabled = disabled_constraints(c, state);
    return std::find(disabled, disabled + n, 0) != disabled + n;
}

const std::uint8_t* disabled_constraints(const Compiled& c, const State& state) {
    return reinterpret_cast<const std::uint8_t*>(
        state.variable_bytes(c.constraints.disabled, c.constraints.all.size()));
}

const std::uint8_t* sliding_constraints(const Compiled& c, const State& state) {
    if (c.constraints.one_way.empty()) return nullptr;
    return reinterpret_cast<const std::uint8_t*>(
        state.variable_bytes(c.constraints.sliding, c.constraints.all.size()));
}

RowsView constraint_rows(const System& system, const State& state) {
    const Compiled& c = fitting(system, state);
    Cursor memory{static_cast<std::byte*>(state.cache(c.entries.rows))};
    const RowsView rows{
        memory.take<SpatialForce>(c.constraints.rows), memory.take<double>(c.constraints.coefficients),
        memory.take<SpatialForce>(c.constraints.tangents), memory.take<double>(c.constraints.given_way)};
    if (!state.is_current(c.entries.rows)) {
        std::fill_n(rows.rows, c.constraints.rows, SpatialForce{});
        clear(rows.coefficients, c.constraints.coefficients);
        evaluate(c, state, kinematics_of(system, state, c.constraints.rows_follow_speeds), {}, rows);
        state.mark_current(c.entries.rows);
    }
    return rows;
}

void constraint_errors(const System& system, const State& state, const ErrorsWanted& wanted) {
    const Compiled& c = fitting(system, state);
    clear(wanted.e, c.constraints.e);
    clear(wanted.v, c.constraints.v);
    clear(wanted.a, c.constraints.a);
    evaluate(c, state, kinematics_of(system, state, wanted.v || wanted.a), wanted, {});
}

void errors_of_one(const System& system, const State& state, int constraint, const ErrorsWanted& wanted,
                   SpatialForce* rows, double* coefficients) {
    const Compiled& c = fitting(system, state);
    const State::Computing computing(state);
    evaluate_one(c, state, kinematics_of(system, state, wanted.v || wanted.a),
                 c.constraints.all[size(constraint)], wanted.A_WM, wanted.u_dot,
                 {wanted.e, wanted.v, wanted.a, rows, coefficients, nullptr, {}, 0});
}

bool has_reach(const BoundConstraint& bound) {
    return with_constraint(bound.element, []<class E>(const E& element) {
        return requires(const typename E::template Values<double>& k, const ConstraintInput<double>& in) {
            element.reach(k, in, false);
        };
    });
}

double reach_of_one(const System& system, const State& state, int constraint, bool however_deep) {
    const Compiled& c = fitting(system, state);
    const State::Computing computing(state);
    const BoundConstraint& bound = c.constraints.all[size(constraint)];
    const Kinematics kin = kinematics_of(system, state, false);
    const InputOfOne given(c, state, kin, bound, nullptr, nullptr);
    const ConstraintInput<double>& in = given.in;
    return with_constraint(bound.element, [&]<class E>(const E& element) {
        if constexpr (requires { element.reach(values_of<E>(in.k), in, false); })
            return element.reach(values_of<E>(in.k), in, however_deep);
        else return 1.0;
    });
}

void add_constraint_forces(const System& system, const State& state, const double* lambda, int constraint,
                           SpatialForce* F_W, double* f) {
    const Compiled& c = system.compiled();
    const RowsView rows = constraint_rows(system, state);
    const std::uint8_t* sliding = sliding_constraints(c, state);
    const std::size_t first = constraint < 0 ? 0 : size(constraint),
                      last = constraint < 0 ? c.constraints.all.size() : first + 1;
    for (std::size_t i = first; i < last; ++i) {
        const BoundConstraint& bound = c.constraints.all[i];
        const int bodies = static_cast<int>(bound.body.size()),
                  n = static_cast<int>(bound.coordinates.size());
        const SpatialForce* slip = nullptr;  // where it slides, its friction acts along these
        const double* coefficients = rows.coefficients + bound.coefficient;
        if (sliding && sliding[i]) {
            const BoundOneWay& condition = c.constraints.one_way[size(c.constraints.one_way_of[i])];
            slip = rows.tangents + condition.tangent - bound.counts.holonomic * bodies;
            if (condition.bounded) coefficients = rows.given_way + condition.coefficient;
        }
        for (int e = 0; e < bound.counts.all(); ++e) {
            const double l = lambda[bound.a + e];
            const SpatialForce* row =
                (slip && e >= bound.counts.holonomic ? slip : rows.rows + bound.row) + e * bodies;
            for (int b = 0; b < bound.acted_on; ++b) F_W[bound.body[size(b)]] -= l * row[b];
            for (int k = 0; f && k < n; ++k) f[bound.coordinates[size(k)].u] -= l * coefficients[e * n + k];
        }
    }
}

void throw_constraint_not_finite(const System& system, const State& state) {
    const Compiled& c = system.compiled();
    const RowsView rows = constraint_rows(system, state);
    std::vector<double> a(size(c.constraints.a));
    constraint_errors(system, state, {.a = a.data()});
    for (const BoundConstraint& bound : c.constraints.all) {
        const int m = bound.counts.all(), n = m * static_cast<int>(bound.body.size());
        const bool has_rows =
            (n == 0 || all_finite(&rows.rows[bound.row].m.x, 6 * n)) &&
            all_finite(rows.coefficients + bound.coefficient, m * static_cast<int>(bound.coordinates.size()));
        if (has_rows && all_finite(a.data() + bound.a, m)) continue;
        with_constraint(bound.element, [&]<class E>(const E& element) {
            std::string why;
            if (has_rows) why = " Its speeds or accelerations are too large.";
            else if constexpr (requires { E::undefined; }) why = std::string(" ") + E::undefined;
            throw StateError(std::string(E::kind) + " " + sinew::quoted(element.name) +
                             ": its equations have no finite numbers at time " + shortest(state.time()) +
                             "." + why);
        });
    }
    throw StateError("accelerations are too large for constraints to be met at time " +
                     shortest(state.time()) + ".");
}

}  // namespace sinew
