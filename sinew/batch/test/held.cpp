// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Constraints of a batch: what they apply, and that they stay in lanes.
#include <sinew/batch/inside.h>
#include <sinew/batch/test/alone.h>
#include <sinew/batch/worker.h>

#include <tests/support/random_constraint.h>
#include <tests/support/random_force.h>

#include <doctest/doctest.h>

#include <set>

using namespace sinew;
using namespace sinew::testing;

namespace {

/// Kinds that chapter 20 says go in lanes: rods, those like joints, gears, points on planes, what holds one coordinate.
const std::set<std::string_view> in_lanes{"rod",
                                          "ball constraint",
                                          "weld constraint",
                                          "pin constraint",
                                          "cylinder constraint",
                                          "slider constraint",
                                          "universal constraint",
                                          "point-on-plane constraint",
                                          "constant-angle constraint",
                                          "constant-orientation constraint",
                                          "loop constraint",
                                          "halves constraint",
                                          "gear",
                                          "rack and pinion",
                                          "constant-coordinate constraint",
                                          "constant-speed constraint",
                                          "constant-acceleration constraint"};

/// Whether constraints are about where they belong (turned by more than a right angle they are left to the code for one
/// State) and no equation loses more than three digits to those before it.
bool is_plain(const System& system, const State& state) {
    for (const double e : position_errors(system, state))
        if (std::abs(e) > 0.3) return false;
    const int m = equation_counts(system).all();
    std::vector<double> W(at(m * m));
    constraint_compliance(system, state, W);
    std::vector<double> size(at(m));
    for (int k = 0; k < m; ++k) size[at(k)] = W[at(k * m + k)];
    for (int k = 0; k < m; ++k) {
        if (!(W[at(k * m + k)] > 1e-3 * size[at(k)])) return false;
        for (int i = k + 1; i < m; ++i)
            for (int j = k + 1; j < m; ++j)
                W[at(i * m + j)] -= W[at(i * m + k)] * W[at(k * m + j)] / W[at(k * m + k)];
    }
    return true;
}

/// How often a lane was left to the code for one State.
long left_alone(Batch& batch) {
    long sum = 0;
    std::visit(
        [&](auto& memory) {
            for (const auto& worker : memory) sum += worker->left_alone;
        },
        batch.inside().memory);
    return sum;
}

}  // namespace

TEST_CASE(
    "constraints that can go in lanes do, in every state where their equations are plainly independent") {
    int kinds = 0;
    for (const KindOfConstraint& kind : every_constraint()) {
        const bool wanted = in_lanes.contains(kind.kind);
        kinds += wanted;
        int plain = 0;
        for (std::uint64_t seed = 1; seed <= 8; ++seed) {
            Random random(seed);
            Model model = random_model(seed, true);
            model.add_constraint(kind.random(model, random));
            model.add(Gravity{.g = {0.3, -9, 1}});
            const System system(model);
            std::vector<State> states = some_states(system, seed, 11);
            long others = 0;
            for (State& state : states) project(system, state);
            for (const State& state : states) others += !is_plain(system, state);
            plain += 11 - static_cast<int>(others);
            for (const int lanes : lane_counts()) {
                Batch batch = batch_of(system, states, {.lanes = lanes, .threads = 2});
                rates(batch);
                CAPTURE(std::string(kind.kind));
                CAPTURE(seed);
                CHECK(batch.inside().plan.constraints.in_lanes == wanted);
                if (wanted) CHECK(left_alone(batch) <= others);
            }
        }
        CAPTURE(std::string(kind.kind));
        CAPTURE(plain);
        if (wanted) CHECK(plain >= 22);
    }
    CHECK(kinds >=
          static_cast<int>(in_lanes.size()) - 2);  // loop and halves constraints are the System's own
}

TEST_CASE("several constraints go in lanes together, up to 32 equations") {
    for (const int rods : {1, 5, 32, 33}) {
        Model model = random_model(3);
        for (int i = 0; i < rods; ++i)
            model.add(Rod{.name = "rod" + std::to_string(i),
                          .from = {world, {std::sin(i), 2, std::cos(i)}},
                          .to = {BodyId{1 + i % 20}, {0.1 * i, 0, 0.3}},
                          .length = 2});
        const System system(model);
        const Batch batch(system, random_state(system, 3), 5);
        CHECK(batch.inside().plan.constraints.in_lanes == (rods <= 32));
    }
}

