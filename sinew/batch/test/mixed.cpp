// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Loads on speeds and bodies, and mixed dynamics, of a batch against each of its states by itself.
#include <sinew/batch/test/alone.h>
#include <sinew/system/motions.h>

#include <tests/support/random_constraint.h>

#include <doctest/doctest.h>

using namespace sinew;
using namespace sinew::testing;

namespace {

/// Random models, from the third on with a rod, with locks in every other; states[0] is what they have in common.
struct Shared {
    System system;
    std::vector<State> states;
};
Shared shared(std::uint64_t seed) {
    Random random(seed);
    Model model = random_model(seed);
    model.add(Gravity{.g = {0.3, -9, 1}});
    for (const KindOfConstraint& kind : every_constraint())
        if (seed > 2 && std::string_view(kind.kind) == "rod")
            model.add_constraint(renamed(kind.random(model, random), "rod"));
    Shared out{System(model), {}};
    State like = random_state(out.system, seed);
    if (seed % 2 == 0)
        for (int j = 2; j < static_cast<int>(model.joints.size()); j += 5)
            lock(out.system, like, AnyJointId{{j}}, MotionLevel::acceleration);
    for (State state : some_states(out.system, seed, 5)) {
        State same = like;
        same.set_q(state.q()), same.set_u(state.u()), same.set_time(state.time());
        out.states.push_back(same);
    }
    return out;
}

LaneArray waves(const Batch& batch, int count, double phase) {
    LaneArray array = batch.array(count);
    for (int s = 0; s < batch.size(); ++s)
        for (int i = 0; i < count; ++i) array(s, i) = std::sin(phase + s + 2.0 * i);
    return array;
}

}  // namespace

TEST_CASE(
    "a batch moves under loads on speeds and on bodies as its states do alone, and tells what is missing") {
    Law law(of_multipliers);
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        const Shared all = shared(seed);
        const int nu = all.system.nu(), bodies = static_cast<int>(all.system.model().bodies.size());
        for (const int lanes : lane_counts()) {
            Batch batch = batch_of(all.system, all.states, {.lanes = lanes});
            const LaneArray f = waves(batch, nu, 0), F = waves(batch, 6 * bodies, 1), a = waves(batch, nu, 2);
            LaneArray u_dot = batch.array(nu), missing = batch.array(nu);
            forward_dynamics(batch, f, F, u_dot);
            inverse_dynamics(batch, a, f, F, missing);
            for (int s = 0; s < batch.size(); ++s) {
                const std::vector<double> on_speeds = numbers(f, s), on_bodies = numbers(F, s);
                const Loads loads{on_speeds,
                                  {reinterpret_cast<const SpatialForce*>(on_bodies.data()), at(bodies)}};
                std::vector<double> out(at(nu));
                sinew::forward_dynamics(all.system, all.states[at(s)], loads, out);
                law.measure(difference(numbers(u_dot, s), out), "forward, seed " + std::to_string(seed));
                sinew::inverse_dynamics(all.system, all.states[at(s)], numbers(a, s), loads, out);
                law.measure(difference(numbers(missing, s), out), "inverse, seed " + std::to_string(seed));
            }
        }
    }
}

TEST_CASE("mixed dynamics of a batch is that of each of its states") {
    Law law(of_multipliers);
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        const Shared all = shared(seed);
        const int nu = all.system.nu();
        std::vector<AnyJointId> listed;
        for (int j = 1; j < static_cast<int>(all.system.model().joints.size()); j += 3)
            listed.push_back(AnyJointId{{j}});
        for (const int lanes : lane_counts()) {
            Batch batch = batch_of(all.system, all.states, {.lanes = lanes, .threads = 2});
            LaneArray u_dot = waves(batch, nu, 0), tau = batch.array(nu);
            mixed_dynamics(batch, listed, u_dot, tau);
            for (int s = 0; s < batch.size(); ++s) {
                std::vector<double> a = numbers(waves(batch, nu, 0), s), f(at(nu));
                sinew::mixed_dynamics(all.system, all.states[at(s)], listed, a, f, {});
                law.measure(difference(numbers(u_dot, s), a), "u_dot, seed " + std::to_string(seed));
                law.measure(difference(numbers(tau, s), f), "tau, seed " + std::to_string(seed));
            }
        }
    }
}

TEST_CASE("what is wrong with a question throws, and a state with odd loads alone has no answer") {
    const Shared all = shared(1);
    const int nu = all.system.nu(), bodies = static_cast<int>(all.system.model().bodies.size());
    Batch batch = batch_of(all.system, all.states, {});
    LaneArray f = waves(batch, nu, 0), F = waves(batch, 6 * bodies, 1), u_dot = batch.array(nu);
    CHECK_THROWS_AS(forward_dynamics(batch, f, f, u_dot), StateError);
    const AnyJointId none{{999}};
    CHECK_THROWS_AS(mixed_dynamics(batch, std::span(&none, 1), u_dot, f), StateError);
    F(2, 8) = std::numeric_limits<double>::quiet_NaN();
    forward_dynamics(batch, f, F, u_dot);
    for (int s = 0; s < batch.size(); ++s) CHECK(batch.has_answer(s) == (s != 2));
}
