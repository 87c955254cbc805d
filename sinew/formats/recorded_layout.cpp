// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/formats/database.h>
#include <sinew/formats/recorded_layout.h>

#include <algorithm>
#include <array>

namespace sinew {

namespace {

using Entries = std::vector<RecordedLayout::Entry>;

struct Kind {
    const char* name;
    const char* word;
    Entries RecordedLayout::*entries;
};

constexpr std::array kinds{
    Kind{"q", "coordinate", &RecordedLayout::q},
    Kind{"u", "speed", &RecordedLayout::u},
    Kind{"z", "auxiliary variable", &RecordedLayout::z},
    Kind{"parameter", "parameter", &RecordedLayout::parameters},
    Kind{"variable", "discrete variable", &RecordedLayout::variables},
    Kind{"output", "output", &RecordedLayout::outputs},
};

Entries named(const std::vector<std::string>& names) {
    Entries entries;
    for (const std::string& name : names) entries.push_back({.name = name});
    return entries;
}

}  // namespace

RecordedLayout RecordedLayout::of(const StateLayout& layout, const std::vector<std::string>& output_names) {
    RecordedLayout made{.q = named(layout.q_names), .u = named(layout.u_names), .z = named(layout.z_names)};
    for (const ParameterSlot& slot : layout.parameters)
        made.parameters.push_back({.name = slot.path, .count = slot.range.count});
    for (const VariableSlot& slot : layout.variables)
        made.variables.push_back(
            {.name = slot.name, .count = slot.size, .type = static_cast<int>(slot.type.type)});
    made.outputs = named(output_names);
    return made;
}

void RecordedLayout::write(Database& database) const {
    Statement insert(database, "INSERT INTO variables(kind, place, name, count, type) VALUES(?, ?, ?, ?, ?)");
    for (const Kind& kind : kinds) {
        std::int64_t place = 0;
        for (const Entry& entry : this->*kind.entries)
            insert.bind(1, std::string_view(kind.name))
                .bind(2, place++)
                .bind(3, std::string_view(entry.name))
                .bind(4, std::int64_t{entry.count})
                .bind(5, std::int64_t{entry.type})
                .run();
    }
}

RecordedLayout RecordedLayout::read(Database& database) {
    RecordedLayout made;
    Statement rows(database, "SELECT kind, name, count, type FROM variables ORDER BY kind, place");
    while (rows.next())
        for (const Kind& kind : kinds)
            if (rows.text(0) == kind.name)
                (made.*kind.entries)
                    .push_back({.name = std::string(rows.text(1)),
                                .count = static_cast<int>(rows.integer(2)),
                                .type = static_cast<int>(rows.integer(3))});
    return made;
}

std::string first_difference(const RecordedLayout& there, const RecordedLayout& here) {
    for (const Kind& kind : kinds) {
        if (kind.entries == &RecordedLayout::outputs) continue;
        const Entries &a = there.*kind.entries, &b = here.*kind.entries;
        for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
            if (a[i] == b[i]) continue;
            const std::string which = std::string(kind.word) + " " + std::to_string(i) + " is ";
            if (a[i].name != b[i].name)
                return which + quoted(a[i].name) + " there and " + quoted(b[i].name) + " here.";
            return which + quoted(a[i].name) + " in both, but of another type or size.";
        }
        if (a.size() > b.size())
            return std::string(kind.word) + " " + quoted(a[b.size()].name) + " is there but not here.";
        if (b.size() > a.size())
            return std::string(kind.word) + " " + quoted(b[a.size()].name) + " is here but not there.";
    }
    return "";
}

}  // namespace sinew
