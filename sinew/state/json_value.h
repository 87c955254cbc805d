// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sinew {

/// A value of JSON as it was read: integers apart from other numbers, members of objects sorted by name.
struct JsonValue {
    enum class Kind : unsigned char { null, boolean, integer, real, text, list, object };
    struct Member;

    Kind kind = Kind::null;
    bool boolean = false;
    std::uint64_t integer = 0;  ///< its bits; negative ones in two's complement
    double real = 0;            ///< of integers, too
    std::string text{};
    std::vector<JsonValue> items;
    std::vector<Member> members;

    bool is_number() const { return kind == Kind::integer || kind == Kind::real; }
    /// The member of that name; null if there is none, or if this is no object.
    const JsonValue* member(std::string_view name) const;
};

struct JsonValue::Member {
    std::string name;
    JsonValue value;
};

/// Reads a text. Throws StateError, with the position, where it breaks the rules of JSON, names a member twice, holds a
/// number that no double can hold or is nested more than a few levels deep. (The library's own tree is not used: it
/// allocates memory to free itself, and ends the program if there is none.)
JsonValue parse_json(std::string_view text);

}  // namespace sinew
