// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <apps/cli/dice.h>
#include <apps/cli/load.h>
#include <apps/cli/plan.h>
#include <apps/cli/progress.h>
#include <apps/cli/quantities.h>
#include <apps/cli/values.h>
#include <sinew/base/names.h>
#include <sinew/batch/sweep.h>
#include <sinew/formats/table.h>
#include <sinew/formats/text_file.h>
#include <sinew/sinew.h>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <memory>

namespace sinew::cli {

namespace {

struct Options {
    ModelChoice choice;
    std::vector<std::string> vary, show;
    std::string table;
    double until = 1, accuracy = 1e-6;
    long random = 0, seed = 1, threads = 0;
};

/// NAME=FROM:TO[:COUNT].
struct Range {
    std::string name;
    double from, to;
    long count;

    explicit Range(const std::string& text) {
        const Assignment vary = assignment_of(text, "--vary");
        const std::vector<std::string> parts = split(vary.value, ':');
        if (parts.size() < 2 || parts.size() > 3)
            throw UsageError("--vary " + sinew::quoted(text) +
                             " is not of the form NAME=FROM:TO or NAME=FROM:TO:COUNT.");
        name = vary.name;
        from = number_of(parts[0], "--vary " + name), to = number_of(parts[1], "--vary " + name);
        const double wanted = parts.size() == 3 ? number_of(parts[2], "--vary " + name) : 11;
        if (!(wanted >= 1 && wanted <= 1e7) || wanted != std::floor(wanted))
            throw UsageError("--vary " + name + ": " + parts[2] + " is no count of values.");
        count = static_cast<long>(wanted);
    }
    double at(long i) const {
        return count == 1 ? from
               : i == count - 1
                   ? to
                   : from + (to - from) * static_cast<double>(i) / static_cast<double>(count - 1);
    }
};

/// What each run begins with: all combinations, the last range changing fastest, or numbers by chance.
class Starts {
public:
    Starts(const Options& options)
        : random_(options.random), dice_(static_cast<std::uint64_t>(options.seed)) {
        for (const std::string& text : options.vary) ranges_.emplace_back(text);
        if (ranges_.empty()) throw UsageError("nothing to vary: say --vary NAME=FROM:TO.");
        double count = 1;
        for (const Range& range : ranges_) count *= static_cast<double>(range.count);
        if (random_ > 0) count = static_cast<double>(random_);
        if (random_ < 0 || count > 1e7)
            throw UsageError(fmt::format("{:g} runs: there may be 1 to ten million.",
                                         random_ < 0 ? static_cast<double>(random_) : count));
        count_ = static_cast<int>(count);
    }
    int count() const { return count_; }
    const std::vector<Range>& ranges() const { return ranges_; }
    /// To be asked for run after run.
    std::vector<double> next(int run) {
        std::vector<double> values(ranges_.size());
        long rest = run;
        for (std::size_t k = ranges_.size(); k-- > 0;) {
            const Range& range = ranges_[k];
            if (random_ == 0) values[k] = range.at(rest % range.count), rest /= range.count;
        }
        if (random_ > 0)
            for (std::size_t k = 0; k < ranges_.size(); ++k)
                values[k] = ranges_[k].from + (ranges_[k].to - ranges_[k].from) * 0.5 * (1 + dice_.next());
        return values;
    }

private:
    std::vector<Range> ranges_;
    long random_;
    Dice dice_;
    int count_ = 0;
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

/// A variable or a parameter by its name, or one number of a parameter of three: "bob.com.y".
void set_number(State& state, const Model& model, const std::string& name, double number) {
    const std::size_t length = name.size();
    if (length > 2 && name[length - 2] == '.' && name.back() >= 'x' && name.back() <= 'z') {
        const std::string vector = name.substr(0, length - 2);
        for (const ParameterSlot& slot : state.layout().parameters) {
            if (slot.path != vector || slot.range.count != 3) continue;
            const std::span<const double> now = state.parameter(vector);
            std::vector<double> changed(now.begin(), now.end());
            changed[static_cast<std::size_t>(name.back() - 'x')] = number;
            return state.set_parameter(vector, changed);
        }
    }
    set_by_name(state, model, name, shortest(number), "--vary");
}

/// A run's numbers: what was varied, then what was asked for; these are NaN where it did not arrive.
struct Sweep {
    std::vector<std::string> names;
    std::vector<std::vector<double>> rows;
    std::vector<bool> arrived;
    BatchAccount account;
    double seconds = 0;
    int stopped_by = 0;
};

struct Stopped {
    int signal;
};

Sweep sweep_it(const Loaded& loaded, const Options& options, const std::vector<Measure>& shown,
               const Output& out) {
    const System& system = loaded.system;
    Starts starts(options);
    Sweep found;
    for (const Range& range : starts.ranges()) found.names.push_back(range.name);
    for (const Measure& one : shown) found.names.push_back("end:" + one.name());
    std::vector<std::vector<double>> values;
    std::vector<bool> met;
    const EquationCounts equations = equation_counts(system);
    const auto now = [] {
        return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
    };
    const double begin = now();
    double told = begin;
    const Interruption interruption;
    const auto start = [&](int run, State& state) {
        if (Interruption::signal() != 0) throw Stopped{Interruption::signal()};
        values.push_back(starts.next(run));
        for (std::size_t k = 0; k < starts.ranges().size(); ++k)
            set_number(state, system.model(), starts.ranges()[k].name, values.back()[k]);
        met.push_back(true);
        if (equations.all() == 0) return;
        const StateProjection onto = project(system, state);
        met.back() = onto.positions.converged && onto.velocities.converged;
    };
    const auto end = [&](int run, const State& state, bool arrived) {
        std::vector<double> row = values[static_cast<std::size_t>(run)];
        arrived = arrived && met[static_cast<std::size_t>(run)];
        for (const Measure& one : shown)
            row.push_back(arrived ? value(system, state, one) : std::numeric_limits<double>::quiet_NaN());
        found.rows.push_back(std::move(row)), found.arrived.push_back(arrived);
        if (now() - told < 2) return;
        told = now();
        out.note(fmt::format("{} of {} runs, {} left", run + 1, starts.count(),
                             duration((told - begin) / (run + 1) * (starts.count() - run - 1))));
    };
    try {
        found.account = sweep(system, loaded.state, starts.count(),
                              {.until = loaded.state.time() + options.until,
                               .accuracy = options.accuracy,
                               .method = Method::dormand_prince,
                               .threads = static_cast<int>(options.threads),
                               .at_a_time = 256},
                              start, end);
    } catch (const Stopped& stopped) {
        found.stopped_by = stopped.signal;
    }
    found.seconds = now() - begin;
    return found;
}

Table table_of(const Sweep& found) {
    Table table{.columns = {"run"}};
    table.columns.insert(table.columns.end(), found.names.begin(), found.names.end());
    table.columns.push_back("arrived");
    for (std::size_t run = 0; run < found.rows.size(); ++run) {
        table.values.push_back(static_cast<double>(run));
        table.values.insert(table.values.end(), found.rows[run].begin(), found.rows[run].end());
        table.values.push_back(found.arrived[run] ? 1 : 0);
    }
    return table;
}

std::string text_of(const Sweep& found, std::size_t varied, const std::string& table) {
    std::string text = fmt::format("  {:>6}", "run");
    for (const std::string& name : found.names) text += fmt::format("  {:>18}", sinew::escaped(name));
    text += "\n";
    constexpr std::size_t most = 40;
    for (std::size_t run = 0; run < std::min(found.rows.size(), most); ++run) {
        text += fmt::format("  {:>6}", run);
        for (const double x : found.rows[run]) text += fmt::format("  {:>18.9g}", x);
        text += found.arrived[run] ? "\n" : "  did not arrive\n";
    }
    if (found.rows.size() > most)
        text += fmt::format("  ... and {} more{}\n", found.rows.size() - most,
                            table.empty() ? ": -o FILE.csv takes all" : "");
    for (std::size_t k = varied; k < found.names.size(); ++k) {
        double least = INFINITY, greatest = -INFINITY, sum = 0, squares = 0;
        long count = 0;
        for (const std::vector<double>& row : found.rows)
            if (std::isfinite(row[k]))
                least = std::min(least, row[k]), greatest = std::max(greatest, row[k]), sum += row[k],
                ++count;
        if (count == 0) continue;
        const double mean = sum / static_cast<double>(count);
        for (const std::vector<double>& row : found.rows)
            if (std::isfinite(row[k])) squares += (row[k] - mean) * (row[k] - mean);
        text += fmt::format("{}: from {:.6g} to {:.6g}, mean {:.6g}, standard deviation {:.6g}\n",
                            sinew::escaped(found.names[k]), least, greatest, mean,
                            count > 1 ? std::sqrt(squares / static_cast<double>(count - 1)) : 0.0);
    }
    const long arrived = std::count(found.arrived.begin(), found.arrived.end(), true);
    return text + fmt::format("{} of {} runs arrived, in {} ({} steps)\n", arrived, found.rows.size(),
                              duration(found.seconds), found.account.steps);
}

int run_it(const Options& options, const Output& out) {
    if (!(options.until > 0)) throw UsageError("--until must be above zero.");
    if (options.threads < 0 || options.threads > 1024)
        throw UsageError("--threads must be 0 (one for each core) to 1024.");
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
    const Sweep found = sweep_it(loaded, options, shown, out);
    if (!options.table.empty()) write_text_file(options.table, to_csv(table_of(found)));
    out.text(text_of(found, options.vary.size(), options.table));
    Json rows = Json::array();
    for (const std::vector<double>& row : found.rows) rows.push(Json(row));
    const long arrived = std::count(found.arrived.begin(), found.arrived.end(), true);
    out.result(Json::object()
                   .set("columns", found.names)
                   .set("rows", std::move(rows))
                   .set("arrived", arrived)
                   .set("steps", found.account.steps)
                   .set("seconds", found.seconds));
    if (found.stopped_by != 0) return 128 + found.stopped_by;
    return arrived == static_cast<long>(found.rows.size()) ? ended_well : run_failed;
}

}  // namespace

Command sweep_command() {
    auto options = std::make_shared<Options>();
    Command command{"sweep",
                    "Many runs at once, from other starts and with other parameters: what becomes of each."};
    command.text = std::string(
                       "Runs go side by side, several to a register of the processor and on all its cores. "
                       "Each begins like --set and --state say, with what is varied set to one combination, "
                       "or by chance with --random. "
                       "They end at the same time; there are no events, so that rigid contact and what "
                       "sticks is for \"sinew simulate\". ") +
                   quantities_text;
    add_model_options(command, options->choice);
    add_state_options(command, options->choice);
    std::vector<Option>& o = command.options;
    o.push_back({"--vary", "NAME=FROM:TO[:COUNT]",
                 "a coordinate, speed, parameter or one number of it (rod.com.y), and its values, 11 unless "
                 "told; may be given often, for "
                 "all combinations",
                 &options->vary});
    o.push_back({"--random", "COUNT",
                 "so many runs with all that is varied by chance, evenly between FROM and TO",
                 &options->random});
    o.push_back({"--seed", "NUMBER",
                 "other chances, 1 unless told; the same number gives the same runs on every machine",
                 &options->seed});
    o.push_back({"-t,--until", "TIME", "length of the runs, 1 s unless told", &options->until});
    o.push_back({"-a,--accuracy", "SHARE", "of the runs, 1e-6 unless told", &options->accuracy});
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
