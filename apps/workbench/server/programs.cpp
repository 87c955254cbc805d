// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <apps/workbench/server/picture.h>
#include <apps/workbench/server/programs.h>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <unistd.h>
#include <sys/wait.h>

#include <array>
#include <chrono>
#include <sstream>

extern char** environ;

namespace sinew {

namespace {

/// Starts it in a process group of its own, so that what it starts ends with it. Its errors go to a pipe, and its
/// output unless a file is named for it.
int start(const std::vector<std::string>& call, int pipe_end, const std::string& output) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    if (output.empty()) posix_spawn_file_actions_adddup2(&actions, pipe_end, 1);
    else posix_spawn_file_actions_addopen(&actions, 1, output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_adddup2(&actions, pipe_end, 2);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&attributes, 0);
    std::vector<char*> words;
    for (const std::string& word : call) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    pid_t process = -1;
    const int trouble = posix_spawn(&process, words[0], &actions, &attributes, words.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (trouble != 0) throw PictureError(call[0] + " can not be started.");
    return process;
}

void end(int process) {
    kill(-process, SIGKILL);
    waitpid(process, nullptr, 0);
}

}  // namespace

std::string find_program(const std::string& name) {
    const char* path = getenv("PATH");
    std::istringstream folders(path ? path : "/usr/local/bin:/usr/bin:/bin");
    for (std::string folder; std::getline(folders, folder, ':');) {
        const std::string file = folder + "/" + name;
        if (!folder.empty() && access(file.c_str(), X_OK) == 0) return file;
    }
    return {};
}

std::string run_program(const std::vector<std::string>& call, double seconds, const std::string& output) {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0)
        throw PictureError("No pipe can be made to hear " + call[0] + ".");
    int process = -1;
    try {
        process = start(call, ends[1], output);
    } catch (...) {
        close(ends[0]), close(ends[1]);
        throw;
    }
    close(ends[1]);
    const auto begin = std::chrono::steady_clock::now();
    std::string said;
    std::array<char, 4096> some{};
    bool in_time = true;
    while (in_time) {
        const double passed = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        pollfd wait{ends[0], POLLIN, 0};
        poll(&wait, 1, 100);
        if (wait.revents != 0) {
            const ssize_t count = read(ends[0], some.data(), some.size());
            if (count <= 0) break;
            said.append(some.data(), static_cast<std::size_t>(count));
            if (said.size() > 4000) said.erase(0, said.size() - 2000);
        }
        if (waitpid(process, nullptr, WNOHANG) == process) {
            kill(-process, SIGKILL);  // what it may have left behind
            close(ends[0]);
            return said;
        }
        in_time = passed < seconds;
    }
    close(ends[0]);
    if (in_time) waitpid(process, nullptr, 0);
    else end(process);
    if (!in_time) throw PictureError(call[0] + " did not come to an end. Its last words: " + said);
    return said;
}

std::filesystem::path make_scratch_folder(const std::string& name) {
    std::string folder = (std::filesystem::temp_directory_path() / (name + "-XXXXXX")).string();
    if (!mkdtemp(folder.data())) throw PictureError("No folder can be made at " + folder + ".");
    return folder;
}

}  // namespace sinew
