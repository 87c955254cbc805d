// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/batch/integrate.h>

namespace sinew {

struct SweepOptions {
    double until = 1;  ///< where every run ends
    double accuracy = 1e-3;
    Method method = Method::merson;
    int threads = 0;          ///< 0: one for each core
    int at_a_time = 1 << 10;  ///< States in one batch: what memory they take does not grow with their number
};

/// Moves many States to the same time, each from a start and with parameters of its own:
///     start(i, state) gets `like` and makes of it what run i starts with;
///     end(i, state, arrived) gets what became of it, in the order of i.
/// The answers do not depend on the number of threads or on what else is swept.
template <class Start, class End>
BatchAccount sweep(const System& system, const State& like, int count, const SweepOptions& options,
                   Start&& start, End&& end) {
    BatchAccount all;
    State state = like;
    for (int first = 0; first < count; first += options.at_a_time) {
        const int some = count - first < options.at_a_time ? count - first : options.at_a_time;
        Batch batch(system, like, some, {.threads = options.threads});
        for (int s = 0; s < some; ++s) {
            state = like;
            start(first + s, state);
            batch.set(s, state);
        }
        const BatchAccount account =
            BatchIntegrator(batch, options.method, options.accuracy).advance_to(options.until);
        all.steps += account.steps, all.rejected += account.rejected, all.evaluations += account.evaluations;
        all.stuck += account.stuck;
        for (int s = 0; s < some; ++s) {
            batch.get(s, state);
            end(first + s, static_cast<const State&>(state), batch.has_answer(s));
        }
    }
    return all;
}

}  // namespace sinew
