// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/formats/table.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace sinew {

namespace {

constexpr std::string_view blank = " \t";

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(blank);
    return first == text.npos ? std::string_view()
                              : text.substr(first, text.find_last_not_of(blank) - first + 1);
}

std::string lower(std::string_view text) {
    std::string made(text);
    for (char& c : made)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return made;
}

/// Hands out lines, without their ends, and knows where it is.
class Lines {
public:
    Lines(std::string_view text, const std::string& source) : rest_(text), source_(source) {
        if (rest_.substr(0, 3) == "\xef\xbb\xbf") rest_.remove_prefix(3);
    }
    bool next(std::string_view& line) {
        if (rest_.empty()) return false;
        const std::size_t end = rest_.find_first_of("\r\n");
        line = rest_.substr(0, end);
        if (end == rest_.npos) rest_ = {};
        else rest_.remove_prefix(end + (rest_.substr(end, 2) == "\r\n" ? 2 : 1));
        ++number_;
        return true;
    }
    [[noreturn]] void refuse(const std::string& why) const {
        throw FileError(escaped(source_) + ":" + std::to_string(number_) + ": " + why);
    }

private:
    std::string_view rest_;
    const std::string& source_;
    std::size_t number_ = 0;
};

/// A number as any program writes it: decimal, nan, inf; nothing is not a number.
bool read_number(std::string_view text, double& number) {
    text = trimmed(text);
    if (!text.empty() && text[0] == '+') text.remove_prefix(1);
    if (text.empty()) {
        number = std::numeric_limits<double>::quiet_NaN();
        return true;
    }
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (end != text.data() + text.size()) {
        const std::string word = lower(text);
        if (word != "-1.#ind" && word != "1.#qnan" && word != "na" && word != "n/a") return false;
        number = std::numeric_limits<double>::quiet_NaN();
        return true;
    }
    if (status == std::errc::result_out_of_range) {  // 1e999 and 1e-999
        const std::size_t exponent = text.find_first_of("eE");
        const bool tiny = exponent != text.npos && exponent + 1 < text.size() && text[exponent + 1] == '-';
        number = (tiny ? 0.0 : std::numeric_limits<double>::infinity()) * (text[0] == '-' ? -1 : 1);
        return true;
    }
    return status == std::errc();
}

std::vector<std::string_view> split(std::string_view line, char between) {
    std::vector<std::string_view> cells;
    for (std::size_t end; (end = line.find(between)) != line.npos; line.remove_prefix(end + 1))
        cells.push_back(line.substr(0, end));
    cells.push_back(line);
    return cells;
}

std::vector<std::string_view> split_at_blanks(std::string_view line) {
    std::vector<std::string_view> cells;
    for (line = trimmed(line); !line.empty(); line = trimmed(line)) {
        const std::size_t end = std::min(line.find_first_of(blank), line.size());
        cells.push_back(line.substr(0, end));
        line.remove_prefix(end);
    }
    return cells;
}

std::vector<std::string_view> cells_of(std::string_view line) {
    while (!line.empty() && blank.find(line.back()) != blank.npos) line.remove_suffix(1);
    return line.find('\t') == line.npos ? split_at_blanks(line) : split(line, '\t');
}

std::string cell_text(std::size_t place, const std::vector<std::string>& columns, std::string_view cell) {
    return "column " + std::to_string(place + 1) + " (" + quoted(columns[place]) + ") holds " + quoted(cell) +
           ", which is not a number.";
}

void check_columns(const Table& table, const Lines& lines) {
    for (std::size_t c = 0; c < table.columns.size(); ++c)
        if (table.columns[c].empty()) lines.refuse("column " + std::to_string(c + 1) + " has no name.");
    if (table.columns.empty()) lines.refuse("there are no columns.");
    if (lower(table.columns[0]) != "time")
        lines.refuse("the first column is " + quoted(table.columns[0]) + "; it should be \"time\".");
}

struct Header {
    long rows = -1, columns = -1;
    std::size_t per_cell = 1;
};

