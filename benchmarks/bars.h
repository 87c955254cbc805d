// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace bench {

/// How long one library takes for one thing.
struct Bar {
    std::string name;
    double seconds = 0;
};

/// Bars that are compared with one another, the first with all others.
struct BarGroup {
    std::string title;
    std::vector<Bar> bars;
};

/// Bars over a logarithmic axis of microseconds, each with how many times the first of its group it takes: an SVG file.
std::string bar_chart(const std::string& title, const std::vector<BarGroup>& groups);

}  // namespace bench
