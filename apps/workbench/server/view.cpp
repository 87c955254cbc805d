// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <apps/workbench/server/live_server.h>
#include <apps/workbench/server/programs.h>
#include <apps/workbench/server/view.h>
#include <sinew/formats/report_blob.h>
#include <sinew/formats/report_frames.h>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace sinew {

namespace {

using Clock = std::chrono::steady_clock;

void open_browser(const ViewOptions& options, const std::string& address) {
    if (options.ready) options.ready(address);
    if (!options.open_browser) return;
    if (const std::string opener = find_program("xdg-open"); !opener.empty())
        run_program({opener, address}, 10);
}

bool wants_stop(const ViewOptions& options) { return options.stop && options.stop(); }

void check_page() {
    if (!report_page_is_built())
        throw ViewError(
            "There is no page to show: this program was built without node and npm. Call tools/setup page "
            "and build again.");
}

/// A run, shown while it goes on.
class WatchedRun {
public:
    WatchedRun(const System& system, const State& start, SimulationOptions run, const ViewOptions& options)
        : options_(options),
          about_{.title = options.title},
          frames_(system, about_),
          run_(system, start, std::move(run)),
          server_(options.port, report_page(report_title(system.model(), about_), "", "")),
          row_(frames_.width()) {
        ReportBlob blob;
        const std::vector<std::string> nothing(frames_.width(), "0");
        server_.set_head(report_head(frames_, run_.state(), about_, {}, {}, nothing, 0, {}, blob));
        origin_ = run_.state().time();
    }

    SimulationReport go() {
        show();
        server_.tell(options_.start_paused ? "paused" : "running", !options_.start_paused);
        open_browser(options_, server_.address());
        if (options_.start_paused) paused_ = true;
        mark_ = Clock::now(), from_ = run_.state().time();
        while (!run_.is_over() && !wants_stop(options_)) {
            obey();
            if (paused_) server_.wait(0.05);
            else advance();
        }
        const SimulationReport report = run_.report();
        server_.tell(report.failure.empty()
                         ? fmt::format("{} at {:.4g} s", name_of(report.outcome), report.to)
                         : report.failure,
                     false);
        while (options_.until_closed && !wants_stop(options_)) server_.wait(0.1);
        server_.wait(0.05);
        return report;
    }

private:
    void obey() {
        while (const auto command = server_.take_command()) {
            const bool pause = *command == "pause";
            if (*command == "step") one_frame();
            else if (pause || *command == "run") {
                paused_ = pause;
                mark_ = Clock::now(), from_ = run_.state().time();
                server_.tell(paused_ ? "paused" : "running", !paused_);
            }
        }
    }
    void advance() {
        if (options_.speed > 0) {  // not before its time
            const double passed = std::chrono::duration<double>(Clock::now() - mark_).count();
            const double early = (next_time() - from_) / options_.speed - passed;
            if (early > 0) return server_.wait(std::min(early, 0.05));
            if (early < -1)
                mark_ = Clock::now(), from_ = run_.state().time();  // too slow for real time: no hurry later
        }
        one_frame();
        server_.wait(0.0005);
    }
    double next_time() const { return origin_ + static_cast<double>(count_) / options_.frames_per_second; }
    void one_frame() {
        run_.advance_to(next_time());
        show();
    }
    void show() {
        frames_.sample(run_.state(), {}, row_);
        server_.push(row_);
        show_springs();
        ++count_;
    }
    /// The pressure on meshes.
    void show_springs() {
        springs_.clear();
        double size = 0;
        for (const ContactPatch& patch : frames_.patches())
            for (const PressureElement& e : patch.elements) {
                springs_.insert(springs_.end(), {e.point_W.x, e.point_W.y, e.point_W.z, e.pressure});
                size = std::max(size, std::sqrt(e.area));
            }
        if (!springs_.empty()) server_.tell_springs(run_.state().time(), size, springs_);
    }

    const ViewOptions& options_;
    ReportOptions about_;
    ReportFrames frames_;
    Simulation run_;
    LiveServer server_;
    std::vector<double> row_, springs_;
    double origin_ = 0, from_ = 0;
    long count_ = 0;
    bool paused_ = false;
    Clock::time_point mark_{};
};

}  // namespace

SimulationReport serve_view(const System& system, const State& start, SimulationOptions run,
                            const ViewOptions& options) {
    check_page();
    if (!(options.frames_per_second > 0) || !(options.speed >= 0))
        throw ViewError("A view has more than zero frames per second and a speed that is not negative.");
    return WatchedRun(system, start, std::move(run), options).go();
}

void serve_view(const System& system, const Recording& recording, const ViewOptions& options) {
    check_page();
    LiveServer server(options.port, report_text(system, recording, {.title = options.title}));
    open_browser(options, server.address());
    while (!wants_stop(options)) server.wait(0.1);
}

}  // namespace sinew
