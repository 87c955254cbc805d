// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "instructions.h"

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <unistd.h>

#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#else
#define CALLGRIND_TOGGLE_COLLECT
#define CALLGRIND_DUMP_STATS_AT(label) static_cast<void>(label)
#endif

namespace bench {

InstructionCounter::InstructionCounter() {
    perf_event_attr attributes{};
    attributes.size = sizeof attributes;
    attributes.type = PERF_TYPE_HARDWARE;
    attributes.config = PERF_COUNT_HW_INSTRUCTIONS;
    attributes.exclude_kernel = 1;
    attributes.exclude_hv = 1;
    file_ = static_cast<int>(syscall(SYS_perf_event_open, &attributes, 0, -1, -1, 0));
    if (file_ < 0) reason_ = std::string("perf_event_open: ") + std::strerror(errno);
}

InstructionCounter::~InstructionCounter() {
    if (file_ >= 0) close(file_);
}

double InstructionCounter::per_call(const std::function<void(int)>& contestant, int calls) const {
    contestant(0);
    ioctl(file_, PERF_EVENT_IOC_RESET, 0);
    for (int i = 0; i < calls; ++i) contestant(i);
    std::uint64_t count = 0;
    if (read(file_, &count, sizeof count) != sizeof count) return 0;
    return static_cast<double>(count) / calls;
}

namespace {

/// A dump says whose it is ("desc: Trigger: Client Request: calls|label") and its sum ("totals: 123").
void read_dump(const std::filesystem::path& path, std::map<std::string, double>& counts) {
    const std::string trigger = "desc: Trigger: Client Request: ";
    std::ifstream file(path);
    std::string label;
    double calls = 1;
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with(trigger)) {
            const auto bar = line.find('|');
            if (bar == std::string::npos) return;
            calls = std::atof(line.c_str() + trigger.size());
            label = line.substr(bar + 1);
        }
        if (!label.empty() && (line.starts_with("totals: ") || line.starts_with("summary: ")))
            counts[label] = std::atof(line.c_str() + line.find(' ')) / calls;
    }
}

}  // namespace

std::map<std::string, double> count_with_callgrind(const std::string& arguments, std::string& reason) {
    if (std::system("valgrind --version > /dev/null 2>&1") != 0) {
        reason = "valgrind is not installed";
        return {};
    }
    const auto self = std::filesystem::read_symlink("/proc/self/exe").string();
    const auto folder = std::filesystem::temp_directory_path() / ("sinew_bench." + std::to_string(getpid()));
    std::filesystem::create_directory(folder);
    const std::string command = "valgrind -q --tool=callgrind --collect-atstart=no --callgrind-out-file='" +
                                (folder / "out").string() + "' '" + self + "' " + arguments +
                                " > /dev/null 2>&1";
    std::map<std::string, double> counts;
    if (std::system(command.c_str()) == 0)
        for (const auto& dump : std::filesystem::directory_iterator(folder)) read_dump(dump.path(), counts);
    if (counts.empty())
        reason = "valgrind could not run this program (it may lack an instruction of this machine)";
    std::filesystem::remove_all(folder);
    return counts;
}

void count_under_callgrind(const std::string& label, const std::function<void(int)>& contestant) {
    const auto start = std::chrono::steady_clock::now();
    contestant(0);
    contestant(1);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    const int calls = took.count() > 0.02 ? 1 : 16;
    CALLGRIND_TOGGLE_COLLECT;
    for (int i = 0; i < calls; ++i) contestant(i);
    CALLGRIND_TOGGLE_COLLECT;
    const std::string name = std::to_string(calls) + "|" + label;
    CALLGRIND_DUMP_STATS_AT(name.c_str());
}

}  // namespace bench
