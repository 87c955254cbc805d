// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <apps/cli/values.h>
#include <sinew/base/names.h>

#include <charconv>
#include <cmath>
#include <numbers>

namespace sinew::cli {

double number_of(std::string_view text, const std::string& what) {
    const std::string shown = sinew::quoted(text);
    double unit = 1;
    if (text.ends_with("deg")) {
        text.remove_suffix(3);
        unit = std::numbers::pi / 180;
    }
    if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc::result_out_of_range) throw UsageError(what + ": " + shown + " is out of range.");
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
        throw UsageError(what + ": " + shown + " is not a number. Write it as 1.5, -2e-3 or 60deg.");
    return value * unit;
}

std::vector<double> numbers_of(std::string_view text, const std::string& what) {
    std::vector<double> values;
    for (const std::string& part : split(text, ',')) values.push_back(number_of(trimmed(part), what));
    return values;
}

Assignment assignment_of(const std::string& text, const std::string& option) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
        throw UsageError(option + " " + sinew::quoted(text) + " is not of the form NAME=VALUE.");
    return {trimmed(text.substr(0, equals)), trimmed(text.substr(equals + 1))};
}

std::vector<std::string> split(std::string_view text, char at) {
    std::vector<std::string> parts;
    while (true) {
        const std::size_t end = text.find(at);
        parts.emplace_back(text.substr(0, end));
        if (end == std::string_view::npos) return parts;
        text.remove_prefix(end + 1);
    }
}

std::string trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return {};
    return std::string(text.substr(first, text.find_last_not_of(" \t") - first + 1));
}

std::string suggestion(std::string_view name, std::span<const std::string> candidates, const char* of_what) {
    const std::string near = nearest_name(name, candidates);
    if (!near.empty()) return " Did you mean " + sinew::quoted(near) + "?";
    if (candidates.empty()) return std::string(" There are no ") + of_what + ".";
    std::string text = std::string(" There are the ") + of_what;
    const std::size_t most = 12;
    for (std::size_t i = 0; i < candidates.size() && i < most; ++i)
        text += (i ? ", " : " ") + sinew::escaped(candidates[i]);
    if (candidates.size() > most) text += " and " + std::to_string(candidates.size() - most) + " more";
    return text + ".";
}

std::size_t place_of(std::string_view name, std::span<const std::string> candidates, const char* of_what) {
    for (std::size_t i = 0; i < candidates.size(); ++i)
        if (candidates[i] == name) return i;
    throw UsageError(sinew::quoted(name) + " is none of the " + of_what + "." +
                     suggestion(name, candidates, of_what));
}

}  // namespace sinew::cli
