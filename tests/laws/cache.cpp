// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// The cache changes speed, never results: whatever was written and read before, in whatever order, an answer has
// the bits that a fresh State with the same variables gives.
#include <tests/support/random_model.h>

#include <doctest/doctest.h>

#include <cstring>

using namespace sinew;
using namespace sinew::testing;

namespace {

constexpr int questions = 12;

/// The numbers of one answer.
std::vector<double> ask(const System& system, const State& state, int question, std::uint64_t seed) {
    const auto n = static_cast<std::size_t>(system.nu());
    const BodyId body{1 + static_cast<int>(seed % (system.model().bodies.size() - 1))};
    const AnyJointId joint{{static_cast<int>(seed % system.model().joints.size())}};
    std::vector<double> answer(n), in(n, 0.5);
    const auto all = [&](const auto& value) {
        const auto* first = reinterpret_cast<const double*>(&value);
        answer.assign(first, first + sizeof value / sizeof(double));
    };
    switch (question) {
        case 0: all(pose(system, state, body)); break;
        case 1: all(velocity(system, state, body)); break;
        case 2: all(acceleration(system, state, body)); break;
        case 3:
            answer.assign(forward_dynamics(system, state).begin(), forward_dynamics(system, state).end());
            break;
        case 4: inverse_dynamics(system, state, in, answer); break;
        case 5: multiply_by_M_inverse(system, state, in, answer); break;
        case 6: answer.resize(n * n), mass_matrix(system, state, answer); break;
        case 7: all(reaction(system, state, joint)); break;
        case 8: all(articulated_inertia(system, state, body)); break;
        case 9: all(mass_centre(system, state)); break;
        case 10: answer.assign(q_dot(system, state).begin(), q_dot(system, state).end()); break;
        default:
            answer = {kinetic_energy(system, state), potential_energy(system, state), power(system, state)};
    }
    return answer;
}

/// Changes something at random.
void change(const System& system, State& state, Random& random) {
    const AnyJointId joint{{random.below(static_cast<int>(system.model().joints.size()))}};
    const std::string body = "body" + std::to_string(1 + random.below(5));
    switch (random.below(7)) {
        case 0: state.set_q(joint, std::vector<double>(state.q(joint).begin(), state.q(joint).end())); break;
        case 1: state.set_time(random.within(0, 1)); break;
        case 2: state.set_u(joint, std::vector<double>(state.u(joint).size(), random.within(-1, 1))); break;
        case 3: state.set_parameter(body + ".mass", random.within(1, 2)); break;
        case 4: state.set_parameter("gravity.g", std::array{0.0, 0.0, random.within(-10, 0)}); break;
        case 5: use_angles(system, state, joint, random.below(2) == 1); break;
        default: {
            std::vector<double> q(state.q(joint).begin(), state.q(joint).end());
            for (double& x : q) x *= 1 + random.within(-0.01, 0.01);
            state.set_q(joint, q);
        }
    }
}

}  // namespace

TEST_CASE("4000 random sequences of writing and reading give bitwise what a fresh State gives") {
    Model model = random_model(11);
    model.add(Gravity{});
    for (int j = 0; j < static_cast<int>(model.joints.size()); ++j)
        if (model.joints[static_cast<std::size_t>(j)].joint.is<Pin>())
            model.add(MobilitySpring{.name = "spring", .coordinate = {AnyJointId{{j}}, 0}, .stiffness = 3});
    const System system(model);
    Random random(5);
    int compared = 0;
    for (int sequence = 0; sequence < 4000; ++sequence) {
        State state = random_state(system, static_cast<std::uint64_t>(sequence % 10));
        for (int step = 0; step < 4; ++step) {
            if (random.below(2)) change(system, state, random);
            const auto seed = static_cast<std::uint64_t>(random.below(1000));
            const int question = random.below(questions);
            const std::vector<double> answer = ask(system, state, question, seed);
            const std::vector<double> fresh = ask(system, State(state), question, seed);
            CAPTURE(sequence);
            CAPTURE(question);
            REQUIRE(answer.size() == fresh.size());
            REQUIRE(std::memcmp(answer.data(), fresh.data(), answer.size() * sizeof(double)) == 0);
            ++compared;
        }
    }
    CHECK(compared == 16000);
}

TEST_CASE("discrete variables and cache entries of the user's own go stale at their stage") {
    Model model = random_model(1);
    const auto gain = model.add_variable("gain", 2.0, Stage::velocity);
    const auto entry = model.add_cache_entry<double>(Stage::velocity);
    const System system(model);
    State state = system.default_state();
    int computed = 0;
    const auto read = [&] { return state.cached(entry, [&] { return ++computed, 10 * state.get(gain); }); };
    CHECK(read() == 20);
    CHECK(read() == 20);
    CHECK(computed == 1);
    state.set(gain, 3.0);
    CHECK(read() == 30);
    state.set_q(state.q());
    CHECK(read() == 30);
    CHECK(computed == 3);
    state.set_z(state.z());  // above its stage
    CHECK(read() == 30);
    CHECK(computed == 3);
    const State copy = state;
    CHECK(copy.get(gain) == 3.0);
    CHECK(copy.cached(entry, [] { return -1.0; }) == -1.0);  // a copy computes for itself
}
