// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// What is asked wrongly is told, on any number of threads, and leaves all as it was.
#include <sinew/base/error.h>
#include <sinew/batch/dynamics.h>
#include <sinew/batch/integrate.h>
#include <sinew/batch/kinematics.h>

#include <tests/support/random_force.h>

#include <doctest/doctest.h>

#include <limits>

using namespace sinew;
using namespace sinew::testing;

namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN(),
                 infinity = std::numeric_limits<double>::infinity();

Model falling_model(std::uint64_t seed) {
    Model model = random_model(seed);
    model.add(Gravity{.g = {0.3, -9, 1}});
    return model;
}

Model plain_pendulum() {
    Model model{.name = "pendulum"};
    const BodyId bob = model.add(Body{.name = "bob", .mass = {1, {0, -1, 0}, {}}});
    model.add(Pin{}, {.name = "pin", .to = bob});
    model.add(Gravity{.g = {0, -9.81, 0}});
    return model;
}

}  // namespace

TEST_CASE("bodies of another system are refused by any number of threads") {
    const System system(falling_model(1));
    const BodyId foreign{1000};
    const Station there{foreign, {}};
    for (const int threads : {1, 2, 5}) {
        Batch batch(system, system.default_state(), 64, {.threads = threads});
        std::vector<Transform> X(64);
        std::vector<SpatialVelocity> V(64);
        std::vector<Vec3> p(64);
        CHECK_THROWS_AS(poses(batch, {&foreign, 1}, X), StateError);
        CHECK_THROWS_AS(velocities(batch, {&foreign, 1}, V), StateError);
        CHECK_THROWS_AS(stations(batch, {&there, 1}, p), StateError);
    }
}

TEST_CASE("a batch has no more threads than blocks") {
    const System system(plain_pendulum());
    CHECK(Batch(system, system.default_state(), 9, {.lanes = 4, .threads = 1000}).threads() == 3);
}

TEST_CASE("times and steps that are no numbers are refused, and so are accuracies that nothing can have") {
    const System system(plain_pendulum());
    Batch batch(system, system.default_state(), 3);
    BatchIntegrator integrator(batch);
    for (const double odd : {no_number, infinity, -infinity}) {
        CHECK_THROWS_AS(integrator.advance_to(odd), StateError);
        CHECK_THROWS_AS(integrator.take_steps(odd, 1), StateError);
    }
    CHECK_THROWS_AS(integrator.take_steps(0.1, -1), StateError);
    CHECK_THROWS_AS(integrator.set_max_step(0), StateError);
    for (const double odd : {no_number, 0.0, -1.0, 1e-15, 0.6})
        CHECK_THROWS_AS(BatchIntegrator(batch, Method::merson, odd), Error);
    CHECK(batch.time()(0, 0) == 0);
}

TEST_CASE("a state whose time or coordinates are no numbers never arrives, even where it has nothing to do") {
    const System system(plain_pendulum());
    for (const double odd : {no_number, infinity, -infinity}) {
        Batch batch(system, system.default_state(), 6);
        batch.time()(1, 0) = odd;
        batch.q()(2, 0) = odd, batch.time()(2, 0) = 5;  // is there already
        batch.u()(3, 0) = odd;
        rates(batch);
        for (int s = 0; s < 6; ++s) CHECK(batch.has_answer(s) == (s == 0 || s > 3));
        BatchIntegrator integrator(batch);
        CHECK(integrator.advance_to(0.1).stuck == 3);
        for (int s = 0; s < 6; ++s) CHECK(batch.has_answer(s) == (s == 0 || s > 3));
        CHECK(integrator.take_steps(0.01, 2).stuck == 3);
        for (int s = 0; s < 6; ++s) CHECK(batch.has_answer(s) == (s == 0 || s > 3));
        for (int s = 1; s < 4; ++s) CHECK_FALSE(batch.complaint(s).empty());
    }
}

TEST_CASE("operators give no numbers for states that are none") {
    const System system(falling_model(2));
    Batch batch(system, random_state(system, 2), 5);
    batch.q()(3, 0) = no_number;
    const int nu = system.nu();
    LaneArray v = batch.array(nu), f = v, M = batch.array(nu * nu);
    const auto has_numbers = [](const LaneArray& array, int s) {
        bool all = true, any = false;
        for (int i = 0; i < array.numbers(); ++i) {
            const bool number = std::isfinite(array(s, i));
            all = all && number, any = any || number;
        }
        CHECK(all == any);
        return any;
    };
    inverse_dynamics(batch, v, f);
    for (int s = 0; s < 5; ++s) CHECK(has_numbers(f, s) == (s != 3));
    multiply_by_M(batch, v, f);
    for (int s = 0; s < 5; ++s) CHECK(has_numbers(f, s) == (s != 3));
    multiply_by_M_inverse(batch, v, f);
    for (int s = 0; s < 5; ++s) CHECK(has_numbers(f, s) == (s != 3));
    mass_matrix(batch, M);
    for (int s = 0; s < 5; ++s) CHECK(has_numbers(M, s) == (s != 3));
}

