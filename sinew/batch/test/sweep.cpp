// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/batch/sweep.h>

#include <tests/support/random_model.h>

#include <doctest/doctest.h>

#include <limits>
#include <map>

using namespace sinew;
using namespace sinew::testing;

namespace {

Model swept_pendulum() {
    Model model{.name = "pendulum"};
    const BodyId bob = model.add(Body{.name = "bob", .mass = {1, {0, -1, 0}, {}}});
    model.add(Pin{}, {.name = "pin", .to = bob});
    model.add(Gravity{.g = {0, -9.81, 0}});
    return model;
}

/// A pin whose function bends.
Model bent() {
    Model model{.name = "bent"};
    const BodyId bob = model.add(Body{.name = "bob", .mass = {1, {0, -1, 0}, {0.1, 0.1, 0.1, 0, 0, 0}}});
    FunctionBased joint;
    joint.turns[2].function = function::Polynomial{{0.1, 1, 0}};
    joint.turns[2].of = {0};
    joint.shifts[0].function = function::Polynomial{{0.2, 0, 0}};
    joint.shifts[0].of = {0};
    model.add(joint, {.name = "knee", .to = bob});
    model.add(Gravity{.g = {0, -9.81, 0}});
    return model;
}

}  // namespace

TEST_CASE("a run that cannot begin does not keep the others, and tells why") {
    const System system(swept_pendulum());
    std::map<int, std::string> reasons;
    std::map<int, double> ends;
    const BatchAccount account = sweep(
        system, system.default_state(), 30, {.until = 0.5, .accuracy = 1e-6, .threads = 2, .at_a_time = 7},
        [](int i, State& state) {
            state.set_q(std::array{0.1});
            if (i == 3) state.set_parameter("bob.mass", -1.0);
            if (i == 11) state.set_parameter("bob.com", std::array{0.0, 0.0, 0.0});  // nothing resists
            if (i == 12) state.set_time(2);
        },
        [&](int i, const State& state, const std::string& why) {
            CHECK(i == static_cast<int>(reasons.size()));
            reasons[i] = why, ends[i] = state.q()[0];
        });
    CHECK(account.stuck == 3);
    for (int i = 0; i < 30; ++i) CHECK(reasons.at(i).empty() == (i != 3 && i != 11 && i != 12));
    CHECK(reasons[3].find("bob.mass") != std::string::npos);
    CHECK(reasons[11].find("pin") != std::string::npos);
    CHECK(reasons[12].find("after its end") != std::string::npos);
    CHECK(ends[29] == ends[0]);
}

TEST_CASE("runs with other functions of joints end where they would alone") {
    const System system(bent());
    std::string path;
    for (const ParameterSlot& slot : system.layout().parameters)
        if (slot.path.starts_with("knee.") && slot.path.find("function") != std::string::npos)
            path = slot.path;
    REQUIRE_FALSE(path.empty());
    const auto vary = [&](int i, State& state) {
        const std::span<const double> now = state.parameter(path);
        std::vector<double> numbers(now.begin(), now.end());
        numbers[0] += 0.05 * (i % 3);
        state.set_parameter(path, numbers);
        state.set_q(std::array{0.3});
        state.set_u(std::array{0.1 * i});
    };
    int count = 0;
    sweep(system, system.default_state(), 9, {.until = 0.4, .accuracy = 1e-8, .threads = 2}, vary,
          [&](int i, const State& state, const std::string& why) {
              CHECK(why.empty());
              ++count;
              State start = system.default_state();
              vary(i, start);
              Batch alone(system, start, 1);
              BatchIntegrator(alone, Method::merson, 1e-8).advance_to(0.4);
              CHECK(alone.get(0) == state);
          });
    CHECK(count == 9);
}

