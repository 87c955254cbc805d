// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csignal>
#include <exception>
#include <string>

#include <poll.h>
#include <unistd.h>
#include <sys/wait.h>

namespace sinew::testing {

/// A program of its own that runs f(pipe), can be killed, and whose last words (what it throws, too) can be read.
struct Child {
    pid_t pid = -1;
    int from = -1;

    template <class F>
    explicit Child(F&& f) {
        int ends[2];
        if (pipe(ends) != 0) throw std::runtime_error("no pipe");
        pid = fork();
        if (pid < 0) throw std::runtime_error("no fork");
        if (pid == 0) {
            ::close(ends[0]);
            try {
                f(ends[1]);
            } catch (const std::exception& error) {
                static_cast<void>(!write(ends[1], error.what(), std::string(error.what()).size()));
                _exit(1);
            }
            _exit(0);
        }
        ::close(ends[1]);
        from = ends[0];
    }
    /// Waits until it has said something, a little longer, and kills it.
    void kill_after(int microseconds) {
        pollfd first{from, POLLIN, 0};
        poll(&first, 1, 10'000);
        usleep(static_cast<useconds_t>(microseconds));
        kill(pid, SIGKILL);
    }
    std::string all_it_said() {
        std::string said;
        char buffer[4096];
        for (ssize_t got; (got = read(from, buffer, sizeof buffer)) > 0;)
            said.append(buffer, static_cast<std::size_t>(got));
        ::close(from);
        int status = 0;
        waitpid(pid, &status, 0);
        return said;
    }
};

}  // namespace sinew::testing
