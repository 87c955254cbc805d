// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Batches without the heap, once they are made.
#include <sinew/batch/dynamics.h>
#include <sinew/batch/integrate.h>
#include <sinew/batch/kinematics.h>
#include <tests/allocations/count.h>
#include <tests/support/random_constraint.h>
#include <tests/support/random_force.h>

#include <doctest/doctest.h>

using namespace sinew;
using namespace sinew::testing;

TEST_CASE("no question to a batch allocates, nor does a step of its integrator") {
    if (!can_count()) return;
    for (const bool constrained : {false, true}) {
        Model model = random_model(2);
        Random random(2);
        model.add(Gravity{});
        auto one = random_force<MobilitySpring>(model, random);
        auto two = random_force<TwoPointSpring>(model, random);
        auto own = random_force<CustomForce>(model, random);
        one.name = "one", two.name = "two", own.name = "own";
        model.add(one);
        model.add(two);
        model.add(own);
        if (constrained)
            model.add(
                Rod{.name = "rod", .from = {BodyId{1}, {}}, .to = {BodyId{5}, {0.1, 0, 0}}, .length = 1});
        const System system(model);
        State like = random_state(system, 2);
        project(system, like);
        for (const int threads : {1, 2}) {
            Batch batch(system, like, 10, {.lanes = 4, .threads = threads});
            LaneArray v = batch.array(system.nu()), f = v, M = batch.array(system.nu() * system.nu());
            BatchIntegrator integrator(batch, Method::merson, 1e-4);
            const BodyId body{3};
            std::vector<Transform> X(10);
            const auto ask = [&] {
                rates(batch);
                inverse_dynamics(batch, v, f);
                multiply_by_M(batch, v, f);
                multiply_by_M_inverse(batch, v, f);
                mass_matrix(batch, M);
                poses(batch, {&body, 1}, X);
                integrator.take_steps(1e-4, 1);
                integrator.advance_to(batch.time()(0, 0) + 1e-3);
            };
            ask();
            const long before = allocations();
            ask();
            CHECK(allocations() == before);
            CHECK(batch.has_answer(0));
        }
    }
}
