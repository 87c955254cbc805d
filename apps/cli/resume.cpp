// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <apps/cli/page.h>
#include <apps/cli/plan.h>
#include <sinew/base/names.h>

#include <cmath>
#include <filesystem>
#include <memory>

namespace sinew::cli {

namespace {

struct Options {
    std::string file, model, page;
    bool no_page = false;
    double until = std::nan("");
    RunLimits limits;
};

/// A complete run goes on if a later end is asked for, unless it was an event that ended it.
void check_goes_on(const std::string& file, double end, double until, double later) {
    const std::string complete = sinew::quoted(file) + " is complete, up to t = " + shortest(end);
    if (end < until)
        throw UsageError(complete + ", where an event ended it: there is nothing to go on with.");
    if (!(later > end))
        throw UsageError(complete +
                         ": there is nothing to go on with. --until with a later time makes it longer.");
}

int resume_it(const Options& options, const Output& out) {
    const std::string& file = options.file;
    RunPlan plan;
    SimulationReport report;
    std::string page;
    {
        const Recording recording(file);
        const RecordingAbout about = recording.about();
        plan = plan_from(about.options, file);
        const double end = recording.frames() > 0 ? recording.time(recording.frames() - 1) : 0;
        if (about.complete) check_goes_on(file, end, plan.until, options.until);
        if (!std::isnan(options.until)) plan.until = options.until;
    }
    const System system = open_recording(file, options.model).system;
    RecordOptions how;
    how.file = file;
    how.every = plan.every;
    how.outputs = outputs_of(plan, system);
    how.options = text_of(plan);
    report = run_watched(options_of(plan, system), options.limits, out,
                         [&](SimulationOptions run) { return resume(system, std::move(run), how); });
    if (!options.no_page) {
        page = options.page.empty() ? std::filesystem::path(file).replace_extension(".html").string()
                                    : options.page;
        write_page(page, system, file, out);
    }
    return tell_run(out, report, file, page);
}

}  // namespace

Command resume_command() {
    auto options = std::make_shared<Options>();
    Command command{"resume", "Go on with a run that was left off, to the same bits as if it had not been."};
    command.text =
        "A run that was stopped by Ctrl-C, killed, or ran into a limit goes on from its recording with the "
        "options it was started with. One that is complete goes on if --until names a later end.";
    std::vector<Option>& o = command.options;
    o.push_back(file_option("RECORDING", "RECORDING", "what simulate wrote", &options->file, true));
    o.push_back({"-t,--until", "TIME", "another end of the run", &options->until});
    o.push_back(file_option("--model", "FILE", "the model, if the recording does not hold it",
                            &options->model, false, Complete::model));
    o.push_back(file_option("--report", "FILE", "the page to look at; beside the recording unless told",
                            &options->page));
    o.push_back({"--no-report", "", "no page", &options->no_page});
    o.push_back({"--time-limit", "SECONDS", "of the clock, after which the run is left off",
                 &options->limits.seconds});
    o.push_back({"--max-steps", "COUNT", "after which the run is left off", &options->limits.steps});
    command.examples = {{"sinew resume humanoid.sinew", ""}, {"sinew resume humanoid.sinew --until 60", ""}};
    command.run = [options](const Output& out) { return resume_it(*options, out); };
    return command;
}

}  // namespace sinew::cli
