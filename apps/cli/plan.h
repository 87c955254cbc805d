// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <apps/cli/command.h>
#include <sinew/formats/record.h>

#include <limits>

namespace sinew::cli {

/// How a run is made: what simulate is told, what its recording keeps, and what resume reads there.
struct RunPlan {
    double until = 10, every = -1;  ///< every < 0: a choice of ours; 0: each step
    double accuracy = 1e-6;
    double fixed_step = 0, initial_step = 0, min_step = 0;
    double max_step = std::numeric_limits<double>::infinity();
    double constraint_tolerance = 0;
    std::string method{};  ///< none: a choice of ours
    std::vector<std::string> outputs{}, events{};
    std::string model{};  ///< the file
};

/// All methods by name; the last two are the variational integrator and steps through contact.
std::vector<std::string> method_names();
void add_plan_options(Command& command, RunPlan& plan);

/// A model as load() has it; its rigid surfaces act by one-way conditions (17.1), unless steps are of one length
/// through contact, because the plan says so or because the model does and the plan names no other method.
struct ModelChoice;
struct Loaded;
Loaded load_for_run(const ModelChoice& choice, const RunPlan& plan, const Output& out);

/// The time between frames.
double interval_of(const RunPlan& plan, double start);
SimulationOptions options_of(const RunPlan& plan, const System& system);
/// Energies and constraint errors first, then what was asked for.
std::vector<Measure> outputs_of(const RunPlan& plan, const System& system);

std::string text_of(const RunPlan& plan);
RunPlan plan_from(const std::string& text, const std::string& file);

/// Runs by `go`, with progress and Ctrl-C; a failure that is thrown becomes a RunError once steps have been taken.
struct RunLimits {
    double seconds = std::numeric_limits<double>::infinity();
    long steps = 100'000'000;
};
SimulationReport run_watched(SimulationOptions options, const RunLimits& limits, const Output& out,
                             const std::function<SimulationReport(SimulationOptions)>& go);

/// The summary of a run, told as text or JSON; gives the exit code.
int tell_run(const Output& out, const SimulationReport& report, const std::string& recording,
             const std::string& page);

}  // namespace sinew::cli
