// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/formats/report.h>
#include <sinew/formats/report_blob.h>
#include <sinew/formats/report_frames.h>
#include <sinew/formats/text_file.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace sinew {

// The page as it was built from apps/workbench/web, or an empty text; CMake writes the file that has it.
extern const char* const built_report_page;
extern const unsigned long built_report_page_size;

namespace {

constexpr std::string_view place_of_data = "<!-- sinew:data -->";

/// In place of the page, where the library was built without it. The data is there all the same.
constexpr std::string_view plain_page = R"(<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Sinew</title>
<style>body { font: 16px/1.5 system-ui, sans-serif; max-width: 40em; margin: 3em auto; padding: 0 1em; }</style></head>
<body><h1>The page is missing</h1>
<p>This file holds a recording's numbers, but the program that wrote it was built without the page that plays them.
To get it, install node and npm (on Debian: <code>tools/setup page</code>), then build Sinew again and write the
report anew.</p>
<!-- sinew:data -->
</body></html>
)";

/// Text inside of <script>: nothing in it ends the script.
std::string in_script(std::string text) {
    for (std::size_t i = text.find('<'); i != std::string::npos; i = text.find('<', i))
        text.replace(i, 1, "\\u003c");
    return text;
}

std::string in_html(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '<') out += "&lt;";
        else if (c == '&') out += "&amp;";
        else out += c;
    }
    return out;
}

/// Rows of numbers become columns; those that are shown of very many.
struct Columns {
    std::size_t width = 0;
    std::vector<double> rows{};
    std::vector<double> column(std::size_t k) const {
        std::vector<double> values;
        values.reserve(rows.size() / width);
        for (std::size_t i = k; i < rows.size(); i += width) values.push_back(rows[i]);
        return values;
    }
};

/// What the numbers themselves tell: energy and constraint errors.
void add_findings(const ReportFrames& frames, const Columns& columns, std::vector<SummaryLine>& summary) {
    const auto series = [&](const char* name) -> std::vector<double> {
        for (std::size_t s = 0; s < frames.series().size(); ++s)
            if (frames.series()[s].name == name) return columns.column(frames.first_series() + s);
        return {};
    };
    const std::vector<double> energy = series("total energy"), kinetic = series("kinetic energy");
    double most = 0, scale = 0;
    for (std::size_t i = 0; i < energy.size(); ++i) {
        if (!std::isfinite(energy[i])) continue;
        most = std::max(most, std::abs(energy[i] - energy[0]));
        scale = std::max({scale, std::abs(energy[i]), kinetic[i]});
    }
    if (!energy.empty())
        summary.emplace_back(
            "largest change of energy",
            fmt::format(
                "{} J{}", rounded(most, 3),
                scale > 0 ? fmt::format(" ({} of {} J)", rounded(most / scale, 2), rounded(scale, 3)) : ""));
    double worst = 0;
    const std::vector<double> errors = series("largest position error");
    for (const double e : errors) worst = std::max(worst, e);
    if (!errors.empty()) summary.emplace_back("largest constraint error", rounded(worst, 3));
}

std::vector<SummaryLine> told_by(const Recording& recording) {
    std::vector<SummaryLine> lines;
    const std::vector<std::string> log = recording.log();
    if (!log.empty()) {  // "dormand_prince_8: reached its end at time 4"
        const std::size_t colon = log.back().find(": ");
        if (colon != std::string::npos) lines.emplace_back("method", log.back().substr(0, colon));
        lines.emplace_back("run", colon != std::string::npos ? log.back().substr(colon + 2) : log.back());
    }
    double seconds = 0, steps = -1, rejected = 0;
    for (const auto& [name, value] : recording.statistics()) {
        if (name == "seconds") seconds = value;
        else if (name == "steps") steps = value;
        else if (name == "rejected steps") rejected = value;
        else if (value > 0) lines.emplace_back(name, rounded(value, 9));
    }
    if (steps >= 0) lines.emplace_back("steps", fmt::format("{:.0f}, {:.0f} rejected", steps, rejected));
    if (seconds > 0) {
        const double span = recording.time(recording.frames() - 1) - recording.time(0);
        lines.emplace_back("real-time factor", fmt::format("{} ({} s in {} s)", rounded(span / seconds, 3),
                                                           rounded(span, 4), rounded(seconds, 3)));
    }
    if (!recording.about().complete) lines.emplace_back("recording", "not complete");
    return lines;
}

