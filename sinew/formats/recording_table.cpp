// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/formats/recording.h>

#include <array>
#include <limits>

namespace sinew {

namespace {

struct Part {
    Recorded kind;
    const char* word;
    const char* suffix;
    std::vector<RecordedLayout::Entry> RecordedLayout::*names;
    std::vector<double> Recording::Raw::*numbers;
};

const std::array parts{
    Part{Recorded::q, "coordinate", "", &RecordedLayout::q, &Recording::Raw::q},
    Part{Recorded::u, "speed", "/speed", &RecordedLayout::u, &Recording::Raw::u},
    Part{Recorded::z, "auxiliary variable", "", &RecordedLayout::z, &Recording::Raw::z},
    Part{Recorded::output, "output", "", &RecordedLayout::outputs, &Recording::Raw::outputs},
};

const Part& part_of(Recorded kind) { return parts[static_cast<std::size_t>(kind)]; }

}  // namespace

std::vector<double> Recording::values(Recorded kind, std::string_view name) const {
    const Part& part = part_of(kind);
    const auto& entries = layout().*part.names;
    std::vector<std::string> names;
    std::size_t place = entries.size();
    for (std::size_t i = 0; i < entries.size(); ++i) {
        names.push_back(entries[i].name);
        if (entries[i].name == name) place = i;
    }
    if (place == entries.size()) {
        const std::string near = nearest_name(name, names);
        throw FileError(sinew::quoted(file()) + " has no " + part.word + " " + sinew::quoted(name) + "." +
                        (near.empty() ? "" : " Did you mean " + sinew::quoted(near) + "?"));
    }
    return column(kind, place);
}

Table Recording::table() const { return table({Recorded::q, Recorded::u, Recorded::z, Recorded::output}); }

Table Recording::table(std::vector<Recorded> kinds) const {
    Table table{.name = about().system, .columns = {"time"}};
    for (const Recorded kind : kinds)
        for (const RecordedLayout::Entry& entry : layout().*part_of(kind).names)
            table.columns.push_back(entry.name + part_of(kind).suffix);
    const long all = frames();
    for (long frame = 0; frame < all; ++frame) {
        const Raw raw_frame = raw(frame);
        table.values.push_back(raw_frame.time);
        for (const Recorded kind : kinds) {
            std::vector<double> numbers = raw_frame.*part_of(kind).numbers;
            numbers.resize((layout().*part_of(kind).names).size(), std::numeric_limits<double>::quiet_NaN());
            table.values.insert(table.values.end(), numbers.begin(), numbers.end());
        }
    }
    return table;
}

}  // namespace sinew
