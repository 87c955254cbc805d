// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// A State among others against the same State by itself: every joint, every force, every constraint.
#include <sinew/batch/kinematics.h>
#include <sinew/batch/test/alone.h>

#include <tests/support/random_constraint.h>
#include <tests/support/random_force.h>

#include <doctest/doctest.h>

using namespace sinew;
using namespace sinew::testing;

TEST_CASE("states of a batch move as they would alone, by every joint there is, whatever their number") {
    Law law(rounding);
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        Model model = random_model(seed, seed % 2 == 0);
        model.add(Gravity{.g = {0.3, -9, 1}});
        const System system(model);
        for (const int lanes : lane_counts())
            for (const int count : {1, 11}) {
                const std::vector<State> states = some_states(system, seed, count);
                Batch batch = batch_of(system, states, {.lanes = lanes, .threads = count == 1 ? 1 : 2});
                compare_motion(law, batch, states, "model " + std::to_string(seed));
            }
    }
}

TEST_CASE("the operators of a batch are those of each of its states") {
    Law law(rounding);
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        Model model = random_model(seed);
        model.add(Gravity{.g = {0.3, -9, 1}});
        model.add(random_force<TwoPointSpring>(model, *std::make_unique<Random>(seed)));
        const System system(model);
        const std::vector<State> states = some_states(system, seed, 5, true);
        const int nu = system.nu();
        std::vector<BodyId> bodies;
        for (int b = 0; b < static_cast<int>(model.bodies.size()); ++b) bodies.push_back(BodyId{b});
        for (const int lanes : lane_counts()) {
            Batch batch = batch_of(system, states, {.lanes = lanes});
            LaneArray v = batch.array(nu), f = batch.array(nu), Mv = batch.array(nu), a = batch.array(nu),
                      M = batch.array(nu * nu);
            for (int s = 0; s < batch.size(); ++s)
                for (int i = 0; i < nu; ++i) v(s, i) = std::sin(s + 2.0 * i);
            inverse_dynamics(batch, v, f);
            multiply_by_M(batch, v, Mv);
            multiply_by_M_inverse(batch, Mv, a);
            mass_matrix(batch, M);
            std::vector<Transform> X(bodies.size() * states.size());
            std::vector<SpatialVelocity> V(X.size());
            std::vector<Vec3> p(states.size());
            poses(batch, bodies, X);
            velocities(batch, bodies, V);
            const Station hand{bodies.back(), {0.1, 0.2, 0.3}};
            stations(batch, std::span(&hand, 1), p);
            for (int s = 0; s < batch.size(); ++s) {
                const State& state = states[at(s)];
                std::vector<double> out(at(nu)), matrix(at(nu * nu));
                sinew::inverse_dynamics(system, state, numbers(v, s), out);
                law.measure(difference(numbers(f, s), out), "inverse dynamics");
                sinew::multiply_by_M(system, state, numbers(v, s), out);
                law.measure(difference(numbers(Mv, s), out), "M");
                law.measure(difference(numbers(a, s), numbers(v, s)), "inverse of M");
                sinew::mass_matrix(system, state, matrix);
                law.measure(difference(numbers(M, s), matrix), "mass matrix");
                for (std::size_t b = 0; b < bodies.size(); ++b) {
                    law.measure(difference(X[at(s) * bodies.size() + b], pose(system, state, bodies[b])),
                                "pose");
                    law.measure(difference(V[at(s) * bodies.size() + b], velocity(system, state, bodies[b])),
                                "velocity");
                }
                law.measure(difference(p[at(s)], pose(system, state, hand.body) * hand.p), "station");
            }
        }
    }
}

TEST_CASE("every force element acts in a batch as it does alone") {
    Law law(rounding);
    std::uint64_t seed = 0;
    for_every_force([&]<class E> {
        ++seed;
        Random random(seed);
        Model model = random_model(seed);
        model.add(random_force<E>(model, random));
        const System system(model);
        const std::vector<State> states = some_states(system, seed, 5);
        for (const int lanes : lane_counts()) {
            Batch batch = batch_of(system, states, {.lanes = lanes});
            compare_motion(law, batch, states, E::kind);
        }
    });
}

