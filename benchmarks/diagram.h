// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace bench {

struct Line {
    std::string name, colour;
    bool dashed = false;
    std::vector<double> x{}, y{};
};

struct Panel {
    std::string title, x_label, y_label;
    std::vector<Line> curves{};
};

/// Panels in rows of three, both axes logarithmic, and a legend of all names after the last: the text of an SVG file.
std::string diagram(const std::vector<Panel>& panels);

}  // namespace bench
