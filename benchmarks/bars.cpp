// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "bars.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

namespace bench {

namespace {

constexpr double width = 760, left = 190, right = 90, row = 20, gap = 16, top = 54;

/// Colours that most people can tell apart (Okabe and Ito), the first for ourselves.
std::string colour_of(const std::string& name) {
    static const std::map<std::string, std::string> colours{{"Sinew", "#0072b2"},  {"Simbody", "#999999"},
                                                            {"MuJoCo", "#e69f00"}, {"DART", "#009e73"},
                                                            {"Bullet", "#d55e00"}, {"KDL", "#cc79a7"}};
    const auto found = colours.find(name);
    return found == colours.end() ? "#56b4e9" : found->second;
}

std::string text(double x, double y, const std::string& words, const char* more = "") {
    return fmt::format("<text x='{:.1f}' y='{:.1f}' {}>{}</text>\n", x, y, more, words);
}

}  // namespace

std::string bar_chart(const std::string& title, const std::vector<BarGroup>& groups) {
    double least = INFINITY, most = 0, height = top;
    for (const BarGroup& group : groups) {
        for (const Bar& bar : group.bars)
            least = std::min(least, 1e6 * bar.seconds), most = std::max(most, 1e6 * bar.seconds);
        height += row * static_cast<double>(group.bars.size()) + gap;
    }
    const double first = std::floor(std::log10(least)), last = std::ceil(std::log10(most));
    const auto at = [&](double microseconds) {
        return left + (width - left - right) * (std::log10(microseconds) - first) / (last - first);
    };
    std::string out = fmt::format(
        "<svg xmlns='http://www.w3.org/2000/svg' width='{0}' height='{1:.0f}' viewBox='0 0 {0} {1:.0f}' "
        "font-family='sans-serif' font-size='12'>\n<rect width='100%' height='100%' fill='white'/>\n",
        width, height);
    out += text(width / 2, 20, title, "text-anchor='middle' font-size='14' font-weight='bold'");
    for (double decade = first; decade <= last; ++decade) {
        const double x = at(std::pow(10, decade));
        out += fmt::format("<line x1='{0:.1f}' y1='{1}' x2='{0:.1f}' y2='{2:.1f}' stroke='#dddddd'/>\n", x,
                           top - 8, height - gap);
        out += text(x, top - 14, fmt::format("{:g} µs", std::pow(10, decade)),
                    "text-anchor='middle' fill='#666666'");
    }
    double y = top;
    for (const BarGroup& group : groups) {
        out += text(8, y + 14, group.title, "font-weight='bold'");
        for (const Bar& bar : group.bars) {
            const double end = at(1e6 * bar.seconds);
            out += text(left - 8, y + 14, bar.name, "text-anchor='end'");
            out += fmt::format("<rect x='{:.1f}' y='{:.1f}' width='{:.1f}' height='{:.1f}' fill='{}'/>\n",
                               left, y + 2, end - left, row - 4, colour_of(bar.name));
            const double times = bar.seconds / group.bars[0].seconds;
            out += text(end + 6, y + 14,
                        &bar == &group.bars[0] ? fmt::format("{:.3g} µs", 1e6 * bar.seconds)
                                               : fmt::format("{:.1f} times", times));
            y += row;
        }
        y += gap;
    }
    return out + "</svg>\n";
}

}  // namespace bench