TEST_CASE("every constraint holds in a batch as it does alone") {
    Law law(of_multipliers);
    std::uint64_t seed = 0;
    for (const KindOfConstraint& kind : every_constraint()) {
        Random random(++seed);
        Model model = random_model(seed);
        model.add_constraint(kind.random(model, random));
        model.add(Gravity{.g = {0.3, -9, 1}});
        const System system(model);
        const std::vector<State> states = some_states(system, seed, 3);
        for (const int lanes : lane_counts()) {
            Batch batch = batch_of(system, states, {.lanes = lanes});
            compare_motion(law, batch, states, kind.kind);
        }
    }
}

TEST_CASE(
    "several constraints hold in a batch as they do alone, beside joints that are locked and others that are "
    "off") {
    Law law(of_multipliers);
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        Random random(seed);
        Model model = random_model(seed);
        const auto add = [&](const char* name, std::string_view wanted) {
            for (const KindOfConstraint& kind : every_constraint())
                if (kind.kind == wanted)
                    return model.add_constraint(renamed(kind.random(model, random), name));
            throw std::runtime_error("no such constraint");
        };
        const ConstraintId off = add("off", "rod");
        add("rod", "rod"), add("ball", "ball constraint"), add("gear", "gear");
        if (seed % 2 == 0) add("weld", "weld constraint");
        model.add(Gravity{.g = {0.3, -9, 1}});
        const System system(model);
        std::vector<State> states = some_states(system, seed, 5);
        State like = states[0];
        set_enabled(system, like, off, false);
        for (int j = 1; seed > 4 && j < static_cast<int>(model.joints.size()); j += 2)
            lock(system, like, AnyJointId{{j}}, MotionLevel::acceleration);
        for (State& state : states) {
            State same = like;  // in what states of a batch have in common
            same.set_q(state.q()), same.set_u(state.u()), same.set_time(state.time());
            state = same;
        }
        for (const int lanes : lane_counts()) {
            Batch batch = batch_of(system, states, {.lanes = lanes});
            compare_motion(law, batch, states, "model " + std::to_string(seed));
        }
    }
}

TEST_CASE(
    "where equations say the same twice, wholly or in some states of a batch, these move as they would "
    "alone") {
    // Two pins, held at the tip by a rod that is idle along the stretched arm in state 1, and by the same rod again.
    Law law(rounding);
    for (const bool twice : {false, true}) {
        Model model;
        const BodyId one = model.add(Body{.name = "one", .mass = {1, {0.5, 0, 0}, {0.1, 0.1, 0.1, 0, 0, 0}}});
        const BodyId two = model.add(Body{.name = "two", .mass = {1, {0.5, 0, 0}, {0.1, 0.1, 0.1, 0, 0, 0}}});
        model.add(Pin{}, {.name = "a", .to = one});
        model.add(Pin{}, {.name = "b", .from = one, .to = two, .X_PF = {.p = {1, 0, 0}}});
        for (int i = 0; i < 1 + twice; ++i)
            model.add(Rod{.name = "rod" + std::to_string(i),
                          .from = {world, {-1, 0, 0}},
                          .to = {two, {1, 0, 0}},
                          .length = 3});
        model.add(Gravity{.g = {0, -9.8, 0}});
        const System system(model);
        std::vector<State> states;
        for (const double bend : {0.3, 0.0, 1e-9, 0.01, 2.0}) {
            State state = system.default_state();
            state.set_q(std::array{0.0, bend});
            state.set_u(std::array{0.5, 0.0});
            states.push_back(state);
        }
        for (const int lanes : lane_counts()) {
            Batch batch = batch_of(system, states, {.lanes = lanes});
            compare_motion(law, batch, states, twice ? "twice" : "once");
        }
    }
}

TEST_CASE("joints that are locked or driven move in a batch as they are told") {
    Law law(rounding);
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        Model model = random_model(seed);
        model.add(Gravity{.g = {0.3, -9, 1}});
        const System system(model);
        State like = random_state(system, seed);
        for (int j = 0; j < static_cast<int>(model.joints.size()); j += 3)
            lock(system, like, AnyJointId{{j}}, MotionLevel::acceleration);
        std::vector<State> states(6, like);
        for (std::size_t i = 0; i < states.size(); ++i) {
            std::vector<double> u(like.u().begin(), like.u().end());
            for (double& x : u) x += 0.1 * static_cast<double>(i);
            states[i].set_u(u);
        }
        for (const int lanes : lane_counts()) {
            Batch batch = batch_of(system, states, {.lanes = lanes});
            compare_motion(law, batch, states, "model " + std::to_string(seed));
        }
    }
}

