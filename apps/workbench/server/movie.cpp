// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <apps/workbench/server/browser.h>
#include <apps/workbench/server/picture.h>
#include <apps/workbench/server/programs.h>
#include <sinew/base/names.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

namespace sinew {

namespace {

namespace fs = std::filesystem;

constexpr int batch = 120;  // frames per start of the browser: all of them are in its memory at once

std::string from_base64(std::string_view text) {
    std::string out;
    unsigned bits = 0, have = 0;
    for (const char c : text) {
        const int digit = c >= 'A' && c <= 'Z'   ? c - 'A'
                          : c >= 'a' && c <= 'z' ? c - 'a' + 26
                          : c >= '0' && c <= '9' ? c - '0' + 52
                          : c == '+'             ? 62
                          : c == '/'             ? 63
                                                 : -1;
        if (digit < 0) continue;
        bits = bits << 6 | static_cast<unsigned>(digit), have += 6;
        if (have >= 8) out += static_cast<char>(bits >> (have -= 8) & 0xff);
    }
    return out;
}

std::string text_of(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    std::ostringstream out;
    out << in.rdbuf();
    return out.str();
}

/// The page draws frames one after the other and leaves them in its text, which Chromium prints. Returns how many there
/// were; `last` becomes the time of the motion's end.
int draw(const fs::path& folder, const std::string& report, const MovieOptions& options, int first, int count,
         double& last) {
    std::vector<std::string> call = browser_call(folder, options.width, options.height);
    call.push_back("--virtual-time-budget=20000");
    call.push_back("--dump-dom");
    call.push_back(fmt::format(
        "{}#picture&theme={}&movie={},{},{},{},{}", address_of(report), options.dark ? "dark" : "light",
        shortest(options.from + first * options.speed / options.frames_per_second),
        shortest(options.speed / options.frames_per_second), count, options.width, options.height));
    const fs::path text = folder / "page.html";
    run_program(call, 600, text.string());
    const std::string page = text_of(text);
    const std::string mark = "data:image/png;base64,", end_mark = "data-end=\"";
    if (const std::size_t at = page.find(end_mark); at != std::string::npos)
        last = std::atof(page.c_str() + at + end_mark.size());
    int found = 0;
    for (std::size_t at = page.find(mark); at != std::string::npos; at = page.find(mark, at + 1)) {
        const std::size_t begin = at + mark.size(), end = page.find('"', begin);
        std::ofstream(folder / fmt::format("frame{:06}.png", first + found), std::ios::binary)
            << from_base64(std::string_view(page).substr(begin, end - begin));
        ++found;
    }
    if (found == 0)
        throw PictureError("Chromium drew no frames of " + report +
                           ". Is it a report that write_report made?");
    return found;
}

}  // namespace

void make_movie(const std::string& file, const std::string& report, const MovieOptions& options) {
    check_picture(options.width, options.height, report);
    if (!(options.frames_per_second > 0 && options.frames_per_second <= 240) || !(options.speed > 0))
        throw PictureError("A movie has between 0 and 240 frames per second and a speed above zero.");
    const std::string ffmpeg = find_program("ffmpeg");
    if (ffmpeg.empty())
        throw PictureError(
            "Movies are made by ffmpeg, which is not on this machine. Install it (on Debian: apt-get install "
            "ffmpeg), or make pictures.");
    const Scratch scratch;
    double last = options.from;
    int count = 0;
    const auto wanted = [&] {
        const double to = options.to < options.from ? last : std::min(last, options.to);
        return static_cast<int>(
                   std::floor((to - options.from) * options.frames_per_second / options.speed + 1e-9)) +
               1;
    };
    do
        count += draw(scratch.folder, report, options, count,
                      count == 0 ? batch : std::min(batch, wanted() - count), last);
    while (count < wanted());
    const std::string rate = shortest(options.frames_per_second),
                      out = (scratch.folder / ("movie" + fs::path(file).extension().string())).string();
    const std::string said =
        run_program({ffmpeg, "-y", "-loglevel", "error", "-framerate", rate, "-i",
                     (scratch.folder / "frame%06d.png").string(), "-frames:v", std::to_string(wanted()),
                     "-vf", "crop=trunc(iw/2)*2:trunc(ih/2)*2", "-pix_fmt",
                     fs::path(file).extension() == ".gif" ? "rgb8" : "yuv420p", out},
                    1200);
    std::error_code trouble;
    if (!fs::exists(out)) throw PictureError("ffmpeg made no movie. Its last words: " + said);
    fs::copy_file(out, file, fs::copy_options::overwrite_existing, trouble);
    if (trouble) throw PictureError(file + ": can not be written: " + trouble.message() + ".");
}

}  // namespace sinew