TEST_CASE("starts are brought onto their constraints, or refused where these are too far away") {
    Model model = swept_pendulum();
    const BodyId second = model.add(Body{.name = "second", .mass = {1, {0, -1, 0}, {}}});
    model.add(Pin{}, {.name = "other", .to = second, .X_PF = {.p = {1, 0, 0}}});
    model.add(Rod{.name = "rod", .from = {BodyId{1}, {0, -1, 0}}, .to = {second, {0, -1, 0}}, .length = 1});
    const System system(model);
    int arrived = 0;
    sweep(
        system, system.default_state(), 4, {.until = 0.2, .accuracy = 1e-6},
        [](int i, State& state) {
            state.set_q(std::array{0.04 * i * i * i, 0.0});
        },
        [&](int i, const State& state, const std::string& why) {
            CAPTURE(i);
            CAPTURE(why);
            CHECK(why.empty() == (i < 2));
            if (!why.empty()) CHECK(why.find("assemble()") != std::string::npos);
            else CHECK(std::abs(position_errors(system, state)[0]) < 1e-7);
            arrived += why.empty();
        });
    CHECK(arrived == 2);
}

TEST_CASE("a sweep that is stopped ends what is finished, and no other run") {
    const System system(swept_pendulum());
    std::atomic<bool> stop = false;
    int ends = 0;
    const BatchAccount account = sweep(
        system, system.default_state(), 100, {.until = 1, .threads = 2, .at_a_time = 10, .stop = &stop},
        [](int, State& state) { state.set_q(std::array{1.0}); },
        [&](int i, const State& state, const std::string& why) {
            CHECK((i == ends++ && why.empty() && state.time() == 1));
            if (i == 34) stop = true;
        });
    CHECK(ends == 40);
    CHECK(account.steps > 0);
    CHECK(account.left_off == 0);
}

TEST_CASE("a sweep to no time, or to one that is past, is refused") {
    const System system(swept_pendulum());
    State like = system.default_state();
    like.set_time(1);
    const auto start = [](int, State&) {};
    const auto end = [](int, const State&, const std::string&) {};
    for (const double until :
         {0.9, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
        CHECK_THROWS_AS(sweep(system, like, 3, {.until = until}, start, end), StateError);
    CHECK_THROWS_AS(sweep(system, like, 3, {.until = 2, .at_a_time = -1}, start, end), StateError);
    CHECK(runs_at_a_time(system, like, {.until = 2, .threads = 64}) >= 4 * 4 * 64);
}

TEST_CASE("a sweep ends each run where it would end alone, whatever is swept with it") {
    Model model{.name = "pendulum"};
    const BodyId bob = model.add(Body{.name = "bob", .mass = {1, {0, -1, 0}, {}}});
    const auto pin = model.add(Pin{}, {.name = "pin", .to = bob});
    model.add(Gravity{.g = {0, -9.81, 0}});
    const System system(model);
    std::vector<double> angle[2];
    int next = 0;
    for (const int at_a_time : {1000, 7}) {
        std::vector<double>& ends = angle[at_a_time == 7];
        next = 0;
        const BatchAccount account = sweep(
            system, system.default_state(), 40,
            {.until = 0.7, .accuracy = 1e-8, .threads = 2, .at_a_time = at_a_time},
            [&](int i, State& state) {
                state.q(pin) = 0.01 * i;
                state.set_parameter("bob.com", std::array{0.0, -1 - 0.1 * (i % 4), 0.0});
            },
            [&](int i, const State& state, const std::string& why) {
                CHECK((why.empty() && i == next++));
                ends.push_back(state.q(pin));
            });
        CHECK(account.stuck == 0);
    }
    CHECK(angle[0] == angle[1]);
    // Small swings: q = q0 cos(√(g/l) t), less q0³/16 at most.
    CHECK(angle[0][4] == doctest::Approx(0.04 * std::cos(std::sqrt(9.81) * 0.7)).epsilon(1e-3));
    CHECK(angle[0][5] == doctest::Approx(0.05 * std::cos(std::sqrt(9.81 / 1.1) * 0.7)).epsilon(1e-3));
}
