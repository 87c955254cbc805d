// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <apps/cli/load.h>
#include <apps/cli/plan.h>
#include <apps/cli/progress.h>
#include <apps/cli/quantities.h>
#include <apps/cli/starts.h>
#include <apps/cli/values.h>
#include <sinew/base/names.h>
#include <sinew/batch/sweep.h>
#include <sinew/formats/table.h>
#include <sinew/formats/text_file.h>
#include <sinew/sinew.h>
#include <sinew/system/run_start.h>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

namespace sinew::cli {

namespace {

struct Options {
    ModelChoice choice;
    std::vector<std::string> vary, show;
    std::string table;
    double until = 1, accuracy = 1e-6;
    long random = Starts::not_by_chance, seed = 1, threads = 0;
};

void refuse_events(const Loaded& loaded) {
    const Model& model = loaded.system.model();
    const auto refuse = [&](const std::string& what) {
        throw UsageError(what +
                         ", which takes events; runs of a sweep have none. Let \"sinew simulate\" run such "
                         "models one by one.");
    };
    if (model.contact.kind == ContactKind::rigid && !model.surfaces.empty())
        refuse("surface " + sinew::quoted(model.surfaces.front().name) + " is rigid");
    if (!model.one_way.empty())
        refuse("constraint " + sinew::quoted(model.one_way.front().name) + " acts one way");
    if (!model.bounded.empty())
        refuse("constraint " + sinew::quoted(model.bounded.front().name) + " gives way");
}

/// One run that is over: what it began with, then what was asked for; these are NaN where it did not arrive.
struct Run {
    int number;
    std::vector<double> row;
    std::string why;  ///< it did not arrive; empty if it did
};

struct Sweep {
    std::vector<std::string> names;
    std::vector<Run> runs;
    int wanted = 0;
    std::size_t varied = 0;
    BatchAccount account;
    double seconds = 0, moved = 0;  ///< by how much constraints changed what was varied, at most
    int stopped_by = 0;

