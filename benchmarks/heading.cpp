// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "heading.h"

#include <sinew/base/wide_kernel.h>

#include <sys/utsname.h>

#include <ctime>
#include <fstream>
#include <string>

namespace bench {
namespace {

using nlohmann::json;

/// What the kernel says of the first processor, or nothing.
std::string said_of_processor(const std::string& what) {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);)
        if (line.starts_with(what + "\t")) return line.substr(line.find(':') + 2);
    return "";
}

json machine(int core) {
    utsname names{};
    uname(&names);
    return {{"processor", said_of_processor("model name")},
            {"family", said_of_processor("cpu family")},
            {"model", said_of_processor("model")},
            {"avx512", sinew::has_wide_registers()},
            {"kernel", std::string(names.sysname) + " " + names.release},
            {"architecture", names.machine},
            {"pinned_to_core", core}};
}

std::string today() {
    char text[32];
    const std::time_t now = std::time(nullptr);
    std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", std::gmtime(&now));
    return text;
}

}  // namespace

json heading(int core) {
    return {{"date", today()},
            {"machine", machine(core)},
            {"compiler", BENCH_COMPILER},
            {"compiler_flags", BENCH_FLAGS},
            {"peer", "Simbody " BENCH_SIMBODY_VERSION}};
}

}  // namespace bench
