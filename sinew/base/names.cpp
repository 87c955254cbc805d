// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>

#include <algorithm>
#include <charconv>

namespace sinew {

namespace {

/// Edits (insert, delete, replace, swap of neighbours) between two names.
std::size_t distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), now(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        now[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            now[j] = std::min({last[j] + 1, now[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1])});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                now[j] = std::min(now[j], before[j - 2] + 1);
        }
        std::swap(before, last);
        std::swap(last, now);
    }
    return last[b.size()];
}

}  // namespace

std::string nearest_name(std::string_view name, std::span<const std::string> candidates) {
    if (name.size() > 200) return "";
    std::string_view best;
    std::size_t fewest = std::max<std::size_t>(2, name.size() / 3) + 1;
    for (const std::string& candidate : candidates) {
        const std::size_t longer = std::max(candidate.size(), name.size()),
                          shorter = std::min(candidate.size(), name.size());
        if (longer - shorter >= fewest) continue;
        const std::size_t edits = distance(name, candidate);
        if (edits < fewest) best = candidate, fewest = edits;
    }
    return std::string(best);
}

std::string quoted(std::string_view name) {
    constexpr std::size_t most = 120;
    constexpr const char* hex = "0123456789abcdef";
    std::string text = "\"";
    for (const char c : name.substr(0, most)) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') (text += '\\') += c;
        else if (c == '\n') text += "\\n";
        else if (c == '\t') text += "\\t";
        else if (byte < 0x20 || byte == 0x7f) ((text += "\\x") += hex[byte / 16]) += hex[byte % 16];
        else text += c;
    }
    if (name.size() > most) text += "...";
    return text + "\"";
}

std::string shortest(double value) {
    char buffer[40];
    const auto [end, status] = std::to_chars(buffer, buffer + sizeof buffer, value);
    return status == std::errc() ? std::string(buffer, end) : "?";
}

}  // namespace sinew