/// Of many frames, evenly spaced ones; the first and the last among them.
std::vector<long> chosen_frames(long frames, long most) {
    std::vector<long> chosen;
    const long count = std::min(frames, std::max(2L, most));
    for (long i = 0; i < count; ++i)
        chosen.push_back(count > 1 ? static_cast<long>(std::llround(static_cast<double>(i) *
                                                                    static_cast<double>(frames - 1) /
                                                                    static_cast<double>(count - 1)))
                                   : 0);
    return chosen;
}

template <class Sample>
std::string report_of(ReportFrames& frames, const State& first, const ReportOptions& options, long total,
                      std::vector<SummaryLine> summary, const std::vector<RecordedEvent>& events,
                      Sample&& sample) {
    const std::vector<long> chosen = chosen_frames(total, options.most_frames);
    Columns columns{.width = frames.width()};
    columns.rows.resize(columns.width * chosen.size());
    PressureMap pressure;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        sample(chosen[i], std::span(columns.rows).subspan(i * columns.width, columns.width));
        pressure.add(frames.patches());
    }
    add_findings(frames, columns, summary);
    const long count = static_cast<long>(chosen.size());
    summary.emplace_back("frames",
                         count < total ? fmt::format("{} of {}", count, total) : fmt::format("{}", count));

    ReportBlob blob;
    std::vector<std::string> places;
    for (std::size_t k = 0; k < columns.width; ++k) {
        const bool exact =
            k == 0 || (k >= frames.first_series() && frames.series()[k - frames.first_series()].exact);
        places.push_back(blob.add_column(columns.column(k), exact));
    }
    const std::string head =
        report_head(frames, first, options, summary, events, places, count, pressure, blob);
    const std::string& title = report_title(frames.system().model(), options);
    return report_page(title, head, blob.packed());
}

}  // namespace

bool report_page_is_built() { return built_report_page_size > 0; }

std::string report_page(const std::string& title, const std::string& head, const std::string& data) {
    std::string page(report_page_is_built() ? std::string_view(built_report_page, built_report_page_size)
                                            : plain_page);
    const std::size_t begin = page.find("<title>"), end = page.find("</title>");
    if (begin != std::string::npos && end != std::string::npos)
        page.replace(begin + 7, end - begin - 7, in_html(title));
    const std::size_t at = page.find(place_of_data);
    if (head.empty() || at == std::string::npos) return page;
    std::string scripts =
        "<script id=\"sinew-head\" type=\"application/json\">" + in_script(head) + "</script>\n";
    scripts += "<script id=\"sinew-data\" type=\"text/plain\">" + data + "</script>";
    return page.replace(at, place_of_data.size(), scripts);
}

std::string report_text(const System& system, const Recording& recording, const ReportOptions& options) {
    recording.check(system);
    if (recording.frames() == 0)
        throw FileError(recording.file() + ": there is no frame in it yet, so there is nothing to report.");
    ReportFrames frames(system, options, recording.outputs());
    State state = recording.state(system, 0);
    const State first = state;
    std::vector<std::vector<double>> outputs;
    for (const std::string& name : recording.outputs()) outputs.push_back(recording.output(name));
    std::vector<double> now(outputs.size());
    std::vector<SummaryLine> summary = options.summary;
    for (SummaryLine& line : told_by(recording)) {
        const auto known = [&](const SummaryLine& other) { return other.first == line.first; };
        if (std::none_of(summary.begin(), summary.end(), known)) summary.push_back(std::move(line));
    }
    return report_of(frames, first, options, recording.frames(), std::move(summary), recording.events(),
                     [&](long frame, std::span<double> row) {
                         recording.read(system, frame, state);
                         for (std::size_t i = 0; i < now.size(); ++i)
                             now[i] = outputs[i][static_cast<std::size_t>(frame)];
                         frames.sample(state, now, row);
                     });
}

void write_report(const std::string& file, const System& system, const Recording& recording,
                  const ReportOptions& options) {
    write_text_file(file, report_text(system, recording, options));
}

void write_report(const std::string& file, const System& system, const History& history,
                  const ReportOptions& options) {
    if (history.empty())
        throw FileError(file + ": the history holds no State, so there is nothing to report.");
    ReportFrames frames(system, options);
    const auto sample = [&](long frame, std::span<double> row) {
        frames.sample(history[static_cast<std::size_t>(frame)], {}, row);
    };
    const long count = static_cast<long>(history.size());
    write_text_file(file, report_of(frames, history.oldest(), options, count, options.summary, {}, sample));
}

}  // namespace sinew
