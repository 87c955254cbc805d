// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/error.h>
#include <sinew/base/names.h>
#include <sinew/system/motions.h>
#include <sinew/system/run_start.h>

namespace sinew {

void bring_to_start(const System& system, Projector& projector, State& state, double accuracy) {
    const RunTolerance tolerance = RunTolerance::of(accuracy);
    prescribe(system, state);
    const auto met = [&](const Projection& account) {
        if (tolerance.accepts(account)) return;
        throw StateError("the start cannot be brought onto its constraints: an error of " +
                         rounded(account.error, 3) +
                         " is left. assemble() finds starts from far away; diagnose() tells constraints that "
                         "contradict one another.");
    };
    const Projection positions = projector.positions(state, tolerance.options());
    met(positions);
    prescribe_velocities(system, state);
    met(projector.velocities(state, tolerance.options()));
    if (positions.moved > start_may_move)
        throw StateError("the start is off its constraints. They are met " + rounded(positions.moved, 3) +
                         " away (in units of speeds times a second), but " + shortest(start_may_move) +
                         " is the limit. assemble() the start first.");
}

}  // namespace sinew
