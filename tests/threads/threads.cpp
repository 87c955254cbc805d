// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// One System, eight threads, each with States of its own: the same bits as one thread. Run under the thread
// sanitizer, too.
#include <tests/support/random_model.h>

#include <doctest/doctest.h>

#include <cstring>
#include <thread>

using namespace sinew;
using namespace sinew::testing;

namespace {

/// Folds the bits of many evaluations into one number.
std::uint64_t evaluate(const System& system, const State& start, int evaluations, std::uint64_t seed) {
    Random random(seed);
    State state = start;
    std::uint64_t hash = 0;
    std::vector<double> u(state.u().begin(), state.u().end());
    for (int i = 0; i < evaluations; ++i) {
        for (double& speed : u) speed += random.within(-0.01, 0.01);
        state.set_u(u);
        if (i % 16 == 0) state.set_q(state.q());                                   // positions anew
        if (i % 64 == 0) state = start;                                            // copies come and go
        if (i % 256 == 0) state.set_parameter("body1.mass", random.within(1, 2));  // a block of its own
        for (const double a : forward_dynamics(system, state)) {
            std::uint64_t bits;
            std::memcpy(&bits, &a, sizeof bits);
            hash = (hash ^ bits) * 1099511628211u;
        }
    }
    return hash;
}

}  // namespace

TEST_CASE("eight threads on one System get the bits that one thread gets") {
    Model model{.name = "arm"};
    Random random(7);
    BodyId last = world;
    for (int i = 0; i < 6; ++i) last = hang(model, random, Pin{}, last, i % 2 == 1);
    hang(model, random, Ball{}, last, false);
    model.add(Gravity{});
    const System system(model);
    const State start = random_state(system, 7);
    constexpr int evaluations = 100'000, threads = 8;

    std::array<std::uint64_t, threads> alone{}, together{};
    for (std::uint64_t t = 0; t < threads; ++t) alone[t] = evaluate(system, start, evaluations, t);
    {
        std::vector<std::jthread> running;
        for (std::uint64_t t = 0; t < threads; ++t)
            running.emplace_back([&, t] { together[t] = evaluate(system, State(start), evaluations, t); });
    }
    CHECK(alone == together);
    CHECK(alone[0] != alone[1]);
}
