// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <apps/cli/command.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace sinew::cli {

namespace {

void write_out(const std::string& text) {
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
        throw RunError(std::string("standard output can not be written: ") + std::strerror(errno) + ".");
}

}  // namespace

void Output::text(const std::string& lines) const {
    if (!json) write_out(lines.empty() || lines.back() == '\n' ? lines : lines + "\n");
}

void Output::result(const Json& value) const {
    if (json) write_out(value.text() + "\n");
}

void Output::note(const std::string& line) const {
    if (!quiet) std::fprintf(stderr, "%s\n", line.c_str());
}

}  // namespace sinew::cli
