// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/formats/xml.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sinew {

/// How a VTK XML file holds its arrays of numbers.
struct VtkEncoding {
    bool big_endian = false;
    bool wide_header = false;  ///< lengths are 64 bits long, not 32
    bool compressed = false;
    std::string_view appended{};  ///< what comes after the "_" of AppendedData
    bool appended_raw = false;
    mutable std::size_t numbers_left =
        30'000'000;  ///< that the file may have, so that none costs too much memory
};

/// The numbers of a DataArray, whatever their type: text, base64, or appended. Throws FileError with its line.
std::vector<double> vtk_numbers(const xml::Element& array, const VtkEncoding& encoding);

}  // namespace sinew
