// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Batches without the heap, once they are made, on none of their threads.
#include <sinew/base/wide_kernel.h>
#include <sinew/batch/dynamics.h>
#include <sinew/batch/integrate.h>
#include <sinew/batch/kinematics.h>
#include <sinew/integrators/jacobian.h>
#include <sinew/studies/system_problem.h>
#include <tests/allocations/count.h>
#include <tests/support/contact_scenes.h>
#include <tests/support/random_constraint.h>
#include <tests/support/random_force.h>

#include <doctest/doctest.h>

using namespace sinew;
using namespace sinew::testing;

namespace {

struct BatchCase {
    std::string name;
    System system;
    State like;
    bool own_parameters = false;
};

Model model_with_forces() {
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
    return model;
}

BatchCase held(const char* name, Model model) {
    const System system(std::move(model));
    State like = random_state(system, 2);
    project(system, like);
    return {name, system, like};
}

std::vector<BatchCase> batch_cases() {
    std::vector<BatchCase> all;
    const System free(model_with_forces());
    all.push_back({"free", free, random_state(free, 2)});
    all.push_back({"with parameters of their own", free, random_state(free, 2), true});
    Model in_lanes = model_with_forces();
    in_lanes.add(Rod{.name = "rod", .from = {BodyId{1}, {}}, .to = {BodyId{5}, {0.1, 0, 0}}, .length = 1});
    all.push_back(held("held in lanes", in_lanes));
    in_lanes.add(Rod{.name = "again", .from = {BodyId{1}, {}}, .to = {BodyId{5}, {0.1, 0, 0}}, .length = 1});
    all.push_back(held("held twice", in_lanes));
    Model alone = model_with_forces();
    Random random(2);
    for (const KindOfConstraint& kind : every_constraint())
        if (std::string_view(kind.kind) == "point-on-line constraint")
            alone.add_constraint(kind.random(alone, random));
    all.push_back(held("held one by one", alone));
    const ContactScene scene = contact_scenes()[0];
    Model touching = scene_model(scene, lossy_material);
    touching.add(Gravity{.g = {0, 0, -9.81}});
    const System system(touching);
    all.push_back({"touching", system, scene_state(system, scene)});
    return all;
}

}  // namespace

TEST_CASE("no question to a batch allocates on any thread, nor does a step of its integrator") {
    if (!can_count()) return;
    for (const BatchCase& one : batch_cases())
        for (const int lanes : {4, 8})
            for (const int threads : {1, 2, 3}) {
                if (lanes == 8 && !has_wide_registers()) continue;
                const System& system = one.system;
                Batch batch(system, one.like, 17, {.lanes = lanes, .threads = threads});
                for (int s = 0; one.own_parameters && s < batch.size(); ++s) {
                    State own = one.like;
                    own.set_parameter("body1.mass", 1 + 0.01 * s);
                    batch.set(s, own);
                }
                LaneArray v = batch.array(system.nu()), f = v, M = batch.array(system.nu() * system.nu());
                BatchIntegrator integrator(batch, Method::merson, 1e-4),
                    other(batch, Method::dormand_prince, 1e-4);
                const BodyId body{2};
                const Station point{body, {0.1, 0, 0}};
                std::vector<Transform> X(17);
                std::vector<SpatialVelocity> V(17);
                std::vector<Vec3> p(17);
                const auto ask = [&] {
                    rates(batch);
                    forward_dynamics(batch);
                    forward_dynamics(batch, v, f);
                    inverse_dynamics(batch, v, f);
                    inverse_dynamics(batch, v, batch.multipliers(), f);
                    multiply_by_M(batch, v, f);
                    multiply_by_M_inverse(batch, v, f);
                    mass_matrix(batch, M);
                    poses(batch, {&body, 1}, X);
                    velocities(batch, {&body, 1}, V);
                    stations(batch, {&point, 1}, p);
                    integrator.take_steps(1e-5, 1);
                    integrator.advance_to(batch.time()(0, 0) + 1e-4);
                    other.advance_to(batch.time()(0, 0) + 1e-4);
                };
                // Which thread takes a block is a matter of chance, and each warms up its own States.
                for (int i = 0; i < 5; ++i) ask();
                CAPTURE(one.name);
                CAPTURE(lanes);
                CAPTURE(threads);
                const long before = allocations_of_all_threads();
                for (int i = 0; i < 3; ++i) ask();
                CHECK(allocations_of_all_threads() == before);
                CHECK(batch.has_answer(0));
            }
}

TEST_CASE("Jacobians by differences of rates that are found in lanes allocate nothing after the first") {
    if (!can_count()) return;
    for (const BatchCase& one : batch_cases()) {
        if (one.own_parameters) continue;
        SystemProblem problem(one.system, one.like);
        problem.set_exact_jacobian(false);
        const std::size_t n = static_cast<std::size_t>(problem.parts().all());
        std::vector<double> y(n), f(n), J(n * n);
        problem.store(y);
        REQUIRE(problem.rates(0, y, f));
        Differences differences(problem);
        long asked = 0;
        for (const bool both_sides : {false, true})
            REQUIRE(differences.jacobian(problem, 0, y, f, both_sides, J, asked));
        CAPTURE(one.name);
        const long before = allocations();
        for (const bool both_sides : {false, true})
            differences.jacobian(problem, 0, y, f, both_sides, J, asked);
        CHECK(allocations() == before);
    }
}
