// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "diagram.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace bench {
namespace {

constexpr double width = 330, height = 300, left = 50, top = 30, bottom = 40, right = 10;
constexpr std::size_t columns = 3;

/// Whole decades of what is shown.
struct Axis {
    int first = 1000, last = -1000;
    void take(double value) {
        first = std::min(first, static_cast<int>(std::floor(std::log10(value))));
        last = std::max(last, static_cast<int>(std::ceil(std::log10(value))));
    }
    double at(double value, double from, double to) const {
        return from + (to - from) * (std::log10(value) - first) / (last - first);
    }
};

std::string text(double x, double y, const std::string& words, const char* anchor = "middle") {
    return fmt::format("<text x='{:.1f}' y='{:.1f}' text-anchor='{}'>{}</text>\n", x, y, anchor, words);
}

std::string line(double x1, double y1, double x2, double y2, const std::string& style) {
    return fmt::format("<line x1='{:.1f}' y1='{:.1f}' x2='{:.1f}' y2='{:.1f}' {}/>\n", x1, y1, x2, y2, style);
}

std::string style_of(const Line& curve) {
    return fmt::format("stroke='{}' stroke-width='1.6' fill='none'{}", curve.colour,
                       curve.dashed ? " stroke-dasharray='5 3'" : "");
}

std::string grid(const Panel& panel, const Axis& x, const Axis& y) {
    const std::string thin = "stroke='#dddddd' stroke-width='1'";
    const double x0 = left, x1 = width - right, y0 = height - bottom, y1 = top;
    std::string out;
    for (int d = x.first; d <= x.last; ++d) {
        const double at = x.at(std::pow(10.0, d), x0, x1);
        out += line(at, y0, at, y1, thin);
        if (d % 2 == 0) out += text(at, y0 + 15, fmt::format("1e{}", d));
    }
    for (int d = y.first; d <= y.last; ++d) {
        const double at = y.at(std::pow(10.0, d), y0, y1);
        out += line(x0, at, x1, at, thin) + text(x0 - 5, at + 4, fmt::format("1e{}", d), "end");
    }
    return out + text((x0 + x1) / 2, 18, panel.title) + text((x0 + x1) / 2, height - 6, panel.x_label);
}

std::string draw(const Panel& panel) {
    Axis x, y;
    for (const Line& curve : panel.curves)
        for (std::size_t i = 0; i < curve.x.size(); ++i) x.take(curve.x[i]), y.take(curve.y[i]);
    std::string out = grid(panel, x, y);
    for (const Line& curve : panel.curves) {
        std::string points, dots;
        for (std::size_t i = 0; i < curve.x.size(); ++i) {
            const double at_x = x.at(curve.x[i], left, width - right);
            const double at_y = y.at(curve.y[i], height - bottom, top);
            points += fmt::format("{:.1f},{:.1f} ", at_x, at_y);
            dots += fmt::format("<circle cx='{:.1f}' cy='{:.1f}' r='2.2' fill='{}'/>\n", at_x, at_y,
                                curve.colour);
        }
        out += fmt::format("<polyline points='{}' {}/>\n{}", points, style_of(curve), dots);
    }
    return out;
}

/// Each name once.
std::string legend(const std::vector<Panel>& panels) {
    std::vector<std::string> known;
    std::string out;
    for (const Panel& panel : panels)
        for (const Line& curve : panel.curves) {
            if (std::find(known.begin(), known.end(), curve.name) != known.end()) continue;
            known.push_back(curve.name);
            const double y = top + 20 * static_cast<double>(known.size());
            out += line(left, y - 4, left + 30, y - 4, style_of(curve)) +
                   text(left + 38, y, curve.name, "start");
        }
    return out;
}

}  // namespace

std::string diagram(const std::vector<Panel>& panels) {
    const std::size_t rows = panels.size() / columns + 1;  // the last has room for the legend
    const double all = width * columns, tall = height * static_cast<double>(rows);
    std::string out = fmt::format(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {0} {1}' width='{0}' height='{1}' "
        "font-family='sans-serif' font-size='11'>\n<rect width='{0}' height='{1}' fill='#ffffff'/>\n",
        all, tall);
    const auto cell = [](std::size_t i, const std::string& inside) {
        return fmt::format("<g transform='translate({} {})'>\n{}</g>\n",
                           width * static_cast<double>(i % columns),
                           height * static_cast<double>(i / columns), inside);
    };
    for (std::size_t i = 0; i < panels.size(); ++i)
        out += cell(i, (i == 0 || panels[i].y_label != panels[i - 1].y_label || i % columns == 0
                            ? text(6, 18, panels[i].y_label, "start")
                            : "") +
                           draw(panels[i]));
    return out + cell(panels.size(), legend(panels)) + "</svg>\n";
}

}  // namespace bench
