// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// What a state of a batch gets depends on nothing but itself.
#include <sinew/base/error.h>
#include <sinew/base/workers.h>
#include <sinew/batch/dynamics.h>
#include <sinew/batch/integrate.h>

#include <tests/support/random_force.h>

#include <doctest/doctest.h>

#include <atomic>
#include <cstring>
#include <limits>

using namespace sinew;
using namespace sinew::testing;

namespace {

std::vector<double> row(const LaneArray& array, int state) {
    std::vector<double> out(at(array.numbers()));
    array.get(state, out);
    return out;
}
bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

Model model_of(std::uint64_t seed) {
    Model model = random_model(seed);
    model.add(Gravity{.g = {0.3, -9, 1}});
    Random random(seed);
    auto spring = random_force<TwoPointSpring>(model, random);  // lane by lane
    auto damper = random_force<MobilityDamper>(model, random);  // in packs
    spring.name = "spring", damper.name = "damper";
    model.add(spring);
    model.add(damper);
    return model;
}

/// State number `number` of a family.
void put(Batch& batch, int place, int number, const State& like) {
    for (int i = 0; i < batch.q().numbers(); ++i)
        batch.q()(place, i) = like.q()[at(i)] + 0.2 * std::sin(number + 3.0 * i);
    for (int i = 0; i < batch.u().numbers(); ++i)
        batch.u()(place, i) = like.u()[at(i)] + 0.5 * std::cos(number + 2.0 * i);
}

}  // namespace

TEST_CASE("a state gets the same bits in any lane, among any neighbours, by any number of threads") {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        const System system(model_of(seed));
        const State like = random_state(system, seed);
        constexpr int count = 23;
        Batch one(system, like, count, {.lanes = 4, .threads = 1});
        Batch other(system, like, count, {.lanes = 4, .threads = 2});
        Batch turned(system, like, count, {.lanes = 4, .threads = 2});
        for (int s = 0; s < count; ++s) {
            put(one, s, s, like);
            put(other, s, s, like);
            put(turned, (s + 7) % count, s, like);
        }
        for (Batch* batch : {&one, &other, &turned}) {
            rates(*batch);
            CHECK(batch->has_answer(0));
        }
        for (int s = 0; s < count; ++s) {
            CHECK(same_bits(row(one.u_dot(), s), row(other.u_dot(), s)));
            CHECK(same_bits(row(one.u_dot(), s), row(turned.u_dot(), (s + 7) % count)));
        }
        for (Batch* batch : {&one, &other, &turned}) {
            BatchIntegrator integrator(*batch, Method::merson, 1e-5);
            CHECK(integrator.advance_to(0.05).stuck == 0);
            integrator.take_steps(0.002, 3);
        }
        for (int s = 0; s < count; ++s) {
            CHECK(same_bits(row(one.q(), s), row(other.q(), s)));
            CHECK(same_bits(row(one.u(), s), row(turned.u(), (s + 7) % count)));
            CHECK(one.time()(s, 0) == turned.time()((s + 7) % count, 0));
        }
    }
}

TEST_CASE("a state that is not a number has no answer, and the others do not notice") {
    const System system(model_of(2));
    const State like = random_state(system, 2);
    Batch batch(system, like, 6), spoilt(system, like, 6);
    for (int s = 0; s < 6; ++s) put(batch, s, s, like), put(spoilt, s, s, like);
    for (const double odd :
         {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
        spoilt.u()(3, 2) = odd;
        rates(batch);
        rates(spoilt);
        for (int s = 0; s < 6; ++s) {
            CHECK(spoilt.has_answer(s) == (s != 3));
            if (s != 3) CHECK(same_bits(row(batch.u_dot(), s), row(spoilt.u_dot(), s)));
        }
        CHECK(std::isnan(spoilt.u_dot()(3, 0)));
        CHECK(spoilt.complaint(3).find("not a finite number") != std::string::npos);
        CHECK(spoilt.complaint(2).empty());
    }
    BatchIntegrator integrator(spoilt);
    CHECK(integrator.advance_to(0.02).stuck == 1);
    CHECK(!spoilt.has_answer(3));
    CHECK(spoilt.time()(2, 0) == 0.02);
}

TEST_CASE("a mass matrix without an inverse is one state's own") {
    Model model{.name = "light"};
    const BodyId bob = model.add(Body{.name = "bob", .mass = {1, {0, -1, 0}, {}}});
    model.add(Pin{}, {.name = "pin", .to = bob});
    model.add(Gravity{.g = {0, -9.81, 0}});
    const System system(model);
    State state = system.default_state();
    Batch batch(system, state, 5);
    state.set_parameter("bob.com", std::array{0.0, 0.0, 0.0});
    batch.set(2, state);
    forward_dynamics(batch);
    for (int s = 0; s < 5; ++s) CHECK(batch.has_answer(s) == (s != 2));
    CHECK(batch.complaint(2).find("pin") != std::string::npos);
    CHECK(batch.u_dot()(1, 0) == doctest::Approx(0.0));
}

TEST_CASE("a batch says what it cannot take") {
    const System system(model_of(1)), foreign(random_model(5));
    const State like = random_state(system, 1);
    CHECK_THROWS_AS(Batch(system, like, 0), Error);
    CHECK_THROWS_AS(Batch(system, like, 3, {.lanes = 5}), Error);
    CHECK_THROWS_AS(Batch(system, foreign.default_state(), 3), StateError);
    Batch batch(system, like, 3);
    CHECK_THROWS_AS(batch.set(3, like), StateError);
    State other = like;
    lock(system, other, AnyJointId{{0}});
    CHECK_THROWS_AS(batch.set(0, other), StateError);
    LaneArray wrong = batch.array(system.nu() + 1), right = batch.array(system.nu());
    CHECK_THROWS_AS(inverse_dynamics(batch, wrong, right), StateError);
    CHECK_THROWS_AS(BatchIntegrator(batch, Method::bdf), Error);
}

TEST_CASE("workers do every job once") {
    for (const int threads : {1, 2, 5}) {
        const Workers workers(threads);
        CHECK(workers.count() == threads);
        for (const int jobs : {0, 1, 2, 1000}) {
            std::vector<std::atomic<int>> done(at(jobs));
            for (int round = 0; round < 20; ++round)
                workers.run(jobs, [&](int worker, int number) {
                    if (worker >= 0 && worker < threads) ++done[at(number)];
                });
            for (const auto& times : done) CHECK(times == 20);
        }
    }
}
