// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/formats/numbers.h>

#include <charconv>
#include <cmath>
#include <limits>

namespace sinew {

namespace {

bool is_infinity(std::string_view text) {
    std::string lower(text.substr(0, 9));
    for (char& c : lower)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return lower == "inf" || lower == "infinity";
}

}  // namespace

ParsedNumber parse_number(std::string_view text, bool infinite_allowed) {
    if (text.empty()) return {0, "is empty where a number is expected."};
    std::string_view digits = text;
    if (digits[0] == '+' && digits.size() > 1 && digits[1] != '-' && digits[1] != '+')
        digits.remove_prefix(1);
    const bool negative = digits[0] == '-';
    if (is_infinity(negative ? digits.substr(1) : digits)) {
        const double infinity = std::numeric_limits<double>::infinity();
        if (infinite_allowed) return {negative ? -infinity : infinity, {}};
        return {0, "is not a finite number."};
    }
    double value = 0;
    const auto [end, status] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    const bool all = end == digits.data() + digits.size();
    if (status == std::errc::result_out_of_range && all)
        return {0, "is out of the range of a double (2.2e-308 to 1.8e308)."};
    if (status != std::errc{} || !all || std::isnan(value)) {
        if (text.find(',') != std::string_view::npos)
            return {0, "is not a number: decimals come after a point, and numbers are apart by blanks."};
        return {0, "is not a number."};
    }
    return {value, {}};
}

}  // namespace sinew
