// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <apps/cli/progress.h>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <unistd.h>

namespace sinew::cli {

namespace {

volatile std::sig_atomic_t caught = 0;
std::atomic<bool> any_caught = false;
static_assert(std::atomic<bool>::is_always_lock_free, "a handler of signals may write nothing else");

void remember(int number) {
    caught = number;
    any_caught = true;
    std::signal(number, SIG_DFL);
}

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

constexpr double seconds_between_lines = 5;
constexpr int cells = 24;

}  // namespace

std::string duration(double seconds) {
    if (!std::isfinite(seconds)) return "unknown";
    if (seconds < 0.1) return fmt::format("{:.1f} ms", 1000 * seconds);
    if (seconds < 60) return fmt::format("{:.1f} s", seconds);
    const long whole = std::lround(seconds);
    if (whole < 3600) return fmt::format("{}:{:02} min", whole / 60, whole % 60);
    return fmt::format("{} h {} min", whole / 3600, whole / 60 % 60);
}

ProgressLine::ProgressLine(bool quiet) : quiet_(quiet), terminal_(isatty(STDERR_FILENO) == 1), last_(now()) {}

void ProgressLine::show(const Progress& progress, double until) {
    if (quiet_) return;
    const std::string words =
        fmt::format("t {:.4g} of {:.4g} s, {} steps, {:.3g} x real time, {} left", progress.time, until,
                    progress.steps, progress.rate, duration(progress.seconds_left));
    if (terminal_) {
        const int full = std::clamp(static_cast<int>(progress.fraction * cells), 0, cells);
        std::string bar;
        for (int i = 0; i < cells; ++i) bar += i < full ? "█" : "░";
        std::fprintf(stderr, "\r%s %3.0f %%  %s\033[K", bar.c_str(), 100 * progress.fraction, words.c_str());
        std::fflush(stderr);
        shown_ = true;
    } else if (now() - last_ >= seconds_between_lines) {
        std::fprintf(stderr, "%3.0f %%  %s\n", 100 * progress.fraction, words.c_str());
        last_ = now();
    }
}

void ProgressLine::finish() {
    if (shown_) std::fprintf(stderr, "\r\033[K");
    shown_ = false;
}

Interruption::Interruption() {
    caught = 0;
    any_caught = false;
    std::signal(SIGINT, remember);
    std::signal(SIGTERM, remember);
}

Interruption::~Interruption() {
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
}

int Interruption::signal() { return caught; }
const std::atomic<bool>& Interruption::flag() { return any_caught; }

}  // namespace sinew::cli
