// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <apps/cli/svg_plot.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace sinew::cli {

namespace {

// Okabe and Ito, "Color Universal Design", 2008; yellow is too light on white.
constexpr std::array colours{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000"};
constexpr std::array dashes{"", "7 4", "2 3", "9 3 2 3"};

constexpr double left = 84, right = 24, top = 34, below = 20, line_of_text = 17;

std::string text_of(const std::string& text) {
    std::string safe;
    for (const char c : text) {
        if (c == '&') safe += "&amp;";
        else if (c == '<') safe += "&lt;";
        else if (c == '>') safe += "&gt;";
        else if (static_cast<unsigned char>(c) < 0x20) safe += ' ';
        else safe += c;
    }
    return safe;
}

struct Span {
    double low = std::numeric_limits<double>::infinity(), high = -std::numeric_limits<double>::infinity();
    void cover(double value) {
        if (!std::isfinite(value)) return;
        low = std::min(low, value);
        high = std::max(high, value);
    }
    /// Never empty: a constant has some room around it.
    void widen(double share) {
        if (!(low <= high)) low = 0, high = 1;
        const double size = std::max(high - low, 1e-9 * std::max({std::abs(low), std::abs(high), 1e-3}));
        low -= share * size;
        high += share * size;
    }
};

std::string number(double value, double step) {
    if (value == 0 || std::abs(value) < 1e-9 * step) return "0";
    return fmt::format("{:.10g}", std::round(value / step * 1e6) / 1e6 * step);
}

/// The points of a curve, at most a few per pixel: lows and highs of each column are kept.
std::string path_of(const Curve& curve, double x0, double x_scale, double y0, double y_scale, double width) {
    std::string path;
    bool pen_down = false;
    const std::size_t n = std::min(curve.x.size(), curve.y.size());
    const std::size_t bunch = std::max<std::size_t>(1, n / static_cast<std::size_t>(2 * width));
    for (std::size_t i = 0; i < n; i += bunch) {
        std::size_t lowest = i, highest = i;
        for (std::size_t k = i; k < std::min(n, i + bunch); ++k) {
            if (curve.y[k] < curve.y[lowest]) lowest = k;
            if (curve.y[k] > curve.y[highest]) highest = k;
        }
        const auto point = [&](std::size_t k) {
            if (!std::isfinite(curve.y[k]) || !std::isfinite(curve.x[k])) return void(pen_down = false);
            path += fmt::format("{}{:.2f} {:.2f}", pen_down ? "L" : "M", x0 + curve.x[k] * x_scale,
                                y0 - curve.y[k] * y_scale);
            pen_down = true;
        };
        point(std::min(lowest, highest));
        if (lowest != highest) point(std::max(lowest, highest));
    }
    if (n > 0 && bunch > 1 && std::isfinite(curve.y[n - 1]))
        path += fmt::format("L{:.2f} {:.2f}", x0 + curve.x[n - 1] * x_scale, y0 - curve.y[n - 1] * y_scale);
    return path;
}

}  // namespace

std::vector<double> ticks(double low, double high, int count) {
    const double raw = (high - low) / std::max(count, 1);
    const double power = std::pow(10, std::floor(std::log10(raw)));
    double step = 10 * power;
    for (const double candidate : {1.0, 2.0, 5.0})
        if (candidate * power >= raw * (1 - 1e-9)) {
            step = candidate * power;
            break;
        }
    std::vector<double> values;
    for (double k = std::ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; ++k)
        values.push_back(k * step);
    return values;
}

std::string svg_plot(const std::vector<Panel>& panels, const PlotLayout& layout) {
    Span x;
    for (const Panel& panel : panels)
        for (const Curve& curve : panel.curves)
            for (const double v : curve.x) x.cover(v);
    x.widen(0);
    if (x.low == x.high) x.widen(1);
    const double inner = layout.width - left - right, x_scale = inner / (x.high - x.low),
                 x0 = left - x.low * x_scale;
    std::string body;
    double y_top = layout.title.empty() ? 8 : 34;
    if (!layout.title.empty())
        body +=
            fmt::format("<text x=\"{}\" y=\"22\" class=\"title\">{}</text>\n", left, text_of(layout.title));
    for (const Panel& panel : panels) {
        // The legend takes as many lines as its names need.
        double legend_x = left, legend_lines = panel.curves.empty() ? 0 : 1;
        std::string legend;
        Span y;
        for (std::size_t i = 0; i < panel.curves.size(); ++i) {
            const Curve& curve = panel.curves[i];
            for (const double v : curve.y) y.cover(v);
            const double wide = 40 + 7 * static_cast<double>(curve.name.size());
            if (legend_x + wide > layout.width - right && legend_x > left) legend_x = left, ++legend_lines;
            const double at = y_top + top - 12 + (legend_lines - 1) * line_of_text;
            legend += fmt::format(
                "<path d=\"M{:.1f} {:.1f}h22\" stroke=\"{}\" stroke-dasharray=\"{}\" class=\"curve\"/><text "
                "x=\"{:.1f}\" "
                "y=\"{:.1f}\">{}</text>\n",
                legend_x, at - 4, colours[i % colours.size()], dashes[i / colours.size() % dashes.size()],
                legend_x + 28, at, text_of(curve.name));
            legend_x += wide;
        }
        y.widen(0.04);
        const double height = layout.panel_height - top - below;
        const double area = y_top + top + (legend_lines - 1) * line_of_text, bottom = area + height;
        const double y_scale = height / (y.high - y.low), y0 = bottom + y.low * y_scale;
        if (!panel.title.empty())
            body += fmt::format("<text x=\"{}\" y=\"{:.1f}\" class=\"panel\">{}</text>\n", left, y_top + 6,
                                text_of(panel.title));
        const std::vector<double> y_ticks = ticks(y.low, y.high, 5), x_ticks = ticks(x.low, x.high, 10);
        const double y_step = y_ticks.size() > 1 ? y_ticks[1] - y_ticks[0] : 1,
                     x_step = x_ticks.size() > 1 ? x_ticks[1] - x_ticks[0] : 1;
        for (const double v : y_ticks) {
            const double at = y0 - v * y_scale;
            body += fmt::format(
                "<path d=\"M{} {:.2f}h{}\" class=\"grid\"/><text x=\"{}\" y=\"{:.2f}\" "
                "class=\"end\">{}</text>\n",
                left, at, inner, left - 8, at + 4, number(v, y_step));
        }
        for (const double v : x_ticks) {
            const double at = x0 + v * x_scale;
            body += fmt::format(
                "<path d=\"M{:.2f} {:.2f}v{:.2f}\" class=\"grid\"/><text x=\"{:.2f}\" y=\"{:.2f}\" "
                "class=\"mid\">{}</text>\n",
                at, area, height, at, bottom + 16, number(v, x_step));
        }
        body += fmt::format("<rect x=\"{}\" y=\"{:.2f}\" width=\"{}\" height=\"{:.2f}\" class=\"frame\"/>\n",
                            left, area, inner, height);
        body += legend;
        for (std::size_t i = 0; i < panel.curves.size(); ++i)
            body += fmt::format("<path d=\"{}\" stroke=\"{}\" stroke-dasharray=\"{}\" class=\"curve\"/>\n",
                                path_of(panel.curves[i], x0, x_scale, y0, y_scale, inner),
                                colours[i % colours.size()], dashes[i / colours.size() % dashes.size()]);
        y_top = bottom + below + 8;
    }
    const double height = y_top + 18;
    body += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" class=\"mid\">{}</text>\n", left + inner / 2,
                        height - 8, text_of(layout.x_name));
    return fmt::format(
               "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1:.0f}\" viewBox=\"0 0 {0} "
               "{1:.0f}\">\n"
               "<style>text{{font:12px "
               "sans-serif;fill:#222}}.title{{font-size:16px;font-weight:bold}}.panel{{font-weight:bold}}"
               ".mid{{text-anchor:middle}}.end{{text-anchor:end}}.grid{{stroke:#ddd;fill:none}}.frame{{"
               "stroke:#888;fill:none}}"
               ".curve{{fill:none;stroke-width:1.6;stroke-linejoin:round}}</style>\n"
               "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
               layout.width, height) +
           body + "</svg>\n";
}

}  // namespace sinew::cli
