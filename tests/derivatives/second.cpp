// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Second derivatives along two directions against differences, for every joint, force and constraint.
#include <tests/derivatives/differences.h>
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

/// A State moved along ways, by N as it is there.
State moved_by(const System& system, const State& state,
               std::initializer_list<std::pair<const Way*, double>> ways) {
    State there = state;
    Vector q = copy(state.q()), u = copy(state.u()), step(q.size());
    for (const auto& [way, h] : ways) {
        multiply_by_N(system, state, way->q, step);
        for (std::size_t i = 0; i < q.size(); ++i) q[i] += h * step[i];
        for (std::size_t i = 0; i < u.size(); ++i) u[i] += h * way->u[i];
    }
    there.set_q(q), there.set_u(u);
    return there;
}

/// What mobilities of another State lead along a way that was given in the first. (Not for lines, whose coordinates
/// can change as no mobility has it.)
Vector seen_from(const System& system, const State& first, const State& other, const Vector& way) {
    Vector q_prime(first.q().size()), along(first.u().size());
    multiply_by_N(system, first, way, q_prime);
    multiply_by_N_inverse(system, other, q_prime, along);
    return along;
}

void add_times(const Vector& matrix, const Vector& x, std::size_t rows, Vector& out, std::size_t first = 0) {
    out.resize(std::max(out.size(), first + rows));
    for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t k = 0; k < x.size(); ++k) out[first + i] += matrix[i * x.size() + k] * x[k];
}

/// ∂²f/∂a∂b at zero by central differences at h, h/2 and h/4, extrapolated as in `extrapolated`: rounding over h²/16 is
/// left, some 1e-10. A longer h would lead beyond the knots of functions.
template <class F>
Vector mixed(F&& f, double h = 0.005) {
    Vector level[3];
    for (int i = 0; i < 3; ++i, h /= 2) {
        const Vector pp = f(h, h), pm = f(h, -h), mp = f(-h, h), mm = f(-h, -h);
        level[i].resize(pp.size());
        for (std::size_t k = 0; k < pp.size(); ++k)
            level[i][k] = ((pp[k] - pm[k]) - (mp[k] - mm[k])) / (4 * h * h);
    }
    for (std::size_t k = 0; k < level[0].size(); ++k) {
        const double a = level[1][k] + (level[1][k] - level[0][k]) / 3;
        const double b = level[2][k] + (level[2][k] - level[1][k]) / 3;
        level[2][k] = b + (b - a) / 15;
    }
    return level[2];
}

void measure_second_inverse(Law& law, const System& system, const State& state, const std::string& name) {
    Random random(77);
    const Way v(system, random), w(system, random);
    const Vector u_dot = copy(forward_dynamics(system, state));
    const Vector lambda = equation_counts(system).all() > 0 ? copy(multipliers(system, state)) : Vector{};
    DynamicsDerivatives derivatives(system);
    const SecondDerivatives& d =
        derivatives.inverse_along(state, u_dot, v.direction(), w.direction(), lambda);
    Vector found = d.of_tau;
    if (!lambda.empty()) found.insert(found.end(), d.of_errors.begin(), d.of_errors.end());
    const auto value = [&](double a, double b) {
        Vector accelerations = u_dot;
        for (std::size_t i = 0; i < u_dot.size(); ++i) accelerations[i] += a * v.u_dot[i] + b * w.u_dot[i];
        const State there = moved_by(system, state, {{&v, a}, {&w, b}});
        return inverse_at(system, there, accelerations, lambda);
    };
    // An edge of a range within the longer steps shows in them alone; what is wrong shows in both.
    law.measure(std::min(difference(found, mixed(value)), difference(found, mixed(value, 0.0025))), name);
}

}  // namespace

TEST_CASE("second derivatives of inverse dynamics, for every joint and every force") {
    Law law(1e-9);
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        Model model = model_of_known_joints(seed);
        model.add(Gravity{});
        const System system(model);
        measure_second_inverse(law, system, random_state(system, seed),
                               "joints, seed " + std::to_string(seed));
    }
    for_every_force([&]<class E> {
        if (std::is_same_v<E, CustomForce>) return;
        Model model = model_of_known_joints(2);
        Random random(33);
        model.add(random_force<E>(model, random));
        const System system(model);
        measure_second_inverse(law, system, random_state(system, 2), E::kind);
    });
}

TEST_CASE("second derivatives of inverse dynamics and of the equations of every constraint") {
    Law law(1e-9);
    for (const KindOfConstraint& kind : every_constraint()) {
        Model model = model_of_known_joints(1);
        Random random(179);
        const AnyConstraint constraint = kind.random(model, random);
        if (constraint.is<CustomConstraint>()) continue;
        model.add_constraint(constraint);
        model.add(Gravity{});
        const System system(model);
        State state = random_state(system, 1);
        state.set_time(0.3);
        measure_second_inverse(law, system, state, kind.kind);
    }
}

TEST_CASE("second derivatives of accelerations and multipliers, and what a Hessian makes of a vector") {
    Law law(1e-8), hessian(1e-9);  // differences of what M was divided out of: rounding times its condition
    for (const bool closed : {false, true}) {
        Random random(3);
        Model model;
        BodyId last = world;
        for (const AnyJoint& joint :
             {AnyJoint{Ball{}}, AnyJoint{Pin{}}, AnyJoint{Universal{}}, AnyJoint{Slider{}}, AnyJoint{Pin{}}})
            last = hang_by(model, random, joint, last);
        model.add(Gravity{});
        if (closed)
            model.add(
                Rod{.name = "rod", .from = {world, {1, 0.3, 0}}, .to = {last, {0, 0.2, 0}}, .length = 1.2});
        const System system(model);
        const State state = random_state(system, 4);
        const Way v(system, random), w(system, random);
        DynamicsDerivatives derivatives(system), others(system);
        const std::size_t n = at(system.nu()), m = at(equation_counts(system).all());
        const SecondDerivatives d = derivatives.forward_along(state, v.direction(), w.direction());
        Vector found = d.of_u_dot;
        found.insert(found.end(), d.of_lambda.begin(), d.of_lambda.end());
        const auto first = [&](double h) {
            const State there = moved_by(system, state, {{&w, h}});
            const Vector along = seen_from(system, state, there, v.q);
            const ForwardDerivatives& by = others.forward(there);
            Vector out;
            add_times(by.by_q, along, n, out);
            add_times(by.by_u, v.u, n, out);
            add_times(by.lambda_by_q, along, m, out, n);
            add_times(by.lambda_by_u, v.u, m, out, n);
            return out;
        };
        law.measure(difference(found, extrapolated(first)), closed ? "closed" : "open");

        const Way weights(system, random);
        Vector by_q(n), by_u(n);
        derivatives.hessian_times(state, weights.u, v.direction(), by_q, by_u);
        double along_w = 0, wanted = 0;
        for (std::size_t i = 0; i < n; ++i) {
            along_w += by_q[i] * w.q[i] + by_u[i] * w.u[i];
            wanted += weights.u[i] * d.of_u_dot[i];
        }
        hessian.measure(std::abs(along_w - wanted) / (1 + std::abs(wanted)), closed ? "closed" : "open");
        // The other way round.
        const SecondDerivatives swapped = derivatives.forward_along(state, w.direction(), v.direction());
        hessian.measure(difference(swapped.of_u_dot, d.of_u_dot), "symmetry");
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
