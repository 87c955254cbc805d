// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/base/wide_kernel.h>
#include <sinew/batch/dynamics.h>

#include <tests/support/law.h>
#include <tests/support/random_model.h>

#include <doctest/doctest.h>

namespace sinew::testing {

// Rounding of a pass (1e-13 of the largest number at most, see sinew/dynamics/test) times the condition of the random
// mass matrices, which is below 1e3 here; what was asked for is 1e-12 of well-conditioned ones.
inline constexpr double rounding = 1e-11;

inline constexpr double of_multipliers =
    1e-8;  // of random constraints at random speeds: conditions up to 1e5

inline std::vector<int> lane_counts() {
    if (!has_wide_registers()) return {4};
    return {4, 8};
}

/// States that differ in everything but options.
inline std::vector<State> some_states(const System& system, std::uint64_t seed, int count,
                                      bool parameters = false) {
    std::vector<State> states;
    Random random(seed + 100);
    for (int i = 0; i < count; ++i) {
        State state = random_state(system, seed);
        std::vector<double> q(state.q().begin(), state.q().end()), u(state.u().begin(), state.u().end());
        for (double& x : q) x += random.within(-0.3, 0.3);
        for (double& x : u) x += random.within(-1, 1);
        state.set_q(q);
        state.set_u(u);
        state.set_time(0.1 * i);
        if (parameters && i % 3 == 1) state.set_parameter("body3.mass", 1.5 + 0.1 * i);
        states.push_back(state);
    }
    return states;
}

inline Batch batch_of(const System& system, const std::vector<State>& states, const BatchOptions& options) {
    Batch batch(system, states[0], static_cast<int>(states.size()), options);
    for (std::size_t i = 0; i < states.size(); ++i) batch.set(static_cast<int>(i), states[i]);
    return batch;
}

inline std::vector<double> numbers(const LaneArray& array, int state) {
    std::vector<double> out(at(array.numbers()));
    array.get(state, out);
    return out;
}

/// Forward dynamics and rates of all states, against the code for one.
inline void compare_motion(Law& law, Batch& batch, const std::vector<State>& states,
                           const std::string& label) {
    const System& system = batch.system();
    rates(batch);
    std::vector<double> q_dot(at(system.nq()));
    for (int s = 0; s < batch.size(); ++s) {
        const State& state = states[at(s)];
        CAPTURE(label);
        REQUIRE(batch.has_answer(s));
        law.measure(difference(numbers(batch.u_dot(), s), forward_dynamics(system, state)), label);
        law.measure(difference(numbers(batch.z_dot(), s), z_dot(system, state)), label + ", rates of z");
        multiply_by_N(system, state, state.u(), q_dot);
        law.measure(difference(numbers(batch.q_dot(), s), q_dot), label + ", rates of q");
        if (batch.multipliers().numbers() > 0)
            law.measure(difference(numbers(batch.multipliers(), s), multipliers(system, state)),
                        label + ", multipliers");
    }
}

}  // namespace sinew::testing
