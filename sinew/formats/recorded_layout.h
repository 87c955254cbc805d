// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/state/layout.h>

#include <string>
#include <vector>

namespace sinew {

class Database;

/// The names of what a recording holds, in order; numbers per parameter, type and size per discrete variable.
struct RecordedLayout {
    struct Entry {
        std::string name{};
        int count = 1;  ///< numbers of a parameter, bytes of a plain discrete variable
        int type = 0;   ///< of a discrete variable, as ValueType
        friend bool operator==(const Entry&, const Entry&) = default;
    };
    std::vector<Entry> q{}, u{}, z{}, parameters{}, variables{}, outputs{};

    static RecordedLayout of(const StateLayout& layout, const std::vector<std::string>& outputs);
    static RecordedLayout read(Database& database);
    void write(Database& database) const;
};

/// In words, the first thing that is not the same ("coordinate 3 is "elbow.angle" there and "knee.angle" here"), or
/// nothing. Outputs do not count.
std::string first_difference(const RecordedLayout& there, const RecordedLayout& here);

}  // namespace sinew
