// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/studies/assemble.h>
#include <sinew/studies/assembly_report.h>
#include <sinew/studies/search.h>
#include <sinew/system/constraints.h>
#include <sinew/system/motions.h>
#include <sinew/system/work.h>

namespace sinew {

namespace {

void check(const AssemblyOptions& options) {
    if (!(options.tolerance > 0)) throw StudyError("assemble: tolerance must be positive.");
    if (!(options.accuracy > 0)) throw StudyError("assemble: accuracy must be positive.");
}

/// Starts from elsewhere go further and further away: half a circle at most.
double amplitude(int attempt) {
    constexpr double growing[] = {0, 0.05, 0.2, 0.5, 1, 2};
    return attempt < 6 ? growing[attempt] : 3.2;
}

}  // namespace

Assembly assemble(const System& system, const State& start, const AssemblyOptions& options) {
    check(options);
    Assembly answer{.state = start};
    State& state = answer.state;
    prescribe_positions(system, state);
    Search search(system, state, GoalSet(system, state, options.goals), options.bounds, options.kept,
                  {options.tolerance, options.accuracy, options.max_iterations});
    const bool has_goals = !options.goals.empty();
    const double stay = options.stay >= 0 ? options.stay : has_goals ? 0 : 1;
    if (stay > 0) search.goals.stay(state.q(), search.q_unit(), stay);

    const State origin = state;
    double least = 0;
    for (int i = 0; i < std::max(1, options.attempts); ++i) {
        State trial = origin;
        if (i > 0) search.perturb(trial, amplitude(i), static_cast<std::uint64_t>(i));
        if (has_goals && i % 2 == 0 && search.largest_error(trial) > options.tolerance)
            search.approach(trial);
        const SearchEnd end = search.restore(trial);
        const double error = search.largest_error(trial);
        if (i == 0 || error < least) least = error, state = trial;
        answer.attempts = i + 1;
        answer.assembled = end == SearchEnd::done;
        if (answer.assembled) break;
    }
    if (answer.assembled) {
        const State before = state;
        answer.settled = search.settle(state) == SearchEnd::done;
        if (search.largest_error(state) > options.tolerance) {
            state = before;
            answer.settled = false;
        }
    }
    answer.iterations = search.iterations();
    if (options.velocities && answer.assembled)
        answer.velocity_error = assemble_velocities(system, state, options);
    answer.velocities_met = answer.assembled && answer.velocity_error <= options.tolerance;
    report(system, search.goals, options, answer);
    answer.converged = answer.assembled && answer.settled && (!options.velocities || answer.velocities_met);
    return answer;
}

}  // namespace sinew
