// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Batches that several threads share out among themselves: the bits of one, without a race.
#include <sinew/batch/dynamics.h>
#include <sinew/batch/kinematics.h>
#include <sinew/batch/sweep.h>
#include <tests/support/contact_scenes.h>
#include <tests/support/random_constraint.h>
#include <tests/support/random_force.h>

#include <doctest/doctest.h>

#include <thread>

using namespace sinew;
using namespace sinew::testing;

namespace {

Model model_of(bool held) {
    Model model = random_model(2);
    Random random(2);
    model.add(Gravity{});
    auto spring = random_force<TwoPointSpring>(model, random);
    auto own = random_force<CustomForce>(model, random);
    spring.name = "spring", own.name = "own";
    model.add(spring);
    model.add(own);
    if (held)
        model.add(Rod{.name = "rod", .from = {BodyId{1}, {}}, .to = {BodyId{5}, {0.1, 0, 0}}, .length = 1});
    return model;
}

/// All numbers that a batch finds, one after the other.
std::vector<double> ask_all(const System& system, const State& like, int threads, bool own_parameters) {
    constexpr int count = 33;
    Batch batch(system, like, count, {.lanes = 4, .threads = threads});
    for (int s = 0; s < count; ++s) {
        State state = like;
        std::vector<double> u(like.u().begin(), like.u().end());
        for (double& x : u) x *= 1 + 0.01 * s;
        state.set_u(u);
        if (own_parameters) state.set_parameter("body1.mass", 1 + 0.01 * s);
        batch.set(s, state);
    }
    LaneArray f = batch.array(system.nu()), M = batch.array(system.nu() * system.nu());
    std::vector<SpatialVelocity> V(count);
    const BodyId body{1};
    rates(batch);
    inverse_dynamics(batch, batch.u_dot(), batch.multipliers(), f);
    mass_matrix(batch, M);
    velocities(batch, {&body, 1}, V);
    BatchIntegrator integrator(batch, Method::merson, 1e-4);
    integrator.advance_to(0.01);
    integrator.take_steps(1e-3, 2);
    std::vector<double> all;
    for (const LaneArray* array :
         {&batch.u_dot(), &batch.z_dot(), &batch.multipliers(), static_cast<const LaneArray*>(&batch.q()),
          static_cast<const LaneArray*>(&batch.u()), static_cast<const LaneArray*>(&f),
          static_cast<const LaneArray*>(&M)})
        for (int s = 0; s < count; ++s)
            for (int i = 0; i < array->numbers(); ++i) all.push_back((*array)(s, i));
    for (const SpatialVelocity& one : V)
        all.insert(all.end(), {one.w.x, one.w.y, one.w.z, one.v.x, one.v.y, one.v.z});
    return all;
}

}  // namespace

TEST_CASE("a batch gives the same bits to any number of threads, held or not, touching or not") {
    for (const bool held : {false, true})
        for (const bool own_parameters : {false, true}) {
            const System system(model_of(held));
            State like = random_state(system, 2);
            project(system, like);
            const std::vector<double> wanted = ask_all(system, like, 1, own_parameters);
            for (const int threads : {2, 5}) CHECK(ask_all(system, like, threads, own_parameters) == wanted);
        }
    const ContactScene scene = contact_scenes()[0];
    Model model = scene_model(scene, lossy_material);
    model.bodies[1].name = "body1";
    model.add(Gravity{.g = {0, 0, -9.81}});
    const System system(model);
    const State like = scene_state(system, scene);
    CHECK(ask_all(system, like, 4, false) == ask_all(system, like, 1, false));
}

TEST_CASE("two batches of one System at once, and a sweep that is stopped from another thread") {
    const System system(model_of(false));
    const State like = random_state(system, 2);
    const std::vector<double> wanted = ask_all(system, like, 1, true);
    std::vector<double> found[2];
    {
        std::jthread other([&] { found[0] = ask_all(system, like, 3, true); });
        found[1] = ask_all(system, like, 2, true);
    }
    CHECK(found[0] == wanted);
    CHECK(found[1] == wanted);

    std::atomic<bool> stop = false, began = false;
    int ends = 0;
    std::jthread stopper([&] {
        while (!began) std::this_thread::yield();
        stop = true;
    });
    const BatchAccount account = sweep(
        system, like, 64, {.until = 1e6, .accuracy = 1e-9, .threads = 4, .stop = &stop},
        [&](int i, State&) { began = began || i == 63; },
        [&](int, const State&, const std::string&) { ++ends; });
    CHECK(ends == account.stuck);
    CHECK(account.left_off + account.stuck <= 64);
}
