// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace bench {

/// A line of a diagram: what it cost to be that exact.
struct Line {
    std::string name, colour;
    bool dashed = false;
    std::vector<double> error, seconds;
};

struct Panel {
    std::string title;
    std::vector<Line> curves;
};

/// Panels in rows of three, both axes logarithmic, and a legend of all names after the last: the text of an SVG file.
std::string work_precision_diagram(const std::vector<Panel>& panels);

}  // namespace bench
