// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/studies/assembly_report.h>
#include <sinew/system/constraints.h>
#include <sinew/system/work.h>

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

double largest(std::span<const double> errors) {
    double most = 0;
    for (const double e : errors) most = std::isfinite(e) ? std::max(most, std::abs(e)) : INFINITY;
    return most;
}

std::vector<ConstraintError> above(const std::vector<ConstraintError>& all, double tolerance) {
    std::vector<ConstraintError> some;
    for (const ConstraintError& e : all)
        if (!(e.error <= tolerance)) some.push_back(e);
    std::stable_sort(some.begin(), some.end(),
                     [](const ConstraintError& a, const ConstraintError& b) { return a.error > b.error; });
    return some;
}

std::string listed(const std::vector<ConstraintError>& all) {
    constexpr std::size_t most = 8;
    std::string text;
    for (std::size_t i = 0; i < all.size() && i < most; ++i)
        text += (i ? ", " : "") + sinew::quoted(all[i].name) + " by " + rounded(all[i].error, 3);
    if (all.size() > most) text += " and " + std::to_string(all.size() - most) + " more";
    return text;
}

std::string counted(std::size_t n, const char* what) {
    return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
}

std::string paragraph(const System& system, const AssemblyOptions& options, const Assembly& a) {
    std::string text = sinew::quoted(system.model().name);
    const std::string work =
        " (" + counted(size(a.iterations), "iteration") + ", " + counted(size(a.attempts), "start") + ")";
    if (!a.assembled) {
        text += " can not be assembled from here" + work + ": ";
        text += a.unmet.empty() ? "no constraint is off, yet no start came to rest"
                                : "at best " + listed(a.unmet) + " remain off";
        text +=
            ". Free a joint, move a bound, or disable one of these constraints; or start nearer to a "
            "solution.";
        return text;
    }
    text += " is assembled" + work + ": " + counted(a.errors.size(), "constraint") +
            " met, the largest error is " + rounded(a.error, 3) + ".";
    if (!a.misses.empty()) {
        const auto worst =
            std::max_element(a.misses.begin(), a.misses.end(),
                             [](const GoalMiss& x, const GoalMiss& y) { return x.miss < y.miss; });
        text += " Of " + counted(a.misses.size(), "goal") + ", " + sinew::quoted(worst->name) +
                " is missed most, by " + rounded(worst->miss, 3) + ".";
    }
    if (!a.settled) text += " The goals have not settled: allow more iterations, or a coarser accuracy.";
    if (options.velocities && !a.velocities_met)
        text += " No speeds meet the constraints: " + listed(a.unmet_velocities) +
                " remain off. Driven joints may fight them.";
    return text;
}

std::string name_or(const std::string& name, const char* kind, std::size_t i) {
    return name.empty() ? std::string(kind) + " " + std::to_string(i) : name;
}

}  // namespace

void report(const System& system, const GoalSet& goals, const AssemblyOptions& options, Assembly& answer) {
    const State& state = answer.state;
    std::vector<ConstraintError> velocities;
    const std::vector<BoundConstraint>& all =
        system.compiled().constraints.all;  // those of the Model, then loops
    for (int i = 0; i < static_cast<int>(all.size()); ++i) {
        const ConstraintId id{i};
        if (!is_enabled(system, state, id)) continue;
        const std::string& name = name_of(all[size(i)].element);
        const EquationCounts n = equations_of(system, id).counts;
        if (n.holonomic > 0) answer.errors.push_back({id, name, largest(position_errors(system, state, id))});
        if (options.velocities && answer.assembled && n.holonomic + n.nonholonomic > 0)
            velocities.push_back({id, name, largest(velocity_errors(system, state, id))});
    }
    answer.unmet = above(answer.errors, options.tolerance);
    answer.unmet_velocities = above(velocities, options.tolerance);
    answer.error = largest(position_errors(system, state));
    answer.goal = 0;
    for (std::size_t i = 0; i < goals.stations.size(); ++i) {
        const double miss = goals.miss(system, state, goals.stations[i]);
        answer.misses.push_back({name_or(options.goals.stations[i].name, "station", i), miss});
        answer.goal += 0.5 * goals.stations[i].weight * miss * miss;
    }
    for (std::size_t i = 0; i < goals.orientations.size(); ++i) {
        const double miss = goals.miss(system, state, goals.orientations[i]);
        answer.misses.push_back({name_or(options.goals.orientations[i].name, "orientation", i), miss});
        answer.goal += 0.5 * goals.orientations[i].weight * miss * miss;
    }
    for (std::size_t i = 0; i < goals.coordinates.size(); ++i) {
        const double miss = goals.miss(state, goals.coordinates[i]);
        answer.misses.push_back({system.layout().q_names[size(goals.coordinates[i].place.q)], miss});
        answer.goal += 0.5 * goals.coordinates[i].weight * miss * miss;
    }
    answer.summary = paragraph(system, options, answer);
}

}  // namespace sinew
