// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Constraints of every kind, and what can be asked of them, without the heap.
#include <tests/allocations/count.h>
#include <tests/support/random_constraint.h>

#include <doctest/doctest.h>

using namespace sinew;
using namespace sinew::testing;

TEST_CASE(
    "no evaluation of a constraint allocates, nor its forces or power, nor switching it off, redundant or "
    "not") {
    if (!can_count()) return;
    for (const KindOfConstraint& kind : every_constraint())
        for (const bool doubled : {false, true}) {
            CAPTURE(kind.kind);
            CAPTURE(doubled);
            Model model = random_model(2);
            Random random(2);
            const ConstraintId id = model.add_constraint(kind.random(model, random));
            if (doubled) model.add_constraint(renamed(model.constraints[0], "again"));
            const System system(model);
            State state = random_state(system, 2);
            const std::size_t m = static_cast<std::size_t>(equation_counts(system).all());
            std::vector<SpatialForce> F(model.bodies.size());
            std::vector<double> f(state.u().size()), l(m), W(m * m), G(m * f.size());
            double sum = 0;
            const auto ask = [&] {
                state.set_q(state.q());
                sum += forward_dynamics(system, state)[0];
                for (const double e : position_errors(system, state)) sum += e;
                for (const double e : velocity_errors(system, state)) sum += e;
                for (const double e : acceleration_errors(system, state)) sum += e;
                for (const double e : multipliers(system, state, id)) sum += e;
                set_enabled(system, state, id, false);
                sum += forward_dynamics(system, state)[0];
                set_enabled(system, state, id, true);
                constraint_forces_of(system, state, id, F, f);
                sum += constraint_force_on(system, state, BodyId{1}).f.x + power(system, state, id);
                multiply_by_G(system, state, state.u(), l);
                multiply_by_G_transpose(system, state, l, f);
                constraint_matrix(system, state, G);
                constraint_compliance(system, state, W);
                solve_constraints(system, state, l);
                acceleration_errors(system, state, state.u(), l);
                sum +=
                    constraint_rank(system, state) + reaction(system, state, AnyJointId{{2}}).on_to_at_M.f.x;
                forward_dynamics(system, state, Loads{}, f);
            };
            ask();
            const long before = allocations();
            ask();
            CHECK(allocations() == before);
            CHECK(std::isfinite(sum));
        }
}
