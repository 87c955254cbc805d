// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <apps/cli/command.h>
#include <apps/cli/picture.h>
#include <sinew/base/names.h>
#include <sinew/formats/text_file.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>
#include <sys/wait.h>

extern char** environ;  // NOLINT: as POSIX has it

namespace sinew::cli {

namespace {

/// Runs a program with nothing on its outputs; its exit code, 127 if there is none.
int run_quietly(const std::vector<std::string>& words) {
    std::vector<char*> arguments;
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    pid_t child = 0;
    const int failed = posix_spawnp(&child, arguments[0], &files, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&files);
    if (failed != 0) return 127;
    int status = 0;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return 127;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 126;
}

struct TemporaryFolder {
    std::string path;
    TemporaryFolder() : path((std::filesystem::temp_directory_path() / "sinew_XXXXXX").string()) {
        if (!mkdtemp(path.data()))
            throw RunError("no temporary folder can be made at " + sinew::quoted(path) + ".");
    }
    ~TemporaryFolder() {
        std::error_code error;
        std::filesystem::remove_all(path, error);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
};

std::string attribute(const std::string& svg, const std::string& name) {
    const std::size_t at = svg.find(name + "=\"") + name.size() + 2;
    return svg.substr(at, svg.find('"', at) - at);
}

}  // namespace

void write_png(const std::string& file, const std::string& svg) {
    const TemporaryFolder folder;
    const std::string drawing = folder.path + "/plot.svg", picture = folder.path + "/plot.png";
    write_text_file(drawing, svg);
    std::error_code error;
    bool made = run_quietly({"rsvg-convert", "--zoom", "2", "-o", picture, drawing}) == 0 &&
                std::filesystem::exists(picture, error);
    for (const char* browser : {"chromium", "chromium-browser", "google-chrome"}) {
        if (made) break;
        made = run_quietly({browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                            "--force-device-scale-factor=2",
                            "--window-size=" + attribute(svg, "width") + "," + attribute(svg, "height"),
                            "--screenshot=" + picture, "file://" + drawing}) == 0 &&
               std::filesystem::exists(picture, error);
    }
    if (!made)
        throw UsageError(
            "a PNG is drawn by rsvg-convert (Debian: librsvg2-bin) or chromium, and neither is here. Install "
            "one, "
            "or write " +
            std::filesystem::path(file).replace_extension(".svg").string() + ".");
    write_text_file(file, read_text_file(picture));
}

}  // namespace sinew::cli
