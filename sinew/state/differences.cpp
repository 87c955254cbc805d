// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/error.h>
#include <sinew/base/names.h>
#include <sinew/state/save.h>
#include <sinew/state/variables.h>

#include <cstring>

namespace sinew {

namespace {

std::string listed(std::span<const double> numbers) {
    std::string text;
    for (const double x : numbers) text += (text.empty() ? "" : ", ") + shortest(x);
    return text;
}

}  // namespace

std::string hexadecimal(std::span<const std::byte> bytes) {
    constexpr const char* digits = "0123456789abcdef";
    std::string text;
    for (const std::byte b : bytes) {
        text += digits[std::to_integer<unsigned>(b) / 16];
        text += digits[std::to_integer<unsigned>(b) % 16];
    }
    return text;
}

std::vector<std::string> differences(const State& a, const State& b) {
    if (a.layout().fingerprint != b.layout().fingerprint)
        throw StateError("these states belong to different systems, " + quoted(a.layout().system_name) +
                         " and " + quoted(b.layout().system_name) + ".");
    std::vector<std::pair<std::string, std::vector<double>>> of_a;
    for_each_number(a, [&](const std::string& name, std::span<const double> numbers) {
        of_a.emplace_back(name, std::vector<double>(numbers.begin(), numbers.end()));
    });
    std::vector<std::string> lines;
    std::size_t i = 0;
    for_each_number(b, [&](const std::string& name, std::span<const double> numbers) {
        const std::vector<double>& other = of_a[i++].second;
        if (std::memcmp(other.data(), numbers.data(), numbers.size_bytes()) != 0)
            lines.push_back(name + ": " + listed(other) + " | " + listed(numbers));
    });
    for (int v = 0; v < static_cast<int>(a.layout().variables.size()); ++v) {
        const std::string left = hexadecimal(bytes_of(a, v)), right = hexadecimal(bytes_of(b, v));
        if (left != right)
            lines.push_back("variable " + a.layout().variables[static_cast<std::size_t>(v)].name +
                            ": bytes " + left + " | " + right);
    }
    return lines;
}

}  // namespace sinew