TEST_CASE("inverse dynamics beside constraints finds in a batch what it finds alone") {
    Law alone(rounding), consistent(of_multipliers);
    std::uint64_t seed = 0;
    for (const KindOfConstraint& kind : every_constraint()) {
        Random random(++seed);
        Model model = random_model(seed);
        model.add_constraint(kind.random(model, random));
        if (seed % 2 == 0) model.add(Gravity{.g = {0.3, -9, 1}});
        if (seed % 3 == 0) model.add(random_force<TwoPointSpring>(model, random));
        const System system(model);
        const std::vector<State> states = some_states(system, seed, 5);
        const int nu = system.nu();
        for (const int lanes : lane_counts()) {
            Batch batch = batch_of(system, states, {.lanes = lanes, .threads = 2});
            LaneArray v = batch.array(nu), f = batch.array(nu),
                      lambda = batch.array(batch.multipliers().numbers());
            for (int s = 0; s < batch.size(); ++s) {
                for (int i = 0; i < nu; ++i) v(s, i) = std::sin(s + 2.0 * i);
                for (int i = 0; i < lambda.numbers(); ++i) lambda(s, i) = std::cos(s - 3.0 * i);
            }
            inverse_dynamics(batch, v, lambda, f);
            std::vector<double> out(at(nu));
            for (int s = 0; s < batch.size(); ++s) {
                sinew::inverse_dynamics(system, states[at(s)], numbers(v, s), numbers(lambda, s), out);
                alone.measure(difference(numbers(f, s), out), kind.kind);
            }
            forward_dynamics(batch);
            inverse_dynamics(batch, batch.u_dot(), batch.multipliers(), f);  // nothing is missing
            for (int s = 0; s < batch.size(); ++s)
                for (const double missing : numbers(f, s)) {
                    double most = 1;
                    for (const double l : numbers(batch.multipliers(), s)) most = std::max(most, std::abs(l));
                    for (const double a : numbers(batch.u_dot(), s)) most = std::max(most, std::abs(a));
                    consistent.measure(std::abs(missing) / most, kind.kind);
                }
        }
    }
}

TEST_CASE(
    "forces on speeds in place of the model's bring about in a batch what they do alone, held or free") {
    Law law(of_multipliers);
    std::uint64_t seed = 0;
    for (const KindOfConstraint& kind : every_constraint())
        for (const bool locked : {false, true}) {
            Random random(++seed);
            Model model = random_model(seed);
            if (seed % 4 != 1) model.add_constraint(kind.random(model, random));
            model.add(Gravity{.g = {0.3, -9, 1}});
            model.add(random_force<CustomForce>(model, random));
            const System system(model);
            std::vector<State> states = some_states(system, seed, 5);
            if (locked) {
                State like = states[0];
                lock(system, like, AnyJointId{{2}}, MotionLevel::acceleration);
                for (State& state : states) {
                    State same = like;
                    same.set_q(state.q()), same.set_u(state.u()), same.set_time(state.time());
                    state = same;
                }
            }
            for (const int lanes : lane_counts()) {
                Batch batch = batch_of(system, states, {.lanes = lanes, .threads = 2});
                LaneArray f = batch.array(system.nu()), u_dot = f;
                for (int s = 0; s < batch.size(); ++s)
                    for (int i = 0; i < system.nu(); ++i) f(s, i) = std::sin(s + 2.0 * i);
                f(4, 0) = std::nan("");
                forward_dynamics(batch, f, u_dot);
                std::vector<double> out(at(system.nu()));
                for (int s = 0; s < 4; ++s) {
                    REQUIRE(batch.has_answer(s));
                    sinew::forward_dynamics(system, states[at(s)], Loads{numbers(f, s), {}}, out);
                    law.measure(difference(numbers(u_dot, s), out), kind.kind);
                }
                CHECK((!batch.has_answer(4) && std::isnan(u_dot(4, 0))));
            }
        }
}

TEST_CASE(
    "inverse dynamics beside constraints refuses what does not fit, and gives no numbers for what is none") {
    Model model = random_model(1);
    model.add(Rod{.name = "rod", .from = {world, {1, 2, 3}}, .to = {BodyId{3}, {}}, .length = 2});
    const System system(model);
    Batch batch(system, random_state(system, 1), 5);
    batch.u()(2, 0) = std::nan("");
    LaneArray v = batch.array(system.nu()), f = v, lambda = batch.array(1), wrong = batch.array(2);
    CHECK_THROWS_AS(inverse_dynamics(batch, v, wrong, f), StateError);
    inverse_dynamics(batch, v, lambda, f);
    for (int s = 0; s < 5; ++s)
        for (const double x : numbers(f, s)) CHECK(std::isfinite(x) == (s != 2));
}
