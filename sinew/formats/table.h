// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/formats/error.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sinew {

/// Numbers over time by the names of their columns, as .sto, .mot and .csv files hold them. The first column is time.
/// A number that is not there is NaN.
struct Table {
    std::string name{};
    bool in_degrees = false;             ///< whether angles are, in .sto and .mot files
    std::vector<std::string> columns{};  ///< "time" and the others
    std::vector<double> values{};        ///< row by row

    std::size_t rows() const { return columns.empty() ? 0 : values.size() / columns.size(); }
    std::span<const double> row(std::size_t i) const {
        return std::span(values).subspan(i * columns.size(), columns.size());
    }
    double at(std::size_t row_number, std::size_t column_number) const {
        return values[row_number * columns.size() + column_number];
    }
    /// A column by its name; throws FileError with the nearest name there is.
    std::vector<double> column(std::string_view column_name) const;
    friend bool operator==(const Table&, const Table&) = default;
};

// Written numbers have as many digits as bring them back to the last bit, and no more.

/// OpenSim's storage: a header (version, nRows, nColumns, inDegrees), then columns apart by tabs.
std::string to_sto(const Table& table);
/// A line of names, then lines of numbers, apart by commas; names in quotes where they must be.
std::string to_csv(const Table& table);

/// From text; errors name the source and the line. Both kinds of line ends, numbers apart by any white space (sto),
/// vectors such as "1,2,3" in a cell as columns name_1, name_2, name_3.
Table from_sto(std::string_view text, const std::string& source = "text");
Table from_csv(std::string_view text, const std::string& source = "text");

/// By what the name ends in: .sto, .mot or .csv.
Table read_table(const std::string& file);
void write_table(const std::string& file, const Table& table);

}  // namespace sinew
