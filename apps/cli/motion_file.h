// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/formats/table.h>
#include <sinew/system/system.h>

#include <string>
#include <vector>

namespace sinew::cli {

/// Coordinates, and speeds if there are any, frame after frame.
struct MotionFile {
    std::vector<double> times{};
    std::vector<double> q{}, u{};
};

/// From a recording, or from a table whose columns have the names of coordinates ("knee.angle") and speeds
/// ("knee.angle/speed"). Coordinates without a column stay as in `like`; columns that are none are given in `unused`.
MotionFile read_motion(const std::string& file, const System& system, const State& like,
                       std::vector<std::string>& unused);

/// As a table or as a recording, by what the name ends in.
void write_motion(const std::string& file, const System& system, const State& like, const MotionFile& motion);

/// The model as text, to be kept in a recording.
std::string model_text(const Model& model);

}  // namespace sinew::cli
