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

int resume_it(const Options& options, const Output& out) {
    const std::string& file = options.file;
    RunPlan plan;
    SimulationReport report;
    std::string page;
    {
        const Recording recording(file);
        const RecordingAbout about = recording.about();
        plan = plan_from(about.options, file);
        if (!std::isnan(options.until)) plan.until = options.until;
        if (about.complete)
            throw UsageError(
                sinew::quoted(file) + " is complete, up to t = " +
                (recording.frames() > 0 ? shortest(recording.time(recording.frames() - 1)) : "0") +
                ": there is nothing to go on with.");
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
        "options it was "
        "started with.";
    std::vector<Option>& o = command.options;
    o.push_back({"RECORDING", "RECORDING", "what simulate wrote", &options->file, true, {}, Complete::file});
    o.push_back({"-t,--until", "TIME", "another end of the run", &options->until});
    o.push_back({"--model",
                 "FILE",
                 "the model, if the recording does not hold it",
                 &options->model,
                 false,
                 {},
                 Complete::model});
    o.push_back({"--report",
                 "FILE",
                 "the page to look at; beside the recording unless told",
                 &options->page,
                 false,
                 {},
                 Complete::file});
    o.push_back({"--no-report", "", "no page", &options->no_page});
    o.push_back({"--time-limit", "SECONDS", "of the clock, after which the run is left off",
                 &options->limits.seconds});
    o.push_back({"--max-steps", "COUNT", "after which the run is left off", &options->limits.steps});
    command.examples = {{"sinew resume humanoid.sinew", ""}, {"sinew resume humanoid.sinew --until 60", ""}};
    command.run = [options](const Output& out) { return resume_it(*options, out); };
    return command;
}

}  // namespace sinew::cli
