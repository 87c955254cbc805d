// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <apps/cli/plan.h>
#include <apps/cli/progress.h>
#include <sinew/base/names.h>
#include <sinew/formats/recording.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace sinew::cli {

SimulationReport run_watched(SimulationOptions options, const RunLimits& limits, const Output& out,
                             const std::function<SimulationReport(SimulationOptions)>& go) {
    ProgressLine line(out.quiet);
    const Interruption interruption;
    const double until = options.until;
    bool began = false;
    options.time_limit = limits.seconds;
    options.max_steps = limits.steps;
    options.progress = [&line, until](const Progress& progress) { line.show(progress, until); };
    options.progress_every = 0.1;
    options.cancel = [&began] {
        began = true;
        return Interruption::signal() != 0;
    };
    try {
        SimulationReport report = go(std::move(options));
        line.finish();
        return report;
    } catch (const SimulationError& e) {
        line.finish();
        throw RunError(e.what());
    } catch (const Error& e) {
        line.finish();
        if (began) throw RunError(e.what());
        throw;
    }
}

namespace {

/// How a number went over a run.
struct Course {
    double first = 0, last = 0, furthest = 0;  ///< furthest from the first
};

Course course_of(const Recording& recording, const char* output) {
    const std::vector<double> values = recording.output(output);
    Course course;
    if (values.empty()) return course;
    course = {values.front(), values.back(), 0};
    for (const double v : values) course.furthest = std::max(course.furthest, std::abs(v - course.first));
    return course;
}

bool has_output(const Recording& recording, const std::string& name) {
    const std::vector<std::string>& names = recording.outputs();
    return std::find(names.begin(), names.end(), name) != names.end();
}

std::string limits_text(const SimulationReport& report) {
    std::string text;
    for (const LimitedBy& by : report.limited_by)
        text += fmt::format("{}{} ({} steps)", text.empty() ? "" : ", ", sinew::escaped(by.name), by.steps);
    return text;
}

const char* word_of(Outcome outcome) {
    switch (outcome) {
        case Outcome::running: return "running";
        case Outcome::reached: return "reached";
        case Outcome::ended: return "ended";
        case Outcome::cancelled: return "cancelled";
        case Outcome::out_of_time: return "out_of_time";
        case Outcome::too_many_steps: return "too_many_steps";
        case Outcome::step_refused: return "step_refused";
        case Outcome::chatter: return "chatter";
        case Outcome::witness_fault: return "witness_fault";
        case Outcome::motion_jumps: return "motion_jumps";
        case Outcome::event_failed: return "event_failed";
    }
    return "unknown";
}

Json json_of(const SimulationReport& report) {
    const IntegratorStatistics& s = report.statistics;
    Json limited = Json::array(), events = Json::array();
    for (const LimitedBy& by : report.limited_by)
        limited.push(Json::object().set("name", by.name).set("steps", by.steps));
    for (const EventCount& event : report.handlers)
        events.push(
            Json::object().set("event", event.name).set("count", event.count).set("last", event.last));
    Json contacts = Json::array();
    for (const EventCount& event : report.contacts)
        contacts.push(
            Json::object().set("event", event.name).set("count", event.count).set("last", event.last));
    return Json::object()
        .set("outcome", word_of(report.outcome))
        .set("failure", report.failure)
        .set("method", report.method)
        .set("account", report.account)
        .set("from", report.from)
        .set("to", report.to)
        .set("steps", s.steps)
        .set("rejected", s.rejected())
        .set("evaluations", s.evaluations)
        .set("smallest_step", s.smallest_step)
        .set("largest_step", s.largest_step)
        .set("limited_by", std::move(limited))
        .set("events", std::move(events))
        .set("contacts", std::move(contacts))
        .set("start_overlaps", report.start_overlaps)
        .set("seconds", report.seconds)
        .set("real_time_factor", report.real_time_factor());
}

}  // namespace

int tell_run(const Output& out, const SimulationReport& report, const std::string& file,
             const std::string& page) {
    const Recording recording(file);
    Json json = json_of(report);
    const IntegratorStatistics& s = report.statistics;
    std::string text = fmt::format("{} from t = {} to {} s: {}\n", recording.about().system,
                                   rounded(report.from), rounded(report.to), name_of(report.outcome));
    const auto line = [&](const char* what, const std::string& value) {
        if (!value.empty()) text += fmt::format("  {:<18}{}\n", what, value);
    };
    line("method", report.method);
    line("steps",
         fmt::format("{} ({} to {} s), {} rejected, {} evaluations", s.steps, rounded(s.smallest_step, 3),
                     rounded(s.largest_step, 3), s.rejected(), s.evaluations));
    line("contact", report.account);
    line("kept short by", limits_text(report));
    for (const std::string& overlap : report.start_overlaps) line("warning", "at the start, " + overlap);
    for (const EventCount& event : report.handlers)
        if (event.count > 0)
            line("event", fmt::format("{}: {} times, last at {} s", sinew::escaped(event.name), event.count,
                                      rounded(event.last)));
    const std::vector<EventCount> often = report.most_contacts(12);
    for (const EventCount& event : often)
        line("contact", fmt::format("{}: {} times, last at {} s", sinew::escaped(event.name), event.count,
                                    rounded(event.last)));
    if (often.size() < report.contacts.size())
        line("",
             fmt::format("and {} others: see the recording's events", report.contacts.size() - often.size()));
    if (report.captured > 0) line("", fmt::format("{} impacts too slow to bounce", report.captured));
    if (recording.frames() > 0 && has_output(recording, "total_energy")) {
        const Course energy = course_of(recording, "total_energy");
        line("energy", fmt::format("{} to {} J, {} J off the start at most", rounded(energy.first),
                                   rounded(energy.last), rounded(energy.furthest, 3)));
        json.set("energy", Json::object()
                               .set("start", energy.first)
                               .set("end", energy.last)
                               .set("largest_change", energy.furthest));
    }
    if (recording.frames() > 0 && has_output(recording, "constraint_error")) {
        double largest = 0;
        for (const double e : recording.output("constraint_error")) largest = std::max(largest, e);
        line("constraint error", rounded(largest, 3) + " at most");
        json.set("constraint_error", largest);
    }
    line("time",
         fmt::format("{}: {} x real time", duration(report.seconds), rounded(report.real_time_factor(), 3)));
    line("recording", fmt::format("{} ({} frames)", file, recording.frames()));
    line("report", page);
    json.set("frames", recording.frames())
        .set("recording", file)
        .set("report", page.empty() ? Json() : Json(page));
    out.text(text);
    out.result(json);

    const int signal = Interruption::signal();
    const std::string how_on = "Go on with: sinew resume " + file;
    if (report.outcome == Outcome::cancelled) {
        std::fprintf(stderr, "Stopped at t = %s s; all up to there is recorded. %s\n",
                     rounded(report.to).c_str(), how_on.c_str());
        return signal ? 128 + signal : run_failed;
    }
    if (report.outcome == Outcome::out_of_time || report.outcome == Outcome::too_many_steps) {
        std::fprintf(stderr, "Left off at t = %s s (%s). %s\n", rounded(report.to).c_str(),
                     name_of(report.outcome), how_on.c_str());
        return run_failed;
    }
    if (is_failure(report.outcome)) {
        std::fprintf(stderr, "%s\n", report.failure.c_str());
        return run_failed;
    }
    return ended_well;
}

}  // namespace sinew::cli