    long arrived() const {
        return std::count_if(runs.begin(), runs.end(), [](const Run& run) { return run.why.empty(); });
    }
};

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// As `simulate` goes about it, but for the method.
SweepOptions options_of(const Options& options, const Loaded& loaded) {
    SweepOptions how{.until = loaded.state.time() + options.until,
                     .accuracy = options.accuracy,
                     .method = Method::dormand_prince,
                     .threads = static_cast<int>(options.threads),
                     .meet_constraints = false,  // start() does it, to see what they make of a start
                     .stop = &Interruption::flag()};
    const RunPlan plan{.until = how.until};
    if (!loaded.system.model().motions.empty()) how.max_step = 5 * interval_of(plan, loaded.state.time());
    return how;
}

Sweep sweep_it(const Loaded& loaded, const Options& options, const std::vector<Measure>& shown,
               const Output& out) {
    const System& system = loaded.system;
    Starts starts(options.vary, options.random, options.seed, system, loaded.state);
    Sweep found;
    found.wanted = starts.count(), found.varied = starts.ranges().size();
    for (const Range& range : starts.ranges()) found.names.push_back(range.name);
    for (const Measure& one : shown) found.names.push_back("end:" + one.name());
    std::vector<std::vector<double>> values;
    Projector projector(system);
    const double begin = now();
    double told = begin;
    const Interruption interruption;
    const auto start = [&](int run, State& state) {
        std::vector<double>& own = values.emplace_back(starts.next(run));
        for (std::size_t k = 0; k < own.size(); ++k) starts.ranges()[k].variable.set(state, own[k]);
        bring_to_start(system, projector, state, options.accuracy);
        for (std::size_t k = 0; k < own.size(); ++k) {
            const double wanted = std::exchange(own[k], starts.ranges()[k].variable.in(state));
            found.moved = std::max(found.moved, std::abs(own[k] - wanted));
        }
    };
    const auto end = [&](int run, const State& state, const std::string& why) {
        std::vector<double> row = values[static_cast<std::size_t>(run)];
        for (const Measure& one : shown)
            row.push_back(why.empty() ? value(system, state, one) : std::numeric_limits<double>::quiet_NaN());
        found.runs.push_back({run, std::move(row), why});
        if (now() - told < 2) return;
        told = now();
        out.note(fmt::format("{} of {} runs, {} left", run + 1, starts.count(),
                             duration((told - begin) / (run + 1) * (starts.count() - run - 1))));
    };
    found.account = sweep(system, loaded.state, starts.count(), options_of(options, loaded), start, end);
    found.stopped_by = Interruption::signal();
    found.seconds = now() - begin;
    return found;
}

Table table_of(const Sweep& found) {
    Table table{.columns = {"run"}};
    table.columns.insert(table.columns.end(), found.names.begin(), found.names.end());
    table.columns.push_back("arrived");
    for (const Run& run : found.runs) {
        table.values.push_back(static_cast<double>(run.number));
        table.values.insert(table.values.end(), run.row.begin(), run.row.end());
        table.values.push_back(run.why.empty() ? 1 : 0);
    }
    return table;
}

/// "run 3 (rod.mass = 0)".
std::string title_of(const Sweep& found, const Run& run) {
    std::string values;
    for (std::size_t k = 0; k < found.varied; ++k)
        values += (k ? ", " : "") + sinew::escaped(found.names[k]) + " = " + rounded(run.row[k]);
    return fmt::format("run {} ({})", run.number, values);
}

/// Why runs did not arrive, of the first few.
std::string reasons_of(const Sweep& found) {
    constexpr int most = 10;
    std::string text;
    int count = 0;
    for (const Run& run : found.runs)
        if (!run.why.empty() && ++count <= most)
            text += title_of(found, run) + " did not arrive: " + run.why + "\n";
    if (count > most) text += fmt::format("... and {} more did not arrive\n", count - most);
    return text;
}

/// From where to where the numbers of a column go.
std::string statistics_of(const Sweep& found, std::size_t column) {
    double least = INFINITY, greatest = -INFINITY, sum = 0, squares = 0;
    long count = 0;
    for (const Run& run : found.runs) {
        const double x = run.row[column];
        if (!std::isfinite(x)) continue;
        least = std::min(least, x), greatest = std::max(greatest, x), sum += x, ++count;
    }
    if (count == 0) return {};
    const double mean = sum / static_cast<double>(count);
    for (const Run& run : found.runs)
        if (const double x = run.row[column]; std::isfinite(x)) squares += (x - mean) * (x - mean);
    return fmt::format("{}: from {:.6g} to {:.6g}, mean {:.6g}, standard deviation {:.6g}\n",
                       sinew::escaped(found.names[column]), least, greatest, mean,
                       count > 1 ? std::sqrt(squares / static_cast<double>(count - 1)) : 0.0);
}

std::string text_of(const Sweep& found, const std::string& table) {
    std::string text = fmt::format("  {:>6}", "run");
    for (const std::string& name : found.names) text += fmt::format("  {:>18}", sinew::escaped(name));
    text += "\n";
    constexpr std::size_t most = 40;
    for (std::size_t i = 0; i < std::min(found.runs.size(), most); ++i) {
        const Run& run = found.runs[i];
        text += fmt::format("  {:>6}", run.number);
        for (const double x : run.row) text += fmt::format("  {:>18.9g}", x);
        text += run.why.empty() ? "\n" : "  did not arrive\n";
    }
    if (found.runs.size() > most)
        text += fmt::format("  ... and {} more{}\n", found.runs.size() - most,
                            table.empty() ? ": -o FILE.csv takes all" : "");
    text += reasons_of(found);
    for (std::size_t k = found.varied; k < found.names.size(); ++k) text += statistics_of(found, k);
    text += fmt::format("{} of {} runs arrived, in {} ({} steps)\n", found.arrived(), found.runs.size(),
                        duration(found.seconds), found.account.steps);
    if (found.stopped_by != 0)
        text += fmt::format("stopped: {} of {} runs were finished, {} more had begun\n", found.runs.size(),
                            found.wanted, found.account.left_off);
    return text;
}

Json json_of(const Sweep& found) {
    Json rows = Json::array(), numbers = Json::array(), failures = Json::array();
    for (const Run& run : found.runs) {
        rows.push(Json(run.row));
        numbers.push(Json(run.number));
        if (!run.why.empty()) failures.push(Json::object().set("run", run.number).set("why", run.why));
    }
    return Json::object()
        .set("columns", found.names)
        .set("rows", std::move(rows))
        .set("runs", std::move(numbers))
        .set("wanted", found.wanted)
        .set("arrived", found.arrived())
        .set("failures", std::move(failures))
        .set("left_off", found.account.left_off)
        .set("steps", found.account.steps)
        .set("rejected", found.account.rejected)
        .set("evaluations", found.account.evaluations)
        .set("seconds", found.seconds);
}

int run_it(const Options& options, const Output& out) {
    if (!(options.until > 0)) throw UsageError("--until must be above zero.");
    if (options.threads < 0 || options.threads > 1024)
        throw UsageError("--threads must be 0 (one for each core) to 1024.");
    if (!(options.accuracy >= 1e-14 && options.accuracy <= 0.5))
        throw UsageError("--accuracy is " + shortest(options.accuracy) + ". It must be within 1e-14 .. 0.5.");
    const Loaded loaded = load_for_run(options.choice, {}, out);
    refuse_events(loaded);
    std::vector<Measure> shown;
    for (const std::string& words : options.show)
        for (const std::string& word : split(words, ','))
            for (const Measure& one : measures_of(loaded.system, trimmed(word))) {
                if (one.needs_history())
                    throw UsageError("--show " + word +
                                     " looks back over the run; a sweep knows where runs end.");
                shown.push_back(one);
            }
    if (shown.empty())
        for (const std::string& name : loaded.system.layout().q_names)
            shown.push_back(measure_of(loaded.system, name));
    if (!options.table.empty()) check_can_write(options.table);
    const Sweep found = sweep_it(loaded, options, shown, out);
    if (!options.table.empty()) write_text_file(options.table, to_csv(table_of(found)));
    if (found.moved > 1e-9)
        out.note(fmt::format(
            "note: constraints changed what was varied by up to {}; the table shows what runs began "
            "with.",
            rounded(found.moved, 3)));
    out.text(text_of(found, options.table));
    out.result(json_of(found));
    if (found.stopped_by != 0) return 128 + found.stopped_by;
    return found.arrived() == found.wanted ? ended_well : run_failed;
}

}  // namespace

Command sweep_command() {
    auto options = std::make_shared<Options>();
    Command command{"sweep",
                    "Many runs at once, from other starts and with other parameters: what becomes of each."};
    command.text =
        std::string(
            "Runs go side by side, several to a register of the processor and on all its cores. "
            "Each begins like --set and --state say, with what is varied set to one combination, "
            "or by chance with --random. "
            "They end at the same time; there are no events, so that rigid contact and what "
            "sticks is for \"sinew simulate\". Where constraints move a start, the table shows "
            "what the run began with. A run that cannot begin, or does not arrive, "
            "does not keep the others. Ctrl-C ends a sweep early and keeps the runs that are finished.\n\n") +
        quantities_now_text;
    add_model_options(command, options->choice);
    add_state_options(command, options->choice);
    std::vector<Option>& o = command.options;
    o.push_back(
        {"--vary", "NAME=FROM:TO[:COUNT]",
         "a coordinate, speed, parameter or one number of it (rod.com.y, table.x[3]), and its values, "
         "11 unless told; may be given often, for all combinations",
         &options->vary});
    o.push_back({"--random", "COUNT",
                 "so many runs with all that is varied by chance, evenly between FROM and TO",
                 &options->random});
    o.push_back({"--seed", "NUMBER",
                 "other chances, 1 unless told; the same number gives the same runs on every machine",
                 &options->seed});
    o.push_back({"-t,--until", "TIME", "length of the runs, 1 s unless told", &options->until});
    o.push_back({"-a,--accuracy", "SHARE", "what a step may be wrong by, 1e-14 to 0.5; 1e-6 unless told",
                 &options->accuracy});
    o.push_back(
        {"--show", "NAMES", "what of the end, apart by commas; all coordinates unless told", &options->show});
    o.push_back(
        {"--threads", "COUNT", "0: one for each core; results are the same to the bit", &options->threads});
    o.push_back(file_option("-o,--out", "FILE", "a table (CSV) of all runs", &options->table));
    command.examples = {
        {"sinew sweep pendulum --vary swing.angle=10deg:170deg:5 -t 2 --show swing.angle,total_energy", ""},
        {"sinew sweep double_pendulum --vary shoulder.angle=1:2 --random 1000 -o ends.csv",
         "a thousand starts by chance"}};
    command.run = [options](const Output& out) { return run_it(*options, out); };
    return command;
}

}  // namespace sinew::cli
