// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/base/error.h>
#include <sinew/batch/integrate.h>

#include <limits>

namespace sinew {

struct SweepOptions {
    double until = 1;  ///< where every run ends
    double accuracy = 1e-3;
    Method method = Method::merson;
    double max_step = std::numeric_limits<double>::infinity();
    int threads = 0;  ///< 0: one for each core
    /// States in one batch, so that what memory they take does not grow with the number of runs; 0: some for each
    /// thread.
    int at_a_time = 0;
    bool meet_constraints =
        true;  ///< bring starts onto their constraints, as `simulate` does; else they are there
    const std::atomic<bool>* stop = nullptr;  ///< once this is true, runs are left off
};

/// Some runs of a sweep that go side by side: those that a batch can take, then the others one by one.
class SweepGroup {
public:
    SweepGroup(const System& system, const State& like, int count, const SweepOptions& options);
    ~SweepGroup();
    /// Throws StateError for a start from which there is no run.
    void begin(int run, State& start);
    void refuse(int run, const char* why);
    BatchAccount go();
    /// What became of a run that was not left off, and why it did not arrive; empty if it did.
    bool is_over(int run) const;
    std::string end(int run, State& into) const;

private:
    struct Inside;
    std::unique_ptr<Inside> inside_;
};

/// How many runs a group has. Throws StateError for options that make no sense.
int runs_at_a_time(const System& system, const State& like, const SweepOptions& options);

/// Moves many States to the same time, each from a start and with parameters of its own:
///     start(i, state) gets `like` and makes of it what run i starts with;
///     end(i, state, why) gets what became of it, in the order of i, and why it did not arrive; empty if it did.
/// A start that cannot be (an Error of this library, thrown by start() too) is a run that does not arrive. Runs that
/// were left off do not end. The answers do not depend on the number of threads or on what else is swept.
template <class Start, class End>
BatchAccount sweep(const System& system, const State& like, int count, const SweepOptions& options,
                   Start&& start, End&& end) {
    BatchAccount all;
    State state = like;
    const auto stopped = [&] { return options.stop && options.stop->load(); };
    const int most = runs_at_a_time(system, like, options);
    for (int first = 0; first < count && !stopped(); first += most) {
        const int some = count - first < most ? count - first : most;
        SweepGroup group(system, like, some, options);
        for (int run = 0; run < some && !stopped(); ++run) try {
                state = like;
                start(first + run, state);
                group.begin(run, state);
            } catch (const Error& error) {
                group.refuse(run, error.what());
            }
        if (stopped()) break;
        all.add(group.go());
        for (int run = 0; run < some; ++run) {
            if (!group.is_over(run)) continue;
            const std::string why = group.end(run, state);
            end(first + run, static_cast<const State&>(state), why);
        }
    }
    return all;
}

}  // namespace sinew