TEST_CASE("states have parameters of their own, and those of function-based joints in common") {
    Law law(rounding);
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        Model model = random_model(seed);
        model.add(Gravity{.g = {0.3, -9, 1}});
        const System system(model);
        const std::vector<State> states = some_states(system, seed, 9, true);
        for (const int lanes : lane_counts()) {
            Batch batch = batch_of(system, states, {.lanes = lanes});
            compare_motion(law, batch, states, "model " + std::to_string(seed));
            CHECK(batch.get(4) == states[4]);
            CHECK(batch.get(0) == states[0]);
        }
    }
}

TEST_CASE("flat four-bars, of whose five or three equations two count, move in a batch as they do alone") {
    Law law(rounding);
    for (const int closed_by : {0, 1, 2}) {
        Model model;
        const MassProperties bar{1, {0, 0.5, 0}, {0.4, 0.01, 0.4, 0, 0, 0}};
        const BodyId a = model.add(Body{.name = "a", .mass = bar}),
                     b = model.add(Body{.name = "b", .mass = bar}),
                     c = model.add(Body{.name = "c", .mass = bar});
        model.add(Pin{}, {.name = "p", .to = a});
        model.add(Pin{}, {.name = "q", .from = a, .to = b, .X_PF = {.p = {0, 1, 0}}});
        model.add(Pin{},
                  {.name = "r", .from = b, .to = c, .X_PF = {.p = {1, 0, 0}}, .X_BM = {.p = {0, 1, 0}}});
        const Transform end{.p = {1, 0, 0}};
        if (closed_by == 0) model.add(Pin{}, {.name = "s", .to = c, .X_PF = end});
        if (closed_by == 1) model.add(PinConstraint{.name = "s", .from = {world, end}, .to = {c, {}}});
        if (closed_by == 2) model.add(BallConstraint{.name = "s", .from = {world, end.p}, .to = {c, {}}});
        model.add(Gravity{.g = {0, -9.8, 0}});
        const System system(model);
        std::vector<State> states(9, system.default_state());
        for (std::size_t i = 0; i < states.size(); ++i)
            states[i].set_u(std::array{0.1 * static_cast<double>(i), 0.2, -0.3});
        for (const int lanes : lane_counts()) {
            Batch batch = batch_of(system, states, {.lanes = lanes});
            compare_motion(law, batch, states, "closed by " + std::to_string(closed_by));
        }
    }
}

TEST_CASE("a state without an answer has no multipliers and rates left from the last one") {
    for (const bool in_lanes : {true, false}) {
        Model model;
        const BodyId bob =
            model.add(Body{.name = "bob", .mass = {1, {0, -0.5, 0}, {0.1, 0.1, 0.1, 0, 0, 0}}});
        model.add(Pin{}, {.name = "pin", .to = bob});
        model.add(Gravity{.g = {0, -9.8, 0}});
        if (in_lanes) model.add(Rod{.name = "held", .from = {world, {1, 0, 0}}, .to = {bob, {0, -1, 0}}});
        else model.add(Belt{.name = "held", .through = {{world, {1, 0, 0}}, {bob, {0, -1, 0}}}, .length = 1});
        const System system(model);
        for (const int lanes : lane_counts()) {
            Batch batch(system, system.default_state(), 5, {.lanes = lanes});
            forward_dynamics(batch);
            REQUIRE((batch.has_answer(2) && std::isfinite(batch.multipliers()(2, 0))));
            batch.q()(2, 0) = std::nan("");
            forward_dynamics(batch);
            for (int s = 0; s < 5; ++s) {
                CHECK(batch.has_answer(s) == (s != 2));
                CHECK(std::isfinite(batch.u_dot()(s, 0)) == (s != 2));
                CHECK(std::isfinite(batch.multipliers()(s, 0)) == (s != 2));
            }
        }
    }
}
