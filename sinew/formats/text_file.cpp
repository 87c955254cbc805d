// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/formats/text_file.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

namespace sinew {

namespace {

[[noreturn]] void refuse(const std::string& file, const char* what, int reason) {
    throw FileError(sinew::quoted(file) + " can not be " + what + ": " + std::strerror(reason) + ".");
}

struct Close {
    std::FILE* file;
    ~Close() {
        if (file) std::fclose(file);
    }
};

}  // namespace

std::string read_text_file(const std::string& file) {
    std::error_code error;
    if (std::filesystem::is_directory(file, error)) refuse(file, "read", EISDIR);
    const Close in{std::fopen(file.c_str(), "rb")};
    if (!in.file) refuse(file, "read", errno);
    std::string text;
    char buffer[65536];
    while (const std::size_t got = std::fread(buffer, 1, sizeof buffer, in.file)) text.append(buffer, got);
    if (std::ferror(in.file)) refuse(file, "read", errno);
    return text;
}

void write_text_file(const std::string& file, std::string_view text) {
    const std::string beside = file + ".part";
    Close out{std::fopen(beside.c_str(), "wb")};
    if (!out.file) refuse(file, "written", errno);
    const bool written = std::fwrite(text.data(), 1, text.size(), out.file) == text.size();
    const bool closed = std::fclose(out.file) == 0;
    out.file = nullptr;
    const int reason = errno;
    std::error_code error;
    if (written && closed) std::filesystem::rename(beside, file, error);
    if (written && closed && !error) return;
    const int why = error ? error.value() : reason;
    std::filesystem::remove(beside, error);
    refuse(file, "written", why);
}

}  // namespace sinew
