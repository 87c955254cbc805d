// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace sinew::cli {

struct Curve {
    std::string name{};
    std::vector<double> x{}, y{};  ///< NaN leaves a gap
};

/// One pair of axes.
struct Panel {
    std::string title{};
    std::vector<Curve> curves{};
};

struct PlotLayout {
    std::string title{}, x_name = "time [s]";
    double width = 800, panel_height = 260;
};

/// Panels one below the other with a common x, in colours that colour-blind people tell apart (Okabe and Ito, 2008) and
/// line styles that all do. Text is text, so that it can be searched.
std::string svg_plot(const std::vector<Panel>& panels, const PlotLayout& layout = {});

/// Round numbers that cover low .. high, about `count` of them.
std::vector<double> ticks(double low, double high, int count);

}  // namespace sinew::cli
