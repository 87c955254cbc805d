// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "measure.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>
#include <sched.h>
#include <string>
#include <thread>
#include <time.h>

namespace bench {

namespace {

/// Time each core has idled since the machine started (the fourth number of its line "cpu0 ...").
std::vector<long> idle_times() {
    std::vector<long> idle;
    std::ifstream file("/proc/stat");
    for (std::string word; file >> word; std::getline(file, word)) {
        if (!word.starts_with("cpu")) break;
        long user = 0, nice = 0, system = 0, rest = 0;
        file >> user >> nice >> system >> rest;
        if (word.size() > 3) idle.push_back(rest);
    }
    return idle;
}

}  // namespace

double relative_difference(const std::vector<double>& a, const std::vector<double>& b) {
    if (a.size() != b.size()) return INFINITY;
    double difference = 0, size = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (!std::isfinite(a[i]) || !std::isfinite(b[i])) return INFINITY;
        difference = std::max(difference, std::abs(a[i] - b[i]));
        size = std::max(size, std::abs(b[i]));
    }
    return size > 0 ? difference / size : difference;
}

int pin_to_one_core() {
    const std::vector<long> before = idle_times();
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    const std::vector<long> after = idle_times();
    int core = sched_getcpu();
    long most = -1;
    for (std::size_t i = 0; i < std::min(before.size(), after.size()); ++i)
        if (after[i] - before[i] > most) most = after[i] - before[i], core = static_cast<int>(i);
    if (core < 0) return -1;
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(core, &set);
    return sched_setaffinity(0, sizeof set, &set) == 0 ? core : -1;
}

void free_of_cores() {
    cpu_set_t set;
    CPU_ZERO(&set);
    for (unsigned core = 0; core < std::thread::hardware_concurrency(); ++core) CPU_SET(core, &set);
    sched_setaffinity(0, sizeof set, &set);
}

namespace {

double seconds_by(clockid_t clock) {
    timespec now{};
    clock_gettime(clock, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace

double thread_seconds() { return seconds_by(CLOCK_THREAD_CPUTIME_ID); }

namespace {

double run_batch(const std::function<void(int)>& contestant, int calls, const TimingOptions& options) {
    const clockid_t clock = options.by_the_wall ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID;
    const double start = seconds_by(clock);
    for (int i = 0; i < calls; ++i) contestant(i);
    return seconds_by(clock) - start;
}

/// Calls that fill a batch; finding out is the warm-up.
int calls_for(const std::function<void(int)>& contestant, const TimingOptions& options) {
    int calls = 1;
    while (true) {
        const double took = run_batch(contestant, calls, options);
        if (took >= options.batch_seconds) return calls;
        const double wanted = took > 0 ? 1.1 * options.batch_seconds / took : 2;
        calls = static_cast<int>(std::ceil(calls * std::clamp(wanted, 1.2, 16.0)));
    }
}

Timing summary(std::vector<double> seconds) {
    std::sort(seconds.begin(), seconds.end());
    const auto at = [&](double part) {
        return seconds[static_cast<std::size_t>(std::lround(part * static_cast<double>(seconds.size() - 1)))];
    };
    return {.median = at(0.5), .fastest = seconds.front(), .spread = (at(0.75) - at(0.25)) / at(0.5)};
}

}  // namespace

std::vector<Timing> time_in_turns(const std::vector<std::function<void(int)>>& contestants,
                                  const TimingOptions& options) {
    std::vector<int> calls;
    for (const auto& contestant : contestants) calls.push_back(calls_for(contestant, options));
    std::vector<std::vector<double>> seconds(contestants.size());
    for (int repetition = 0; repetition < options.repetitions; ++repetition)
        for (std::size_t c = 0; c < contestants.size(); ++c) {
            contestants[c](calls[c]);  // brings its data back into the caches
            seconds[c].push_back(run_batch(contestants[c], calls[c], options) / calls[c]);
        }
    std::vector<Timing> timings;
    for (auto& s : seconds) timings.push_back(summary(std::move(s)));
    return timings;
}

}  // namespace bench
