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

namespace fs = std::filesystem;

constexpr std::uintmax_t most_bytes = std::uintmax_t{1} << 30;

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
    const fs::file_status status = fs::status(file, error);
    if (fs::is_directory(status)) refuse(file, "read", EISDIR);
    if (fs::exists(status) && !fs::is_regular_file(status))
        throw FileError(sinew::quoted(file) +
                        " can not be read: it is no plain file but a device or a pipe.");
    const Close in{std::fopen(file.c_str(), "rb")};
    if (!in.file) refuse(file, "read", errno);
    std::string text;
    char buffer[65536];
    while (const std::size_t got = std::fread(buffer, 1, sizeof buffer, in.file)) {
        text.append(buffer, got);
        if (text.size() > most_bytes)
            throw FileError(sinew::quoted(file) + " can not be read: it has more than 1 GB.");
    }
    if (std::ferror(in.file)) refuse(file, "read", errno);
    return text;
}

namespace {

/// Where a text goes first, and where it belongs.
struct Place {
    bool beside;  ///< nothing takes the place of a device or a pipe: what is written goes into it
    fs::path target;
    std::string part;

    explicit Place(const std::string& file) {
        std::error_code error;
        const fs::file_status status = fs::status(file, error);
        if (fs::is_directory(status)) refuse(file, "written", EISDIR);
        beside = !fs::exists(status) || fs::is_regular_file(status);
        // Where a link leads, the file is replaced, not the link.
        target = fs::is_symlink(file, error) ? fs::weakly_canonical(file, error) : fs::path(file);
        part = beside ? target.string() + ".part" : file;
    }
};

}  // namespace

void check_can_write(const std::string& file) {
    const Place place(file);
    if (!place.beside) return;
    {
        const Close out{std::fopen(place.part.c_str(), "wb")};
        if (!out.file) refuse(file, "written", errno);
    }
    std::error_code error;
    fs::remove(place.part, error);
}

void write_text_file(const std::string& file, std::string_view text) {
    const auto [beside, target, part] = Place(file);
    Close out{std::fopen(part.c_str(), "wb")};
    if (!out.file) refuse(file, "written", errno);
    bool written = std::fwrite(text.data(), 1, text.size(), out.file) == text.size();
    int reason = errno;
    const bool closed = std::fclose(out.file) == 0;
    if (written && !closed) reason = errno;
    out.file = nullptr;
    written = written && closed;
    std::error_code error;
    if (written && beside) fs::rename(part, target, error);
    if (written && !error) return;
    const int why = error ? error.value() : reason;
    if (beside) fs::remove(part, error);
    refuse(file, "written", why);
}

}  // namespace sinew
