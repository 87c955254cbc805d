// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <apps/cli/events.h>
#include <apps/cli/load.h>
#include <apps/cli/motion_file.h>
#include <apps/cli/page.h>
#include <apps/cli/plan.h>
#include <apps/cli/quantities.h>
#include <sinew/base/names.h>

#include <filesystem>
#include <memory>

namespace sinew::cli {

namespace {

struct Options {
    ModelChoice choice;
    RunPlan plan;
    RunLimits limits;
    std::string out, page;
    bool no_page = false, force = false;
};

/// A finished recording may be replaced; one that can be resumed, or a file that is none, only if that is asked for.
void check_place(const std::string& file, bool force) {
    std::error_code error;
    if (force || !std::filesystem::exists(file, error)) return;
    bool complete = false;
    try {
        complete = Recording(file).about().complete;
    } catch (const FileError&) {
        throw UsageError(sinew::quoted(file) +
                         " is there already and is no recording. Choose another name with -o, or "
                         "replace it with --force.");
    }
    if (!complete)
        throw UsageError(sinew::quoted(file) +
                         " holds a run that was left off. Go on with it: sinew resume " + file +
                         "; or replace it with --force, or choose another name with -o.");
}

int simulate_it(const Options& options, const Output& out) {
    const Loaded loaded = load_for_run(options.choice, options.plan, out);
    RunPlan plan = options.plan;
    plan.model = loaded.path;
    plan.every = interval_of(plan, loaded.state.time());
    if (!(plan.until > loaded.state.time()))
        throw UsageError("--until " + shortest(plan.until) +
                         " is not after the start, t = " + shortest(loaded.state.time()) + ".");
    const std::string stem = std::filesystem::path(loaded.path).stem().string();
    const std::string file = options.out.empty() ? stem + ".sinew" : options.out;
    check_place(file, options.force);

    RecordOptions how;
    how.file = file;
    how.every = plan.every;
    how.outputs = outputs_of(plan, loaded.system);
    how.model = model_text(loaded.file.model);
    how.options = text_of(plan);
    how.overwrite = true;
    const SimulationReport report = run_watched(
        options_of(plan, loaded.system), options.limits, out,
        [&](SimulationOptions run) { return record(loaded.system, loaded.state, std::move(run), how); });
    std::string page;
    if (!options.no_page) {
        page = options.page.empty() ? std::filesystem::path(file).replace_extension(".html").string()
                                    : options.page;
        write_page(page, loaded.system, file, out);
    }
    return tell_run(out, report, file, page);
}

}  // namespace

Command simulate_command() {
    auto options = std::make_shared<Options>();
    Command command{"simulate", "Let a model go: a run in time, its recording and its report."};
    command.text =
        std::string("Ctrl-C ends a run early and keeps what was done; sinew resume goes on with it.\n\n") +
        quantities_text + "\n\n" + events_text;
    add_model_options(command, options->choice);
    add_merge_option(command, options->choice);
    add_state_options(command, options->choice);
    add_plan_options(command, options->plan);
    std::vector<Option>& o = command.options;
    o.push_back(file_option("-o,--out", "FILE", "the recording; MODEL.sinew in this folder unless told",
                            &options->out));
    o.push_back(file_option("--report", "FILE", "the page to look at; beside the recording unless told",
                            &options->page));
    o.push_back({"--no-report", "", "no page", &options->no_page});
    o.push_back({"--force", "", "replace a file that is there, whatever it is", &options->force});
    o.push_back({"--time-limit", "SECONDS", "of the clock, after which the run is left off",
                 &options->limits.seconds});
    o.push_back({"--max-steps", "COUNT", "after which the run is left off", &options->limits.steps});
    command.examples = {
        {"sinew simulate pendulum", "the demo for 10 s; writes pendulum.sinew and pendulum.html"},
        {"sinew simulate arm.urdf --set elbow.angle=60deg --until 2 --accuracy 1e-8", ""},
        {"sinew simulate pendulum --event \"swing.angle<0: stop\" --output reaction:swing -o half.sinew", ""},
        {"sinew simulate pendulum --method bdf --no-report --json | jq .steps",
         "numbers for another program"},
    };
    command.run = [options](const Output& out) { return simulate_it(*options, out); };
    return command;
}

}  // namespace sinew::cli
