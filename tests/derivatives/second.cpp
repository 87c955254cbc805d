// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Second derivatives along two directions against differences in extended precision, for every joint, force and
// constraint.
#include <tests/derivatives/precise.h>
#include <tests/support/closed_mechanism.h>
#include <tests/support/random_constraint.h>
#include <tests/support/random_force.h>

using namespace sinew;
using namespace sinew::testing;

namespace {

struct Way {
    Vector q, u, u_dot;
    Way(const System& system, Random& random) {
        for (Vector* part : {&q, &u, &u_dot})
            for (int i = 0; i < system.nu(); ++i) part->push_back(random.within(-0.5, 0.5));
    }
    StateDirection direction() const { return {q, u, u_dot}; }
};

Along along(const System& system, const State& state, const Way& way) {
    Along out{.q = Vector(state.q().size()), .u = way.u, .u_dot = way.u_dot};
    multiply_by_N(system, state, way.q, out.q);
    return out;
}

Vector times(const Vector& matrix, const Vector& x) {
    Vector out(matrix.size() / x.size());
    for (std::size_t i = 0; i < matrix.size(); ++i) out[i / x.size()] += matrix[i] * x[i % x.size()];
    return out;
}

Vector sum(Vector a, const Vector& b) {
    for (std::size_t i = 0; i < b.size(); ++i) a[i] += b[i];
    return a;
}

Vector joined(Vector a, const Vector& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

/// Of inverse dynamics; of accelerations and multipliers, where the equations tell these; and what a Hessian makes of
/// v.
void measure_second(Law& law, const System& system, const State& state, const std::string& name) {
    Random random(77);
    const Way v(system, random), w(system, random), weights(system, random);
    const Vector u_dot = copy(forward_dynamics(system, state));
    const Vector lambda = equation_counts(system).all() > 0 ? copy(multipliers(system, state)) : Vector{};
    DynamicsDerivatives derivatives(system);
    Precise precise(system, state, u_dot, lambda);
    Along of_v = along(system, state, v), of_w = along(system, state, w);
    const SecondDerivatives& inverse =
        derivatives.inverse_along(state, u_dot, v.direction(), w.direction(), lambda);
    law.measure(
        difference(joined(inverse.of_tau, inverse.of_errors), precise.inverse(precise.mixed(of_v, of_w))),
        name);
    if (!lambda.empty() && constraint_rank(system, state) < static_cast<int>(lambda.size())) return;
    const ForwardDerivatives by = derivatives.forward(state);
    for (const auto& [way, changed] : {std::pair(&v, &of_v), std::pair(&w, &of_w)}) {
        changed->u_dot = sum(times(by.by_q, way->q), times(by.by_u, way->u));
        changed->lambda = sum(times(by.lambda_by_q, way->q), times(by.lambda_by_u, way->u));
    }
    const SecondDerivatives forward = derivatives.forward_along(state, v.direction(), w.direction());
    law.measure(
        difference(joined(forward.of_u_dot, forward.of_lambda), precise.answer(precise.mixed(of_v, of_w))),
        name + " forward");
    Vector by_q(w.q.size()), by_u(w.u.size());
    derivatives.hessian_times(state, weights.u, v.direction(), by_q, by_u);
    const double along_w = times(by_q, w.q)[0] + times(by_u, w.u)[0],
                 wanted = times(forward.of_u_dot, weights.u)[0];
    law.measure(std::abs(along_w - wanted) / (1 + std::abs(wanted)), name + " Hessian");
}

}  // namespace

TEST_CASE(
    "second derivatives and products with Hessians, for every joint and every force, to 1e-9 of extended "
    "precision") {
    Law law(1e-9);
    for (std::uint64_t seed = 1; seed <= 2; ++seed) {
        Model model = model_of_known_joints(seed, true);
        model.add(Gravity{});
        const System system(model);
        measure_second(law, system, random_state(system, seed), "joints, seed " + std::to_string(seed));
    }
    for_every_force([&]<class E> {
        Random random(33);
        Model model = short_chain(random);
        E force = random_force<E>(model, random);
        if constexpr (std::is_same_v<E, CustomForce>) force.law = exact(force, model, random);
        model.add(force);
        const System system(model);
        measure_second(law, system, random_state(system, 2), E::kind);
    });
}

TEST_CASE(
    "second derivatives and products with Hessians, with every constraint, to 1e-9 of extended precision") {
    Law law(1e-9);
    for (const KindOfConstraint& kind : every_constraint()) {
        Random random(179);
        Model model = short_chain(random);
        AnyConstraint constraint = kind.random(model, random);
        if (constraint.is<CustomConstraint>()) constraint = exact(constraint);
        model.add_constraint(constraint);
        model.add(Gravity{});
        const System system(model);
        State state = random_state(system, 1);
        state.set_time(0.3);
        measure_second(law, system, state, kind.kind);
    }
}

TEST_CASE("second derivatives are refused where somebody knows plain numbers only") {
    Model model = model_of_known_joints(1);
    Random random(1);
    model.add(random_force<CustomForce>(model, random));
    const System system(model);
    const State state = system.default_state();
    DynamicsDerivatives derivatives(system);
    CHECK_THROWS_AS(derivatives.forward_along(state, {}, {}), StateError);
}
