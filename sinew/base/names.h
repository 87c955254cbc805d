// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sinew {

/// The name among candidates that takes the fewest edits to become the given one; empty if none is near.
std::string nearest_name(std::string_view name, std::span<const std::string> candidates);

/// A name as it stands in a message or a listing: control characters and broken UTF-8 as escapes, cut if very
/// long. Quoted as well, quotes and backslashes are escapes, too.
std::string escaped(std::string_view name);
std::string quoted(std::string_view name);

/// How many bytes from the start of a text are one character of UTF-8; 0 if they are none.
std::size_t utf8_length(std::string_view text);
bool is_utf8(std::string_view text);

/// Eight hexadecimal digits that stand for a fingerprint in a message.
std::string fingerprint_text(std::uint64_t fingerprint);

/// The shortest text that reads back as the same number, whatever the locale. Several: "(1, 2, 3)".
std::string shortest(double value);
std::string shortest(std::span<const double> values);
/// To a few digits, for messages about numbers that were computed.
std::string rounded(double value, int digits = 6);
std::string rounded(std::span<const double> values, int digits = 6);

}  // namespace sinew
