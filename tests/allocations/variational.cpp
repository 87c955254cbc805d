// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Variational steps take their memory when the stepper is made.
#include <sinew/studies/variational.h>
#include <tests/allocations/count.h>
#include <tests/support/random_force.h>

#include <doctest/doctest.h>

using namespace sinew;
using namespace sinew::testing;

namespace {

Model a_bit_of_everything() {
    Model model = random_model(2);
    model.add(Gravity{});
    model.add(GlobalDamper{.damping = 0.1});
    Random random(2);
    model.add(random_force<CustomForce>(model, random));
    model.add(Rod{"rod", {BodyId{3}, {0.1, 0, 0}}, {BodyId{5}, {}}, 1});
    return model;
}

}  // namespace

TEST_CASE(
    "variational steps with forces, constraints and auxiliary variables allocate nothing after the first") {
    if (!can_count()) return;
    for (const int order : {2, 4}) {
        const System system(a_bit_of_everything());
        State state = random_state(system, 2);
        project(system, state);
        VariationalStepper stepper(system, {.order = order});
        REQUIRE(stepper.step(state, 0.001).taken);
        const long before = allocations();
        for (int i = 0; i < 3; ++i) REQUIRE(stepper.step(state, 0.001).taken);
        CHECK(allocations() == before);
    }
}

TEST_CASE("steps of a variational integrator, and looking between them, allocate nothing after the first") {
    if (!can_count()) return;
    const System system(a_bit_of_everything());
    State state = random_state(system, 2);
    project(system, state);
    SystemProblem problem(system, state);
    std::vector<double> y(static_cast<std::size_t>(problem.parts().all()));
    problem.store(y);
    VariationalIntegrator integrator;
    integrator.start(problem, 0, y, {.fixed_step = 0.001});
    const auto once = [&] {
        REQUIRE(integrator.step(1) == StepOutcome::advanced);
        integrator.interpolate(0.5 * (integrator.t() + integrator.t_before()), y);
    };
    once();
    const long before = allocations();
    for (int i = 0; i < 3; ++i) once();
    CHECK(allocations() == before);
}