TEST_CASE("lanes beyond the last state hold copies of the one that the batch was made like") {
    const System system(plain_pendulum());
    State like = system.default_state();
    like.set_q(std::array{0.3});
    like.set_u(std::array{-0.7});
    like.set_time(2);
    Batch batch(system, like, 5, {.lanes = 4});
    BatchIntegrator integrator(batch);
    integrator.take_steps(0.01, 3);
    integrator.advance_to(2.5);
    CHECK(batch.q()(4, 0) != 0.3);
    for (int lane = 1; lane < 4; ++lane) {
        CHECK(batch.q().block(1)[lane] == 0.3);
        CHECK(batch.u().block(1)[lane] == -0.7);
        CHECK(batch.time().block(1)[lane] == 2);
    }
}

TEST_CASE("a state that a batch cannot take changes nothing in it") {
    for (std::uint64_t seed = 1; seed <= 2; ++seed) {
        const System system(falling_model(seed));
        const State like = random_state(system, seed);
        std::string function;  // a parameter of a joint's function
        for (const ParameterSlot& slot : like.layout().parameters)
            if (slot.path.find("].function.") != std::string::npos) function = slot.path;
        REQUIRE_FALSE(function.empty());
        for (const bool parted : {false, true}) {
            Batch batch(system, like, 3);
            State before = like;
            if (parted) before.set_parameter("body1.mass", 1.25);
            batch.set(1, before);
            State other = before;
            other.set_time(3);
            other.set_u(std::vector(other.u().size(), 0.5));
            other.set_parameter("body1.mass", 2.0);
            std::vector<double> numbers(before.parameter(function).begin(), before.parameter(function).end());
            numbers[0] += 0.1;
            other.set_parameter(function, numbers);
            CHECK_THROWS_AS(batch.set(1, other), StateError);
            CHECK(batch.get(1) == before);
            forward_dynamics(batch);
            CHECK(batch.u_dot()(1, 0) == doctest::Approx(forward_dynamics(system, before)[0]).epsilon(1e-9));
            Batch own(system, other, 2);  // one of its own does
            forward_dynamics(own);
            CHECK(own.u_dot()(1, 0) == doctest::Approx(forward_dynamics(system, other)[0]).epsilon(1e-9));
        }
    }
}

TEST_CASE("a batch may move, or be replaced, while it is integrated") {
    const System system(plain_pendulum());
    State start = system.default_state();
    start.set_q(std::array{1.0});
    Batch batch(system, start, 5);
    BatchIntegrator integrator(batch);
    Batch elsewhere = std::move(batch);
    CHECK(integrator.advance_to(0.3).stuck == 0);
    CHECK(elsewhere.time()(4, 0) == 0.3);
    const double q = elsewhere.q()(4, 0);
    batch = Batch(system, start, 5);
    BatchIntegrator(batch).advance_to(0.3);
    CHECK(batch.q()(4, 0) == q);
    elsewhere = Batch(system, start, 2);
    CHECK(integrator.advance_to(0.6).stuck == 0);  // of states that nobody else has any more
    CHECK(elsewhere.time()(1, 0) == 0);
}

TEST_CASE("integrators of different methods share a batch") {
    const System system(falling_model(1));
    const State like = random_state(system, 1);
    Batch one(system, like, 9), other(system, like, 9);
    BatchIntegrator many_stages(one, Method::dormand_prince_8), few(one, Method::trapezoid),
        alone(other, Method::dormand_prince_8);
    CHECK(many_stages.advance_to(0.01).stuck == 0);
    alone.advance_to(0.01);
    for (int i = 0; i < system.nq(); ++i) CHECK(one.q()(8, i) == other.q()(8, i));
    CHECK(few.advance_to(0.02).stuck == 0);
}

TEST_CASE("what is stopped is left off where it is, and goes on from there") {
    const System system(plain_pendulum());
    State start = system.default_state();
    start.set_q(std::array{1.0});
    Batch batch(system, start, 21, {.lanes = 4, .threads = 2});
    batch.time()(2, 0) = 1;
    BatchIntegrator integrator(batch);
    std::atomic<bool> stop = true;
    BatchAccount account = integrator.advance_to(1, &stop);
    CHECK((account.left_off == 20 && account.stuck == 0 && account.steps == 0));
    CHECK((batch.has_answer(2) && !batch.has_answer(3)));
    CHECK(batch.complaint(3) == "it was left off at time 0.");
    CHECK(integrator.take_steps(0.1, 5, &stop).left_off == 21);
    CHECK((batch.time()(3, 0) == 0 && batch.q()(3, 0) == 1));
    stop = false;
    account = integrator.advance_to(1, &stop);
    CHECK((account.left_off == 0 && account.stuck == 0 && account.steps > 20));
    CHECK((batch.has_answer(3) && batch.complaint(3).empty()));
}
