// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <apps/cli/page.h>
#include <apps/cli/picture.h>
#include <apps/cli/quantities.h>
#include <apps/cli/svg_plot.h>
#include <apps/cli/values.h>
#include <sinew/base/names.h>
#include <sinew/formats/text_file.h>
#include <sinew/studies/observer.h>

#include <algorithm>
#include <filesystem>
#include <memory>

namespace sinew::cli {

namespace {

struct Options {
    std::string file, out, title, model;
    std::vector<std::string> names;
    double width = 800, height = 260;
};

bool matches(std::string_view pattern, std::string_view name) {
    if (pattern.empty()) return name.empty();
    if (pattern[0] == '*') {
        for (std::size_t i = 0; i <= name.size(); ++i)
            if (matches(pattern.substr(1), name.substr(i))) return true;
        return false;
    }
    return !name.empty() && pattern[0] == name[0] && matches(pattern.substr(1), name.substr(1));
}

Curve curve_of(const Table& table, const std::string& name) {
    return {name, table.column("time"), table.column(name)};
}

/// Numbers that the recording does not hold, computed from its States.
class Computed {
public:
    Computed(std::string file, std::string model) : file_(std::move(file)), model_(std::move(model)) {}
    std::vector<Curve> curves(const std::string& name) {
        if (!open_) open_ = std::make_unique<OpenRecording>(open_recording(file_, model_));
        const Recording& recording = open_->recording;
        const std::vector<Measure> wanted = measures_of(open_->system, name);
        Observer watch(open_->system, wanted);
        std::vector<Curve> made(wanted.size());
        for (std::size_t i = 0; i < wanted.size(); ++i) made[i].name = wanted[i].name();
        State state = open_->system.default_state();
        for (long frame = 0; frame < recording.frames(); ++frame) {
            recording.read(open_->system, frame, state);
            watch.observe(state);
            for (std::size_t i = 0; i < wanted.size(); ++i) {
                made[i].x.push_back(state.time());
                made[i].y.push_back(watch[i]);
            }
        }
        return made;
    }

private:
    std::string file_, model_;
    std::unique_ptr<OpenRecording> open_;
};

/// What is drawn unless names are given: coordinates, speeds, energies and other outputs, a dozen curves each at most.
std::vector<Panel> usual_panels(const Recording& recording, const Table& table) {
    const auto some = [&](const std::vector<RecordedLayout::Entry>& entries, const char* suffix) {
        std::vector<Curve> curves;
        for (const RecordedLayout::Entry& entry : entries)
            if (curves.size() < 12) curves.push_back(curve_of(table, entry.name + suffix));
        return curves;
    };
    std::vector<Panel> panels;
    const RecordedLayout& layout = recording.layout();
    if (!layout.q.empty()) panels.push_back({"Coordinates", some(layout.q, "")});
    if (!layout.u.empty()) panels.push_back({"Speeds", some(layout.u, "/speed")});
    Panel energies{"Energies [J]", {}}, others{"Outputs", {}};
    for (const RecordedLayout::Entry& entry : layout.outputs) {
        Panel& panel = entry.name.ends_with("energy") ? energies : others;
        if (panel.curves.size() < 12) panel.curves.push_back(curve_of(table, entry.name));
    }
    if (!energies.curves.empty()) panels.push_back(energies);
    if (!others.curves.empty()) panels.push_back(others);
    return panels;
}

std::vector<Panel> panels_of(const Options& options, const Table& table, bool is_recording) {
    std::vector<Panel> panels;
    Computed computed(options.file, options.model);
    for (const std::string& words : options.names) {
        Panel panel;
        for (const std::string& word : split(words, ',')) {
            std::size_t found = 0;
            for (const std::string& column : table.columns)
                if (column != "time" && matches(word, column))
                    panel.curves.push_back(curve_of(table, column)), ++found;
            if (found > 0) continue;
            if (!is_recording || word.find('*') != std::string::npos)
                place_of(word, table.columns, "columns");
            for (Curve& curve : computed.curves(word)) panel.curves.push_back(std::move(curve));
        }
        panels.push_back(std::move(panel));
    }
    return panels;
}

int plot_it(const Options& options, const Output& out) {
    const std::filesystem::path file = options.file;
    const bool is_table =
        file.extension() == ".sto" || file.extension() == ".mot" || file.extension() == ".csv";
    std::vector<Panel> panels;
    std::string title = options.title;
    if (is_table) {
        const Table table = read_table(options.file);
        Options all = options;
        if (all.names.empty()) all.names = {"*"};
        panels = panels_of(all, table, false);
    } else {
        const Recording recording(options.file);
        if (recording.frames() == 0) throw FileError(sinew::quoted(options.file) + " holds no frame.");
        const Table table = recording.table();
        if (title.empty()) title = recording.about().system;
        panels = options.names.empty() ? usual_panels(recording, table) : panels_of(options, table, true);
    }
    const std::string svg =
        svg_plot(panels, {.title = title, .width = options.width, .panel_height = options.height});
    const std::string to = options.out.empty() ? file.stem().string() + ".svg" : options.out;
    const std::string ending = std::filesystem::path(to).extension().string();
    if (ending == ".svg") write_text_file(to, svg);
    else if (ending == ".png") write_png(to, svg);
    else if (ending == ".html")
        write_text_file(to, "<!doctype html><meta charset=\"utf-8\"><title>Sinew</title>\n" + svg);
    else throw UsageError("--out " + sinew::quoted(to) + ": a plot is written as .svg, .png or .html.");
    out.text(to + "\n");
    out.result(Json::object().set("file", to).set("panels", panels.size()));
    return ended_well;
}

}  // namespace

Command plot_command() {
    auto options = std::make_shared<Options>();
    Command command{"plot", "Curves of a recording or table over time, as SVG, PNG or HTML."};
    command.text =
        std::string(
            "Each NAME is a pair of axes; several names apart by commas share one, * stands for any letters. "
            "Without names: coordinates, speeds, energies and outputs.\n\n") +
        quantities_text;
    std::vector<Option>& o = command.options;
    o.push_back(
        file_option("FILE", "FILE", "a recording, or a table (.sto, .mot, .csv)", &options->file, true));
    o.push_back({"NAMES", "NAMES", "what to draw", &options->names});
    o.push_back(file_option("-o,--out", "FILE",
                            "the plot, .svg, .png or .html; NAME.svg in this folder unless told",
                            &options->out));
    o.push_back({"--title", "TEXT", "above the plot", &options->title});
    o.push_back({"--width", "PIXELS", "of the plot, 800 unless told", &options->width});
    o.push_back({"--height", "PIXELS", "of a pair of axes, 260 unless told", &options->height});
    o.push_back(file_option("--model", "FILE", "the model, if the recording does not hold it",
                            &options->model, false, Complete::model));
    command.examples = {
        {"sinew plot pendulum.sinew", ""},
        {"sinew plot pendulum.sinew swing.angle kinetic_energy,potential_energy -o swing.png", ""},
        {"sinew plot pendulum.sinew \"swing.*\" reaction:swing.force.y", ""}};
    command.run = [options](const Output& out) { return plot_it(*options, out); };
    return command;
}

}  // namespace sinew::cli
