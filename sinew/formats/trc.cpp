// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/formats/text_file.h>
#include <sinew/formats/trc.h>

#include <charconv>
#include <cmath>
#include <limits>

namespace sinew {

namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

[[noreturn]] void refuse(const std::string& source, std::size_t line, const std::string& what) {
    throw FileError(escaped(source) + ":" + std::to_string(line) + ": " + what);
}

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        if (line.ends_with('\r')) line.remove_suffix(1);
        lines.push_back(line);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

std::string_view trimmed(std::string_view cell) {
    while (!cell.empty() && cell.front() == ' ') cell.remove_prefix(1);
    while (!cell.empty() && cell.back() == ' ') cell.remove_suffix(1);
    return cell;
}

std::vector<std::string_view> cells_of(std::string_view line) {
    std::vector<std::string_view> cells;
    while (true) {
        const std::size_t end = line.find('\t');
        cells.push_back(trimmed(line.substr(0, end)));
        if (end == std::string_view::npos) return cells;
        line.remove_prefix(end + 1);
    }
}

double number_in(std::string_view cell, const std::string& source, std::size_t line) {
    if (cell.empty() || cell == "NaN" || cell == "nan") return nothing;
    double value = 0;
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (error != std::errc() || end != cell.data() + cell.size() || !std::isfinite(value))
        refuse(source, line, quoted(cell) + " is not a number.");
    return value;
}

double unit_of(std::string_view word, const std::string& source) {
    if (word == "mm") return 1e-3;
    if (word == "cm") return 1e-2;
    if (word == "m") return 1;
    refuse(source, 3, "the unit is " + quoted(word) + "; it must be mm, cm or m.");
}

}  // namespace

MarkerRecording from_trc(std::string_view text, const std::string& source) {
    if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
    const std::vector<std::string_view> lines = lines_of(text);
    if (lines.size() < 5 || !lines[0].starts_with("PathFileType"))
        refuse(source, 1,
               "this is no .trc file: it has not the header of five lines that begins with PathFileType.");
    const std::vector<std::string_view> titles = cells_of(lines[1]), values = cells_of(lines[2]);
    double unit = 1e-3;
    for (std::size_t i = 0; i < titles.size() && i < values.size(); ++i)
        if (titles[i] == "Units") unit = unit_of(values[i], source);

    MarkerRecording recording;
    std::vector<std::size_t> columns;  // of x, by marker
    const std::vector<std::string_view> names = cells_of(lines[3]);
    if (names.size() < 3 || names[1] != "Time") refuse(source, 4, "the second column must be called Time.");
    for (std::size_t i = 2; i < names.size(); ++i)
        if (!names[i].empty()) {
            recording.names.emplace_back(names[i]);
            columns.push_back(i);
        }
    if (recording.names.empty()) refuse(source, 4, "there is no marker.");
    for (std::size_t i = 5; i < lines.size(); ++i) {
        if (trimmed(lines[i]).find_first_not_of("\t ") == std::string_view::npos) continue;
        const std::vector<std::string_view> cells = cells_of(lines[i]);
        const auto number = [&](std::size_t column) {
            return column < cells.size() ? number_in(cells[column], source, i + 1) : nothing;
        };
        const double time = number(1);
        if (!std::isfinite(time)) refuse(source, i + 1, "there is no time.");
        if (!recording.times.empty() && !(time > recording.times.back()))
            refuse(source, i + 1,
                   "time " + shortest(time) + " is not after " + shortest(recording.times.back()) + ".");
        recording.times.push_back(time);
        for (const std::size_t c : columns)
            recording.places.push_back({unit * number(c), unit * number(c + 1), unit * number(c + 2)});
    }
    return recording;
}

MarkerRecording markers_of(const Table& table, const std::string& source) {
    MarkerRecording recording;
    std::vector<std::size_t> columns;
    const auto ends = [&](std::size_t column, const char* a, const char* b, const char* c) {
        const std::string& name = table.columns[column];
        return name.ends_with(a) || name.ends_with(b) || name.ends_with(c);
    };
    for (std::size_t i = 1; i + 2 < table.columns.size(); ++i) {
        if (!ends(i, ".x", "_x", "_1") || !ends(i + 1, ".y", "_y", "_2") || !ends(i + 2, ".z", "_z", "_3"))
            continue;
        recording.names.push_back(table.columns[i].substr(0, table.columns[i].size() - 2));
        columns.push_back(i);
    }
    if (columns.empty())
        throw FileError(escaped(source) +
                        ": there are no markers in it. Three columns NAME.x, NAME.y, NAME.z are one.");
    for (std::size_t row = 0; row < table.rows(); ++row) {
        recording.times.push_back(table.at(row, 0));
        for (const std::size_t c : columns)
            recording.places.push_back({table.at(row, c), table.at(row, c + 1), table.at(row, c + 2)});
    }
    return recording;
}

MarkerRecording read_markers(const std::string& file) {
    if (file.ends_with(".trc")) return from_trc(read_text_file(file), file);
    return markers_of(read_table(file), file);
}

}  // namespace sinew