void read_header(Lines& lines, Table& table, Header& header) {
    std::string_view line;
    bool first = true;
    for (;; first = false) {
        if (!lines.next(line)) lines.refuse("there is no line \"endheader\".");
        line = trimmed(line);
        if (lower(line) == "endheader") return;
        if (first && line.find('=') == line.npos) table.name = line;
        const std::size_t equal = line.find_first_of("= \t");
        if (equal == line.npos) continue;
        const std::string key = lower(trimmed(line.substr(0, equal))),
                          value(trimmed(line.substr(line.find_first_not_of("= \t", equal) == line.npos
                                                        ? line.size()
                                                        : line.find_first_not_of("= \t", equal))));
        const auto count = [&](long& number) {
            double x = 0;
            if (value.empty() || !read_number(value, x) || !(x >= 0) || x > 1e9 || x != std::floor(x))
                lines.refuse(quoted(key) + " should be a number of rows or columns, not " + quoted(value) +
                             ".");
            number = static_cast<long>(x);
        };
        if (key == "nrows" || key == "datarows") count(header.rows);
        else if (key == "ncolumns" || key == "datacolumns") count(header.columns);
        else if (key == "indegrees") table.in_degrees = lower(value) == "yes";
        else if (key == "datatype") {
            const std::string type = lower(value);
            header.per_cell = type == "vec3" ? 3 : type == "quaternion" ? 4 : type == "spatialvec" ? 6 : 1;
        }
    }
}

void read_sto_row(const Lines& lines, std::string_view line, std::size_t cells, std::size_t per_cell,
                  Table& table) {
    const std::vector<std::string_view> found = cells_of(line);
    if (found.size() != cells)
        lines.refuse("there are " + std::to_string(found.size()) + " numbers for " + std::to_string(cells) +
                     " columns.");
    for (std::size_t c = 0; c < found.size(); ++c) {
        const auto parts = c == 0 || per_cell == 1 ? std::vector{found[c]} : split(found[c], ',');
        if (c > 0 && parts.size() != per_cell)
            lines.refuse("column " + std::to_string(c + 1) + " holds " + quoted(found[c]) +
                         ", which is not " + std::to_string(per_cell) + " numbers.");
        for (const std::string_view part : parts) {
            const std::size_t place = table.values.size() % table.columns.size();
            double number = 0;
            if (!read_number(part, number)) lines.refuse(cell_text(place, table.columns, part));
            table.values.push_back(number);
        }
    }
}

/// One line of CSV; names may be in quotes, with two quotes for one.
std::vector<std::string> csv_cells(std::string_view line, const Lines& lines) {
    std::vector<std::string> cells(1);
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == ',') cells.emplace_back();
        else if (line[i] != '"') cells.back() += line[i];
        else {
            for (++i;; ++i) {
                if (i >= line.size()) lines.refuse("a quote is not closed.");
                if (line[i] == '"' && line.substr(i, 2) != "\"\"") break;
                if (line[i] == '"') ++i;
                cells.back() += line[i];
            }
        }
    }
    return cells;
}

}  // namespace

Table from_sto(std::string_view text, const std::string& source) {
    Lines lines(text, source);
    Table table;
    Header header;
    read_header(lines, table, header);
    std::string_view line;
    do {
        if (!lines.next(line)) lines.refuse("there is no line with the names of the columns.");
    } while (trimmed(line).empty());
    const std::vector<std::string_view> names = cells_of(line);
    for (std::size_t c = 0; c < names.size(); ++c)
        for (std::size_t k = 1; k <= header.per_cell; ++k) {
            if (c == 0 && k > 1) break;
            const bool vector = c > 0 && header.per_cell > 1;
            table.columns.push_back(std::string(trimmed(names[c])) + (vector ? "_" + std::to_string(k) : ""));
        }
    check_columns(table, lines);
    if (header.columns >= 0 && static_cast<std::size_t>(header.columns) != names.size())
        lines.refuse("the header says " + std::to_string(header.columns) + " columns; there are " +
                     std::to_string(names.size()) + " names.");
    while (lines.next(line))
        if (!trimmed(line).empty()) read_sto_row(lines, line, names.size(), header.per_cell, table);
    if (header.rows >= 0 && static_cast<std::size_t>(header.rows) != table.rows())
        lines.refuse("the header says " + std::to_string(header.rows) + " rows; there are " +
                     std::to_string(table.rows()) + ". The file may be cut off.");
    return table;
}

Table from_csv(std::string_view text, const std::string& source) {
    Lines lines(text, source);
    Table table{.name = source};
    std::string_view line;
    do {
        if (!lines.next(line)) lines.refuse("there is no line with the names of the columns.");
    } while (trimmed(line).empty());
    for (const std::string& name : csv_cells(line, lines)) table.columns.emplace_back(trimmed(name));
    check_columns(table, lines);
    while (lines.next(line)) {
        if (trimmed(line).empty()) continue;
        const std::vector<std::string_view> cells = split(line, ',');
        if (cells.size() != table.columns.size())
            lines.refuse("there are " + std::to_string(cells.size()) + " numbers for " +
                         std::to_string(table.columns.size()) + " columns.");
        for (std::size_t c = 0; c < cells.size(); ++c) {
            double number = 0;
            if (!read_number(cells[c], number)) lines.refuse(cell_text(c, table.columns, cells[c]));
            table.values.push_back(number);
        }
    }
    return table;
}

}  // namespace sinew
