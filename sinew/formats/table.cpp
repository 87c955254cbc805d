// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/formats/table.h>
#include <sinew/formats/text_file.h>

#include <cmath>

namespace sinew {

namespace {

std::string cell_text(double x) { return std::isnan(x) ? "nan" : shortest(x); }

std::string csv_name(const std::string& name) {
    if (name.find_first_of(",\"\n\r") == name.npos) return name;
    std::string text = "\"";
    for (const char c : name) (text += c == '"' ? "\"" : "") += c;
    return text + "\"";
}

void append_rows(std::string& out, const Table& table, char between) {
    for (std::size_t i = 0; i < table.rows(); ++i) {
        const auto row = table.row(i);
        for (std::size_t c = 0; c < row.size(); ++c) {
            if (c > 0) out += between;
            out += cell_text(row[c]);
        }
        out += '\n';
    }
}

std::string ending_of(const std::string& file) {
    const std::size_t dot = file.rfind('.');
    std::string ending = dot == file.npos ? "" : file.substr(dot);
    for (char& c : ending)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return ending;
}

[[noreturn]] void refuse_ending(const std::string& file) {
    throw FileError(quoted(file) + " has an ending that says nothing: tables are .sto, .mot or .csv.");
}

}  // namespace

std::vector<double> Table::column(std::string_view column_name) const {
    for (std::size_t c = 0; c < columns.size(); ++c) {
        if (columns[c] != column_name) continue;
        std::vector<double> numbers;
        for (std::size_t i = 0; i < rows(); ++i) numbers.push_back(at(i, c));
        return numbers;
    }
    const std::string near = nearest_name(column_name, columns);
    throw FileError("table " + quoted(name) + " has no column " + quoted(column_name) + "." +
                    (near.empty() ? "" : " Did you mean " + quoted(near) + "?"));
}

std::string to_sto(const Table& table) {
    for (const std::string& column : table.columns)
        if (column.empty() || column.find_first_of("\t\n\r") != column.npos)
            throw FileError("column " + quoted(column) +
                            " can not be written to a .sto file: there, names are not empty and have no tabs "
                            "and no line ends. Rename it, or write .csv.");
    std::string title = table.name.empty() ? "table" : table.name;
    for (char& c : title)
        if (c == '\n' || c == '\r') c = ' ';
    std::string out = title + "\nversion=1\nnRows=" + std::to_string(table.rows()) +
                      "\nnColumns=" + std::to_string(table.columns.size()) +
                      "\ninDegrees=" + (table.in_degrees ? "yes" : "no") + "\nendheader\n";
    for (std::size_t c = 0; c < table.columns.size(); ++c) (out += c == 0 ? "" : "\t") += table.columns[c];
    out += '\n';
    append_rows(out, table, '\t');
    return out;
}

std::string to_csv(const Table& table) {
    std::string out;
    for (std::size_t c = 0; c < table.columns.size(); ++c)
        (out += c == 0 ? "" : ",") += csv_name(table.columns[c]);
    out += '\n';
    append_rows(out, table, ',');
    return out;
}

Table read_table(const std::string& file) {
    const std::string ending = ending_of(file);
    if (ending != ".sto" && ending != ".mot" && ending != ".csv") refuse_ending(file);
    const std::string text = read_text_file(file);
    return ending == ".csv" ? from_csv(text, file) : from_sto(text, file);
}

void write_table(const std::string& file, const Table& table) {
    const std::string ending = ending_of(file);
    if (ending != ".sto" && ending != ".mot" && ending != ".csv") refuse_ending(file);
    write_text_file(file, ending == ".csv" ? to_csv(table) : to_sto(table));
}

}  // namespace sinew
