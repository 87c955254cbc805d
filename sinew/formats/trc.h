// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/formats/error.h>
#include <sinew/formats/table.h>
#include <sinew/math/vec3.h>

#include <string>
#include <string_view>
#include <vector>

namespace sinew {

/// Places of markers over time, in metres. A marker that was not seen is NaN.
struct MarkerRecording {
    std::vector<std::string> names{};
    std::vector<double> times{};
    std::vector<Vec3> places{};  ///< frame after frame, as many as names each

    std::size_t frames() const { return times.size(); }
};

/// From a .trc file, as motion capture programs write them: a header of five lines (rates and units in the third, names
/// in the fourth), then frames apart by tabs. Millimetres, centimetres and metres become metres; an empty cell is a
/// marker that was not seen.
MarkerRecording from_trc(std::string_view text, const std::string& source = "text");

/// From a table with three columns per marker: NAME.x, NAME.y, NAME.z (or NAME_x ..., NAME_1 ...), in metres.
MarkerRecording markers_of(const Table& table, const std::string& source = "table");

/// By what the name ends in: .trc, else a table.
MarkerRecording read_markers(const std::string& file);

}  // namespace sinew
