// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <apps/workbench/server/browser.h>
#include <apps/workbench/server/picture.h>
#include <apps/workbench/server/programs.h>
#include <sinew/base/names.h>

#include <fmt/format.h>

#include <cctype>

namespace sinew {

namespace fs = std::filesystem;

void check_picture(int width, int height, const std::string& report) {
    if (width < 16 || height < 16 || width > 8192 || height > 8192)
        throw PictureError(fmt::format(
            "A picture of {} by {} dots can not be made: each side has 16 to 8192.", width, height));
    if (!fs::exists(report)) throw PictureError(report + ": there is no such report.");
}

std::string address_of(const fs::path& file) {
    std::string out = "file://";
    for (const char c : fs::absolute(file).string()) {
        const auto byte = static_cast<unsigned char>(c);
        const bool plain = std::isalnum(byte) != 0 || c == '/' || c == '-' || c == '_' || c == '.';
        out += plain ? std::string(1, c) : fmt::format("%{:02X}", byte);
    }
    return out;
}

Scratch::Scratch() : folder(make_scratch_folder("sinew-picture")) {}
Scratch::~Scratch() {
    std::error_code ignored;
    fs::remove_all(folder, ignored);
}

std::vector<std::string> browser_call(const fs::path& folder, int width, int height) {
    std::string program;
    for (const char* name : {"chromium", "chromium-browser", "google-chrome", "chrome"})
        if (program.empty()) program = find_program(name);
    if (program.empty())
        throw PictureError(
            "Pictures are drawn by Chromium, which is not on this machine. Install it (on Debian: apt-get "
            "install chromium), or open the report in a browser.");
    return {program,
            "--headless=new",
            "--no-sandbox",
            "--hide-scrollbars",
            "--no-first-run",
            "--use-angle=swiftshader",
            "--enable-unsafe-swiftshader",
            "--force-device-scale-factor=1",
            "--user-data-dir=" + (folder / "profile").string(),
            fmt::format("--window-size={},{}", width, height)};
}

void make_picture(const std::string& png, const std::string& report, const PictureOptions& options) {
    check_picture(options.width, options.height, report);
    const Scratch scratch;
    std::vector<std::string> call = browser_call(scratch.folder, options.width, options.height);
    const fs::path drawn = scratch.folder / "picture.png";
    call.push_back("--virtual-time-budget=4000");
    call.push_back("--screenshot=" + drawn.string());
    call.push_back(fmt::format("{}#time={}&theme={}{}{}", address_of(report), shortest(options.time),
                               options.dark ? "dark" : "light", options.with_plots ? "" : "&picture",
                               options.forces ? "&forces" : ""));
    const std::string said = run_program(call, 120);
    if (!fs::exists(drawn)) throw PictureError("Chromium made no picture. Its last words: " + said);
    std::error_code trouble;
    fs::copy_file(drawn, png, fs::copy_options::overwrite_existing, trouble);
    if (trouble) throw PictureError(png + ": can not be written: " + trouble.message() + ".");
}

}  // namespace sinew
