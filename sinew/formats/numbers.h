// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace sinew {

/// A number from a text, or why there is none: a sentence that goes on after the text in quotes.
struct ParsedNumber {
    double value = 0;
    std::string fault{};
};

/// A decimal number and nothing else, to the last bit whatever the locale. "nan", "1,5", "1e", "0x10" and what is
/// beyond the range of a double are refused; "inf" and "-inf" unless infinite ones are allowed. One "+" may lead.
ParsedNumber parse_number(std::string_view text, bool infinite_allowed = false);

}  // namespace sinew
