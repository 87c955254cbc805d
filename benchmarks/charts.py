# SPDX-FileCopyrightText: The Sinew authors
# SPDX-License-Identifier: Apache-2.0
"""Charts as SVG: bars and curves over logarithmic axes."""

import html
import math

# Colours that most people can tell apart (Okabe and Ito), the first for ourselves.
COLOURS = {"Sinew": "#0072b2", "Simbody": "#999999", "MuJoCo": "#e69f00", "DART": "#009e73", "Bullet": "#d55e00",
           "KDL": "#cc79a7"}
SERIES = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#999999"]


def text(x, y, words, more=""):
    return f"<text x='{x:.1f}' y='{y:.1f}' {more}>{html.escape(words)}</text>\n"


def line(x1, y1, x2, y2, more="stroke='#dddddd'"):
    return f"<line x1='{x1:.1f}' y1='{y1:.1f}' x2='{x2:.1f}' y2='{y2:.1f}' {more}/>\n"


def picture(width, height, title, inside):
    return (f"<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height:.0f}' viewBox='0 0 {width} {height:.0f}' "
            "font-family='sans-serif' font-size='12'>\n<rect width='100%' height='100%' fill='white'/>\n"
            + text(width / 2, 20, title, "text-anchor='middle' font-size='14' font-weight='bold'") + inside + "</svg>\n")


def decades(values):
    """Whole decades around all values."""
    return math.floor(math.log10(min(values)) + 1e-9), math.ceil(math.log10(max(values)) - 1e-9)


def unit(value, of):
    """A tick of an axis: 0.1, 1, 10, ... or a power of ten where that is long."""
    return f"{value:g}{of}" if 1e-3 <= value < 1e5 else f"1e{round(math.log10(value))}{of}"


def bars(title, groups, of):
    """groups: [(title, [(name, value, note)])]."""
    width, left, right, top, row, gap = 760, 250, 110, 60, 18, 12
    values = [bar[1] for _, group in groups for bar in group]
    first, last = decades(values)
    if first == last:
        last += 1
    height = top + sum(row * len(group) + gap for _, group in groups)

    def at(value):
        return left + (width - left - right) * (math.log10(value) - first) / (last - first)

    out = ""
    for decade in range(first, last + 1):
        out += line(at(10.0**decade), top - 8, at(10.0**decade), height - gap)
        out += text(at(10.0**decade), top - 14, unit(10.0**decade, of), "text-anchor='middle' fill='#666666'")
    y = top
    for name, group in groups:
        out += text(8, y + 13, name, "font-weight='bold'" if len(group) > 1 else "")
        for label, value, note in group:
            if len(group) > 1:
                out += text(left - 8, y + 13, label, "text-anchor='end'")
            out += (f"<rect x='{left}' y='{y + 2}' width='{max(at(value) - left, 1):.1f}' height='{row - 4}' "
                    f"fill='{COLOURS[label]}'/>\n")
            out += text(at(value) + 6, y + 13, note)
            y += row
        y += gap
    return picture(width, height, title, out)


def curves(title, panels):
    """panels: [(title, x's label, y's label, [(name, xs, ys)])], side by side; x's logarithmic, or words in their order."""
    wide, high, left, right, top, bottom = 380, 330, 62, 16, 56, 44
    out = ""
    for number, (name, x_label, y_label, series) in enumerate(panels):
        x0, x1, y0, y1 = number * wide + left, (number + 1) * wide - right, high - bottom, top
        by_words = isinstance(series[0][1][0], str)
        words = sorted({x for _, xs, _ in series for x in xs}) if by_words else []
        x_first, x_last = decades([x for _, xs, _ in series for x in xs]) if not by_words else (0, max(len(words) - 1, 1))
        y_first, y_last = decades([y for _, _, ys in series for y in ys])
        if y_first == y_last:
            y_last += 1

        def x_at(x):
            place = words.index(x) if by_words else math.log10(x)
            return x0 + (x1 - x0) * (place - x_first) / (x_last - x_first)

        def y_at(y):
            return y0 + (y1 - y0) * (math.log10(y) - y_first) / (y_last - y_first)

        for d in range(x_first, x_last + 1):
            if by_words and d >= len(words):
                continue
            tick = words[d] if by_words else unit(10.0**d, "")
            out += line(x_at(words[d] if by_words else 10.0**d), y0, x_at(words[d] if by_words else 10.0**d), y1)
            anchor = "middle" if not by_words else "start" if d == 0 else "end"
            out += text(x_at(words[d] if by_words else 10.0**d), y0 + 16, tick, f"text-anchor='{anchor}' fill='#666666'")
        for d in range(y_first, y_last + 1):
            out += line(x0, y_at(10.0**d), x1, y_at(10.0**d))
            out += text(x0 - 6, y_at(10.0**d) + 4, unit(10.0**d, ""), "text-anchor='end' fill='#666666'")
        out += text((x0 + x1) / 2, top - 12, name, "text-anchor='middle' font-weight='bold'")
        out += text((x0 + x1) / 2, high - 8, x_label, "text-anchor='middle'")
        out += f"<text transform='translate({number * wide + 14} {(y0 + y1) / 2:.0f}) rotate(-90)' text-anchor='middle'>{html.escape(y_label)}</text>\n"
        for i, (label, xs, ys) in enumerate(series):
            colour = SERIES[i % len(SERIES)]
            points = " ".join(f"{x_at(x):.1f},{y_at(y):.1f}" for x, y in zip(xs, ys))
            out += f"<polyline points='{points}' fill='none' stroke='{colour}' stroke-width='1.8'/>\n"
            for x, y in zip(xs, ys):
                out += f"<circle cx='{x_at(x):.1f}' cy='{y_at(y):.1f}' r='2.6' fill='{colour}'/>\n"
            lx, ly = x0 + 8, high + 16 + 16 * i
            out += line(lx, ly - 4, lx + 22, ly - 4, f"stroke='{colour}' stroke-width='3'") + text(lx + 28, ly, label)
    legend = max(len(p[3]) for p in panels)
    return picture(wide * len(panels), high + 16 * legend + 14, title, out)
