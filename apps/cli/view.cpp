// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <apps/cli/load.h>
#include <apps/cli/page.h>
#include <apps/cli/plan.h>
#include <apps/cli/progress.h>
#include <apps/workbench/server/picture.h>
#include <apps/workbench/server/view.h>
#include <sinew/base/names.h>
#include <sinew/formats/text_file.h>

#include <cstdlib>
#include <filesystem>
#include <memory>

#include <unistd.h>

namespace sinew::cli {

namespace {

struct Options {
    ModelChoice choice;
    RunPlan plan;
    std::string png, movie;
    long port = 0;
    bool no_browser = false, paused = false;
    double speed = 1, at = 0;
    long width = 1280, height = 720;
};

bool is_recording(const std::string& file) {
    std::error_code error;
    return std::filesystem::path(file).extension() == ".sinew" &&
           std::filesystem::is_regular_file(file, error);
}

/// A page of the recording, in a file that is gone afterwards.
struct TemporaryPage {
    std::string file =
        (std::filesystem::temp_directory_path() / ("sinew_" + std::to_string(::getpid()) + ".html")).string();
    ~TemporaryPage() {
        std::error_code error;
        std::filesystem::remove(file, error);
    }
};

int picture_of(const Options& options, const Output& out) {
    if (!is_recording(options.choice.model))
        throw UsageError(
            "--png and --movie show a recording: simulate the model first, then sinew view NAME.sinew --png "
            "FILE.");
    const auto pixels = [](long count, const char* name) {
        if (count < 16 || count > 8192)
            throw UsageError(std::string(name) + " is a number of pixels, 16 to 8192.");
        return static_cast<int>(count);
    };
    const int width = pixels(options.width, "--width"), height = pixels(options.height, "--height");
    const OpenRecording open = open_recording(options.choice.model);
    const TemporaryPage page;
    write_page(page.file, open.system, options.choice.model, out);
#ifdef SINEW_WITH_PICTURES
    try {
        if (!options.png.empty())
            make_picture(options.png, page.file, {.width = width, .height = height, .time = options.at});
        if (!options.movie.empty())
            make_movie(options.movie, page.file, {.width = width, .height = height, .speed = options.speed});
    } catch (const PictureError& e) {
        throw RunError(e.what());
    }
#else
    throw RunError(
        "this program was built without pictures of recordings; sinew report makes a page of them.");
#endif
    const std::string made = options.png.empty() ? options.movie : options.png;
    out.text(made + "\n");
    out.result(Json::object().set("file", made));
    return ended_well;
}

int view_it(const Options& options, const Output& out) {
    if (!options.png.empty() || !options.movie.empty()) return picture_of(options, out);
    if (options.port < 0 || options.port > 65535)
        throw UsageError("--port is a number up to 65535; 0 is any free one.");
#ifndef SINEW_WITH_VIEW
    throw RunError("this program was built without the live view; sinew simulate makes a page that replays.");
#else
    const Interruption interruption;
    ViewOptions how;
    how.port = static_cast<std::uint16_t>(options.port);
    how.open_browser = !options.no_browser;
    how.start_paused = options.paused;
    how.speed = options.speed;
    how.ready = [&](const std::string& address) {
        out.text("Look at " + address + "\nCtrl-C ends it.\n");
        out.result(Json::object().set("address", address));
    };
    how.stop = [] { return Interruption::signal() != 0; };
    if (is_recording(options.choice.model)) {
        const OpenRecording open = open_recording(options.choice.model);
        serve_view(open.system, open.recording, how);
        return ended_well;
    }
    const Loaded loaded = load_for_run(options.choice, options.plan, out);
    const SimulationReport report =
        serve_view(loaded.system, loaded.state, options_of(options.plan, loaded.system), how);
    if (is_failure(report.outcome)) throw RunError(report.failure);
    return ended_well;
#endif
}

}  // namespace

Command view_command() {
    auto options = std::make_shared<Options>();
    options->plan.until = 1e6;
    Command command{
        "view",
        "Watch a model move in a browser while it is simulated, or a recording; pictures and movies of it."};
    command.text =
        "The page is served to this machine only, with a token. MODEL may be a recording (.sinew).";
    add_model_options(command, options->choice);
    add_state_options(command, options->choice);
    add_plan_options(command, options->plan);
    std::vector<Option>& o = command.options;
    o.push_back({"--port", "NUMBER", "where to serve; any free one unless told", &options->port});
    o.push_back({"--no-browser", "", "only tell the address", &options->no_browser});
    o.push_back({"--paused", "", "begin with a pause", &options->paused});
    o.push_back({"--speed", "FACTOR", "time of the model per time of the clock; 0: as fast as it goes",
                 &options->speed});
    o.push_back(file_option("--png", "FILE", "a picture of a recording, drawn by Chromium", &options->png));
    o.push_back({"--at", "TIME", "of the picture", &options->at});
    o.push_back({"--width", "PIXELS", "of the picture or movie, 1280 unless told", &options->width});
    o.push_back({"--height", "PIXELS", "of the picture or movie, 720 unless told", &options->height});
    o.push_back(file_option("--movie", "FILE",
                            "a movie of a recording (.mp4, .webm, .gif), by Chromium and ffmpeg",
                            &options->movie));
    command.examples = {{"sinew view double_pendulum", ""},
                        {"sinew view pendulum.sinew --png pendulum.png --at 0.5", ""}};
    command.run = [options](const Output& out) { return view_it(*options, out); };
    return command;
}

}  // namespace sinew::cli
