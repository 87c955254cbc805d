// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <apps/cli/load.h>
#include <apps/cli/state_file.h>
#include <apps/cli/values.h>
#include <sinew/base/names.h>
#include <sinew/formats/report.h>
#include <sinew/sinew.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>

namespace sinew::cli {

namespace {

struct Options {
    ModelChoice choice;
    std::string page, save;
    bool undamped = false, at_rest = false, nearest = false;
    double amplitude = 0.2;
    std::vector<std::string> shown;
};

/// "1.25 Hz", or how what does not swing behaves.
std::string rhythm_of(const Mode& mode) {
    if (mode.angular_frequency > 0) return fmt::format("{:.6g} Hz", mode.frequency);
    if (mode.growth == 0) return "drifts";
    return fmt::format("{} {:.6g} s", mode.growth < 0 ? "halves in" : "doubles in",
                       std::numbers::ln2 / std::abs(mode.growth));
}

std::string table_of(const Modes& found, const std::vector<std::string>& names) {
    std::string lines = fmt::format("{:>5}  {:<24}{:>12}{:>14}  moves most, and with it\n", "mode", "rhythm",
                                    "damping", "growth 1/s");
    for (std::size_t k = 0; k < found.modes.size(); ++k) {
        const Mode& mode = found.modes[k];
        std::vector<std::size_t> order(mode.shape.size());
        for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
        const auto moves = [&](std::size_t i) { return std::hypot(mode.shape[i], mode.quadrature[i]); };
        std::stable_sort(order.begin(), order.end(),
                         [&](std::size_t a, std::size_t b) { return moves(a) > moves(b); });
        std::string with;
        for (std::size_t i = 0; i < order.size() && i < 4 && moves(order[i]) > 0.01; ++i)
            with += fmt::format("{}{} {:.3g}", i == 0 ? "" : ", ", names[order[i]], mode.shape[order[i]]);
        lines += fmt::format("{:>5}  {:<24}{:>12.4g}{:>14.4g}  {}\n", k + 1, rhythm_of(mode), mode.damping,
                             mode.growth, with);
    }
    return lines;
}

Json list_of(const Modes& found) {
    Json list = Json::array();
    for (const Mode& mode : found.modes)
        list.push(Json::object()
                      .set("frequency", mode.frequency)
                      .set("angular_frequency", mode.angular_frequency)
                      .set("damping", mode.damping)
                      .set("growth", mode.growth)
                      .set("largest", mode.largest)
                      .set("shape", mode.shape)
                      .set("quadrature", mode.quadrature));
    return list;
}

/// Which modes to show: those that were asked for, else the first six that are not mere drift.
std::vector<std::size_t> chosen(const Options& options, const Modes& found) {
    std::vector<std::size_t> modes;
    for (const std::string& text : options.shown) {
        const double number = number_of(text, "--mode");
        if (!(number >= 1) || number > static_cast<double>(found.modes.size()) ||
            number != std::floor(number))
            throw UsageError(
                fmt::format("--mode {}: modes are numbered from 1 to {}.", text, found.modes.size()));
        modes.push_back(static_cast<std::size_t>(number) - 1);
    }
    if (options.page.empty()) {
        if (!modes.empty()) throw UsageError("--mode picks what --report FILE shows: give that, too.");
        return modes;
    }
    for (std::size_t k = 0; options.shown.empty() && k < found.modes.size() && modes.size() < 6; ++k)
        if (found.modes[k].angular_frequency > 0) modes.push_back(k);
    if (modes.empty())
        throw UsageError("--report: no mode swings, so there is none to show. Pick one by --mode NUMBER.");
    return modes;
}

/// Each mode for two swings of two seconds, one after another, whatever its frequency is: shapes are to be seen.
void show(const Options& options, const Loaded& loaded, const State& at, const Modes& found,
          const std::vector<std::size_t>& modes) {
    constexpr double swing = 2, frames_per_second = 30;
    constexpr int swings = 2, frames = static_cast<int>(swings * swing * frames_per_second);
    History history(modes.size() * frames + 1);
    ReportOptions about;
    about.forces = false;
    double time = 0;
    for (const std::size_t k : modes) {
        about.summary.push_back({fmt::format("{:g} to {:g} s", time, time + swings * swing),
                                 fmt::format("mode {}: {}", k + 1, rhythm_of(found.modes[k]))});
        for (int frame = 0; frame < frames; ++frame, time += 1 / frames_per_second) {
            // from the middle, so that one mode begins where another ends
            const double phase = 2 * std::numbers::pi * (frame / (swing * frames_per_second) - 0.25);
            State moved = along_mode(loaded.system, at, found.modes[k], options.amplitude, phase);
            moved.set_time(time);
            history.push(moved);
        }
    }
    about.summary.push_back({"shown", "shapes; each swings once in two seconds"});
    write_report(options.page, loaded.system, history, about);
}

int find_them(const Options& options, const Output& out) {
    if (!(options.amplitude > 0)) throw UsageError("--amplitude: more than zero.");
    const Loaded loaded = load(options.choice, out);
    State at = loaded.state;
    if (options.at_rest) {
        const Equilibrium rest =
            equilibrate(loaded.system, at, {.downhill = !options.nearest, .accuracy = 1e-10});
        if (!rest.converged) throw RunError("--at-rest: " + rest.summary);
        out.note(rest.summary);
        at = rest.state;
    }
    const Modes found = modes(loaded.system, at, {.undamped = options.undamped});
    if (!found.found) throw RunError(found.summary);
    const std::vector<std::size_t> shown = chosen(options, found);
    out.text(found.summary + "\n" + table_of(found, loaded.system.layout().u_names));
    out.result(Json::object()
                   .set("stability", name_of(found.stability))
                   .set("unbalanced", found.unbalanced)
                   .set("speeds", loaded.system.layout().u_names)
                   .set("modes", list_of(found))
                   .set("summary", found.summary)
                   .set("state", json_of(at)));
    if (found.unbalanced > 1e-6 && !options.at_rest)
        out.note("note: this is not an equilibrium; --at-rest looks for one first.");
    save_state(options.save, at);
    if (!options.page.empty()) {
        show(options, loaded, at, found, shown);
        out.text(options.page + "\n");
    }
    return ended_well;
}

}  // namespace

Command modes_command() {
    auto options = std::make_shared<Options>();
    Command command{"modes",
                    "How a model swings about a state when nudged: frequencies, damping, shapes, stability."};
    command.text =
        "Small motion only. Constraints are kept, joints with a given motion do not move. Each mode lists "
        "the speeds "
        "that take part, the largest as 1.";
    add_model_options(command, options->choice);
    add_state_options(command, options->choice);
    std::vector<Option>& o = command.options;
    o.push_back(
        {"--at-rest", "", "about where it would come to rest, as equilibrium finds it", &options->at_rest});
    o.push_back({"--nearest", "", "with --at-rest: the nearest place where forces balance, stable or not",
                 &options->nearest});
    o.push_back({"--undamped", "", "without what depends on speeds: real shapes", &options->undamped});
    o.push_back(
        file_option("--report", "FILE", "a page that shows the shapes, one after another", &options->page));
    o.push_back({"--mode", "NUMBER",
                 "which to show, the first six that swing unless told; may be given often", &options->shown});
    o.push_back({"--amplitude", "SIZE", "of the largest speed's coordinate in it, rad or m; 0.2 unless told",
                 &options->amplitude});
    o.push_back(save_option(&options->save));
    command.examples = {{"sinew modes double_pendulum --at-rest", ""},
                        {"sinew modes double_pendulum --at-rest --report shapes.html", "to look at them"}};
    command.run = [options](const Output& out) { return find_them(*options, out); };
    return command;
}

}  // namespace sinew::cli
