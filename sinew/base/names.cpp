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

std::size_t utf8_length(std::string_view text) {
    if (text.empty()) return 0;
    const auto byte = [&](std::size_t i) {
        return static_cast<unsigned>(static_cast<unsigned char>(text[i]));
    };
    const unsigned first = byte(0);
    if (first < 0x80) return 1;
    const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || text.size() < length) return 0;
    unsigned code = first & (0x7fu >> length);
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xc0) != 0x80) return 0;
        code = code << 6 | (byte(i) & 0x3f);
    }
    const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
    const bool surrogate = code >= 0xd800 && code < 0xe000;
    return overlong || surrogate || code > 0x10ffff ? 0 : length;
}

bool is_utf8(std::string_view text) {
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        if (length == 0) return false;
        text.remove_prefix(length);
    }
    return true;
}

namespace {

std::string escaped(std::string_view name, bool quotes) {
    constexpr std::size_t most = 120;
    constexpr const char* hex = "0123456789abcdef";
    std::string text;
    std::string_view rest = name;
    while (!rest.empty() && name.size() - rest.size() < most) {
        const char c = rest[0];
        const auto byte = static_cast<unsigned char>(c);
        const std::size_t length = utf8_length(rest);
        if (c == '\n') text += "\\n";
        else if (c == '\t') text += "\\t";
        else if (byte < 0x20 || byte == 0x7f || length == 0)
            ((text += "\\x") += hex[byte / 16]) += hex[byte % 16];
        else if (quotes && (c == '"' || c == '\\')) (text += '\\') += c;
        else text += rest.substr(0, length);
        rest.remove_prefix(length == 0 ? 1 : length);
    }
    return rest.empty() ? text : text + "...";
}

}  // namespace

std::string escaped(std::string_view name) { return escaped(name, false); }

std::string quoted(std::string_view name) { return '"' + escaped(name, true) + '"'; }

std::string fingerprint_text(std::uint64_t fingerprint) {
    std::string text;
    for (int shift = 60; shift >= 32; shift -= 4) text += "0123456789abcdef"[fingerprint >> shift & 15];
    return text;
}

std::string shortest(double value) {
    char buffer[40];
    const auto [end, status] = std::to_chars(buffer, buffer + sizeof buffer, value);
    return status == std::errc() ? std::string(buffer, end) : "?";
}

std::string rounded(double value, int digits) {
    char buffer[40];
    const auto [end, status] =
        std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::general, digits);
    return status == std::errc() ? std::string(buffer, end) : "?";
}

namespace {

template <class Text>
std::string listed(std::span<const double> values, Text text_of) {
    std::string text = "(";
    for (const double x : values) (text += text.size() > 1 ? ", " : "") += text_of(x);
    return text + ")";
}

}  // namespace

std::string shortest(std::span<const double> values) {
    return listed(values, [](double x) { return shortest(x); });
}

std::string rounded(std::span<const double> values, int digits) {
    return listed(values, [&](double x) { return rounded(x, digits); });
}

}  // namespace sinew
