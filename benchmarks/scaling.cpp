// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "scaling.h"

#include <array>
#include <functional>
#include <utility>

#include <sinew/base/branch_threads.h>
#include <sinew/sinew.h>

#include "sinew_model.h"
#include "sinew_side.h"

namespace bench {
namespace {

/// One State of a model that is asked again and again, at new coordinates each time.
class Again {
public:
    explicit Again(const BenchModel& model) : system_(model_of(model)), state_(system_.default_state()) {
        for (const double turn : {0.2, -0.1}) {
            std::vector<double>& q = q_.emplace_back(static_cast<std::size_t>(system_.nq()));
            for (std::size_t i = 0; i < q.size(); ++i) q[i] = turn * (static_cast<double>(i % 7) - 3);
        }
        u_.assign(static_cast<std::size_t>(system_.nu()), 0.1);
    }
    void forward_dynamics(int i) {
        state_.set_q(q_[static_cast<std::size_t>(i % 2)]);
        state_.set_u(u_);
        sinew::forward_dynamics(system_, state_);
    }

private:
    sinew::System system_;
    sinew::State state_;
    std::vector<std::vector<double>> q_;
    std::vector<double> u_;
};

}  // namespace

void measure_sizes(const TimingOptions& timing, Report& report) {
    const std::array<std::pair<const char*, BenchModel (*)(int)>, 4> shapes{
        {{"chain", chain},
         {"star", star},
         {"binary tree", [](int n) { return binary_tree(n, JointKind::pin); }},
         {"four-bars", four_bars}}};
    for (const auto& [shape, make] : shapes)
        for (const int bodies : {10, 100, 1000, 10000, 100000, 1000000}) {
            Again again(make(bodies));
            const std::vector<std::function<void(int)>> calls{[&](int i) { again.forward_dynamics(i); }};
            report.scaling.push_back(
                {.shape = shape, .bodies = bodies, .time = time_in_turns(calls, timing)[0]});
        }
    print(report.scaling);
}

void measure_branches(const TimingOptions& timing, Report& report) {
    const std::array<std::pair<const char*, BenchModel (*)(int)>, 2> shapes{
        {{"star", star}, {"binary tree", [](int n) { return binary_tree(n, JointKind::pin); }}}};
    free_of_cores();
    TimingOptions by_clock = timing;
    by_clock.by_the_wall = true;
    for (const auto& [shape, make] : shapes)
        for (const int bodies : {100000, 1000000}) {
            Again again(make(bodies));
            std::vector<std::function<void(int)>> calls;
            for (const int threads : {1, 2})
                calls.push_back([&again, threads](int i) {
                    if (sinew::branch_threads() != threads) sinew::set_branch_threads(threads);
                    again.forward_dynamics(i);
                });
            const std::vector<Timing> times = time_in_turns(calls, by_clock);
            for (const int threads : {1, 2})
                report.branches.push_back({.shape = shape,
                                           .bodies = bodies,
                                           .threads = threads,
                                           .time = times[static_cast<std::size_t>(threads - 1)]});
        }
    sinew::set_branch_threads(1);
    print(report.branches);
}

void measure_batches(const TimingOptions& timing, Report& report) {
    for (const BenchModel& model : all_models()) {
        if (model.name != "humanoid, 30 pins") continue;
        for (const int states : {1, 8, 64, 1000, 10000, 100000}) {
            BatchOfMany batch(model, states);
            const std::vector<std::function<void(int)>> calls{[&](int) { batch.forward_dynamics(); }};
            report.batches.push_back(
                {.states = states, .lanes = batch.lanes(), .time = time_in_turns(calls, timing)[0]});
        }
    }
    print(report.batches);
}

}  // namespace bench
