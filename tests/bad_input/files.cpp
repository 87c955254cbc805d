// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Files that people get wrong: files.txt holds them by their rows in the catalogue of mistakes, with what is said.
#include <sinew/formats/json_model.h>
#include <sinew/formats/mesh_files.h>
#include <sinew/formats/mjcf.h>
#include <sinew/formats/sdf.h>
#include <sinew/formats/text_file.h>
#include <sinew/formats/urdf.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <sstream>

using namespace sinew;

namespace {

/// One row: a file, and either all faults that it is refused with or some of the notes that it is read with.
struct Row {
    int line = 0;
    std::string number{}, format{}, text{};
    std::vector<std::string> faults{}, notes{};
};

std::vector<Row> rows_of(const std::string& file) {
    std::vector<Row> rows;
    std::istringstream in(read_text_file(file));
    std::string line;
    for (int at = 1; std::getline(in, line); ++at) {
        const std::string mark = line.substr(0, 2);
        if (mark == "# ") continue;
        if (mark == "= ") {
            const std::size_t blank = line.find(' ', 2);
            rows.push_back(
                {.line = at, .number = line.substr(2, blank - 2), .format = line.substr(blank + 1)});
        } else if (!rows.empty() && mark == "> ") {
            rows.back().faults.push_back(line.substr(2));
        } else if (!rows.empty() && mark == "~ ") {
            rows.back().notes.push_back(line.substr(2));
        } else if (!rows.empty()) {
            rows.back().text += (rows.back().text.empty() ? "" : "\n") + line;
        }
    }
    return rows;
}

/// What reading and compiling says: faults, or else notes and warnings.
struct Said {
    std::vector<std::string> faults{}, notes{};
};

Said said_of(const std::string& format, const std::string& text) {
    const std::string name = "a." + format;
    Said said;
    try {
        if (format == "obj" || format == "stl" || format == "vtp") {
            read_mesh_bytes(text, name);
            return said;
        }
        const ModelFile file = format == "urdf"   ? read_urdf_text(text, name)
                               : format == "sdf"  ? read_sdf_text(text, name)
                               : format == "mjcf" ? read_mjcf_text(text, name)
                                                  : read_json_model_text(text, name);
        for (const ReadNote& note : file.notes) said.notes.push_back(to_text(note.where) + ": " + note.text);
        const System system = compile(file);
        for (const std::string& warning : system.warnings()) said.notes.push_back(warning);
    } catch (const FileError& error) {
        said.faults = error.faults;
    }
    return said;
}

}  // namespace

TEST_CASE("files with mistakes are refused with every fault, or read with a note of it, word by word") {
    const std::vector<Row> rows = rows_of(SINEW_BAD_INPUT "/files.txt");
    CHECK(rows.size() > 100);
    for (const Row& row : rows) {
        CAPTURE(row.line);
        CAPTURE(row.number);
        CAPTURE(row.format);
        const Said said = said_of(row.format, row.text);
        CHECK(said.faults == row.faults);
        for (const std::string& note : row.notes) {
            CAPTURE(note);
            CHECK(std::find(said.notes.begin(), said.notes.end(), note) != said.notes.end());
        }
    }
}
