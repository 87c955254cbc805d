// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/system/constrain.h>
#include <sinew/system/parameter_columns.h>

#include <algorithm>

namespace sinew {

namespace {

/// What our own hold follows how their bodies move against one another.
template <class E>
constexpr auto reach_of = std::is_same_v<E, CustomConstraint> ? ElementDirections::Reach::absolute
                                                              : ElementDirections::Reach::relative;

/// One constraint on dual numbers, again and again: its errors at acceleration level, and what it applies, −Gᵀλ.
template <class E>
struct DualConstraint {
    const E& element;
    const BoundConstraint& bound;
    const double* lambda;
    DualMotion& motion;
    KinematicsT<Dual> kin;
    int q[function::max_arguments], u[function::max_arguments];

    DualConstraint(const E& of, const Compiled& c, const BoundConstraint& what, const State& state,
                   const double* multipliers, DualMotion& how)
        : element(of),
          bound(what),
          lambda(multipliers + what.a),
          motion(how),
          kin(how.kinematics(c, state.time())) {
        const double* k = state.parameter_block().values.data() + bound.parameters.first;
        for (int i = 0; i < bound.parameters.count; ++i) motion.k[size(i)] = k[i];
        const std::uint8_t* by_angles = instance_of(c, state).passes.by_angles;
        for (std::size_t i = 0; i < bound.coordinates.size(); ++i) {
            const CoordinatePlace& place = bound.coordinates[i];
            q[i] = place.q[by_angles[place.joint] != 0];
            u[i] = place.u;
        }
    }
    void evaluate(const Compiled& c, const State& state) {
        const std::size_t n = bound.coordinates.size(), m = size(bound.counts.all()),
                          bodies = bound.body.size();
        std::fill_n(motion.rows.begin(), m * bodies, SpatialForceT<Dual>{});
        std::fill_n(motion.coefficients.begin(), m * n, Dual(0.0));
        std::fill_n(motion.v.begin(), m, Dual(0.0));
        std::fill_n(motion.a.begin(), m, Dual(0.0));
        const ConstraintInput<Dual> in{kin,
                                       motion.A.data(),
                                       motion.u_dot.data(),
                                       bound.body,
                                       {q, n},
                                       {u, n},
                                       {motion.k.data(), size(bound.parameters.count)},
                                       &state,
                                       c.node_of_body};
        EquationsT<Dual> out{nullptr,
                             motion.v.data(),
                             motion.a.data(),
                             motion.rows.data(),
                             motion.coefficients.data(),
                             motion.X_WM.data(),
                             bound.body,
                             static_cast<int>(n)};
        element.equations(dual_values_of<E>(motion.k), in, out);
        for (std::size_t e = 0; e < m; ++e) {
            for (std::size_t b = 0; b < size(bound.acted_on); ++b)
                motion.F[size(bound.body[b])] -= Dual(lambda[e]) * motion.rows[e * bodies + b];
            for (std::size_t k = 0; k < n; ++k)
                motion.f[size(bound.coordinates[k].u)] -= Dual(lambda[e]) * motion.coefficients[e * n + k];
        }
    }
};

/// How many of its equations hold: of what slides those against slip do not.
int held_equations(const Compiled& c, const State& state, const BoundConstraint& bound) {
    const std::uint8_t* sliding = sliding_constraints(c, state);
    return sliding && sliding[&bound - c.constraints.all.data()] ? bound.counts.holonomic
                                                                 : bound.counts.all();
}

template <class E>
void differentiate(DynamicsDerivatives::Memory& memory, ElementDirections& directions, const State& state,
                   const BoundConstraint& bound, const double* lambda, const E& element) {
    const Compiled& c = memory.system.compiled();
    const int n = c.tree.nu, held = held_equations(c, state, bound);
    directions.begin(bound.body, bound.coordinates, reach_of<E>);
    DualConstraint<E> dual(element, c, bound, state, lambda, memory.motion);
    const auto take = [&](double* forces, double* errors, int k) {
        directions.clear_forces();
        dual.evaluate(c, state);
        directions.take_forces(forces + k, n);
        for (int e = 0; e < held; ++e) errors[(bound.a + e) * n + k] = memory.motion.a[size(e)].d;
        directions.clear();
    };
    for (const int k : directions.mobilities()) {
        directions.set_along_q(k);
        take(memory.inverse.by_q.data(), memory.inverse.errors_by_q.data(), k);
        directions.set_along_u(k);
        take(memory.inverse.by_u.data(), memory.inverse.errors_by_u.data(), k);
    }
}

}  // namespace

void add_constraint_derivatives(DynamicsDerivatives::Memory& memory, const State& state, const double* u_dot,
                                const double* lambda) {
    const Compiled& c = memory.system.compiled();
    if (!lambda || !is_constrained(c, state)) return;
    const std::uint8_t* disabled = disabled_constraints(c, state);
    ElementDirections directions(memory, state);
    for (std::size_t i = 0; i < memory.motion.u_dot.size(); ++i) memory.motion.u_dot[i] = u_dot[i];
    const State::Computing computing(state);
    for (std::size_t i = 0; i < c.constraints.all.size(); ++i)
        if (!disabled[i] && !knows_plain_numbers_only(c.constraints.all[i]))
            with_constraint(c.constraints.all[i].element, [&](const auto& element) {
                differentiate(memory, directions, state, c.constraints.all[i], lambda, element);
            });
}

void add_by_constraint_number(DynamicsDerivatives::Memory& memory, ElementDirections& directions,
                              const State& state, const double* lambda, int constraint, int number,
                              int column) {
    const Compiled& c = memory.system.compiled();
    const BoundConstraint& bound = c.constraints.all[size(constraint)];
    if (!is_constrained(c, state) || disabled_constraints(c, state)[constraint]) return;
    ParameterDerivatives& out = memory.by_parameters;
    const State::Computing computing(state);
    with_constraint(bound.element, [&]<class E>(const E& element) {
        directions.begin(bound.body, bound.coordinates, reach_of<E>);
        DualConstraint<E> dual(element, c, bound, state, lambda, memory.motion);
        memory.motion.k[size(number)].d = 1;
        directions.clear_forces();
        dual.evaluate(c, state);
        directions.take_forces(out.of_tau.data() + column, out.columns);
        for (int e = 0; e < held_equations(c, state, bound); ++e)
            out.of_errors[size(bound.a + e) * size(out.columns) + size(column)] = memory.motion.a[size(e)].d;
        FrictionDerivatives& friction = memory.friction;
        for (int j = 0; j < friction.count; ++j)
            if (friction.sliding[size(j)].multiplier == bound.a)
                for (int t = 0; t < 2; ++t)
                    friction.slip_by_p[size((2 * j + t) * out.columns + column)] +=
                        memory.motion.v[size(bound.counts.holonomic + t)].d;
    });
}

void find_slip_derivatives(DynamicsDerivatives::Memory& memory, const State& state, int constraint,
                           double* by_q) {
    const Compiled& c = memory.system.compiled();
    const BoundConstraint& bound = c.constraints.all[size(constraint)];
    const int n = c.tree.nu;
    std::fill_n(by_q, 2 * n, 0.0);
    if (knows_plain_numbers_only(bound))
        return find_slip_by_differences(memory.system, state, constraint, by_q);
    ElementDirections directions(memory, state);
    const State::Computing computing(state);
    with_constraint(bound.element, [&]<class E>(const E& element) {
        directions.begin(bound.body, bound.coordinates, reach_of<E>);
        DualConstraint<E> dual(element, c, bound, state, multipliers_of(memory.system, state), memory.motion);
        for (const int k : directions.mobilities()) {
            directions.set_along_q(k);
            directions.clear_forces();
            dual.evaluate(c, state);
            for (int t = 0; t < 2; ++t) by_q[t * n + k] = memory.motion.v[size(bound.counts.holonomic + t)].d;
            directions.clear();
        }
    });
}

}  // namespace sinew
