// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include <sinew/math/function_check.h>

namespace sinew::function {
namespace {

void check_number(std::string_view kind, std::string_view name, double value, Faults& faults) {
    if (!std::isfinite(value))
        faults.add(fmt::format("function {}: {} is {}, not a finite number.", kind, name, value));
}

void check_numbers(std::string_view kind, std::string_view name, const std::vector<double>& values,
                   Faults& faults) {
    for (std::size_t i = 0; i < values.size(); ++i)
        check_number(kind, fmt::format("{}[{}]", name, i), values[i], faults);
}

/// What a curve through points needs: at least two, as many y as x, all finite, x strictly increasing.
void check_points(std::string_view kind, const std::vector<double>& x, const std::vector<double>& y,
                  Faults& faults) {
    if (x.size() != y.size())
        faults.add(fmt::format("function {}: {} values of x but {} of y. Each point needs both.", kind,
                               x.size(), y.size()));
    else if (x.size() < 2)
        faults.add(fmt::format("function {}: {} given; a curve needs at least two points.", kind,
                               x.empty() ? "no point" : "one point"));
    check_numbers(kind, "x", x, faults);
    check_numbers(kind, "y", y, faults);
    for (std::size_t i = 1; i < x.size(); ++i)
        if (x[i] <= x[i - 1])
            faults.add(fmt::format(
                "function {}: x[{}] = {} follows x[{}] = {}. The values of x must increase strictly: "
                "{}.",
                kind, i, x[i], i - 1, x[i - 1],
                x[i] == x[i - 1] ? "remove one of the two points" : "sort the points by x"));
}

}  // namespace

void check(const Constant& f, Faults& faults) { check_number("Constant", "value", f.value, faults); }

void check(const Linear& f, Faults& faults) {
    check_numbers("Linear", "slopes", f.slopes, faults);
    check_number("Linear", "offset", f.offset, faults);
}

void check(const Polynomial& f, Faults& faults) {
    if (f.coefficients.empty())
        faults.add("function Polynomial: no coefficients given; a constant needs one.");
    check_numbers("Polynomial", "coefficients", f.coefficients, faults);
}

void check(const Sinusoid& f, Faults& faults) {
    check_number("Sinusoid", "amplitude", f.amplitude, faults);
    check_number("Sinusoid", "frequency", f.frequency, faults);
    check_number("Sinusoid", "phase", f.phase, faults);
}

void check(const Step& f, Faults& faults) {
    check_number("Step", "from", f.from, faults);
    check_number("Step", "to", f.to, faults);
    check_number("Step", "start", f.start, faults);
    check_number("Step", "end", f.end, faults);
    if (f.start == f.end)
        faults.add(fmt::format(
            "function Step: start and end are both {}. A step needs an interval to rise in.", f.start));
}

void check(const PiecewiseLinear& f, Faults& faults) { check_points("PiecewiseLinear", f.x, f.y, faults); }
void check(const NaturalCubicSpline& f, Faults& faults) {
    check_points("NaturalCubicSpline", f.x, f.y, faults);
}
void check(const SimmSpline& f, Faults& faults) { check_points("SimmSpline", f.x, f.y, faults); }

void check(const Argument& f, Faults& faults) {
    if (f.index < 0 || f.index >= max_arguments)
        faults.add(fmt::format("function Argument: index {} is not in 0 .. {}.", f.index, max_arguments - 1));
}

void check(const Scaled& f, Faults& faults) { check_number("Scaled", "scale", f.scale, faults); }

void check(const Sum&, Faults&) {}
void check(const Product&, Faults&) {}

void check(const Composition& f, Faults& faults) {
    const int given = static_cast<int>(f.inner.size());
    if (f.outer.arguments() > given)
        faults.add(fmt::format(
            "function Composition: the outer function takes {} arguments, but {} inner functions are "
            "given. It needs one for each.",
            f.outer.arguments(), given));
    if (given > max_arguments)
        faults.add(fmt::format("function Composition: {} inner functions; at most {} are possible.", given,
                               max_arguments));
}

void check(const std::shared_ptr<const Custom>& f, Faults& faults) {
    if (!f) {
        faults.add(
            "function Custom: the pointer is null. Give it std::make_shared<const YourFunction>(...).");
    } else if (f->arguments() < 0 || f->arguments() > max_arguments) {
        faults.add(fmt::format("function Custom: {} arguments; possible are 0 .. {}.", f->arguments(),
                               max_arguments));
    }
}

void check(const Compiled& f, Faults& faults) {
    if (f.op != Op::linear && f.arguments > max_arguments)
        faults.add(
            fmt::format("function: {} arguments; at most {} are possible, except for a Linear by itself.",
                        f.arguments, max_arguments));
    if (f.depth > max_depth)
        faults.add(
            fmt::format("function: functions of functions nested {} deep; at most {} are possible. A Sum or "
                        "Product takes any number of parts at one depth.",
                        f.depth, max_depth));
    bool finite = f.table.finite() && std::isfinite(f.a) && std::isfinite(f.b) && std::isfinite(f.d);
    for (const double number : f.numbers) finite = finite && std::isfinite(number);
    if (!finite)
        faults.add(
            "function: its coefficients overflow. Two points lie too close together for the step between "
            "their values, "
            "or the numbers are too large.");
}

}  // namespace sinew::function
