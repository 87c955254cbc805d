// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>
#include <string>

#include <doctest/doctest.h>

#include <sinew/base/error.h>
#include <sinew/math/function.h>

using namespace sinew;
using namespace sinew::function;

namespace {

/// What making the function complains of, all faults in one text; empty if nothing.
template <class K>
std::string complaint(K kind) {
    try {
        const Function f(std::move(kind));
        return "";
    } catch (const ModelError& error) {
        std::string all;
        for (const std::string& fault : error.faults) all += fault + "\n";
        return all;
    }
}

bool says(const std::string& text, const char* words) {
    INFO(text);
    const bool found = text.find(words) != std::string::npos;
    CHECK(found);
    return found;
}

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

TEST_CASE("points out of order are refused by index and value") {
    const std::string text = complaint(SimmSpline{{0.0, 0.7, 0.5, 1.0}, {1, 2, 3, 4}});
    says(text, "function SimmSpline: x[2] = 0.5 follows x[1] = 0.7");
    says(text, "sort the points by x");
    says(complaint(NaturalCubicSpline{{0.0, 0.7, 0.7}, {1, 2, 3}}), "x[2] = 0.7 follows x[1] = 0.7");
    says(complaint(PiecewiseLinear{{0.0, 0.0}, {1, 2}}), "remove one of the two points");
}

TEST_CASE("too few points and unequal columns are refused") {
    says(complaint(SimmSpline{}), "function SimmSpline: no point given; a curve needs at least two points.");
    says(complaint(NaturalCubicSpline{{1.0}, {2.0}}), "function NaturalCubicSpline: one point given");
    says(complaint(PiecewiseLinear{{1.0, 2.0, 3.0}, {2.0}}), "3 values of x but 1 of y");
    says(complaint(Polynomial{}), "function Polynomial: no coefficients given");
}

TEST_CASE("what is not a finite number is refused by name") {
    says(complaint(Constant{no_number}), "function Constant: value is nan, not a finite number.");
    says(complaint(Linear{{1.0, infinity}, 0.0}), "function Linear: slopes[1] is inf");
    says(complaint(Linear{{1.0}, no_number}), "function Linear: offset is nan");
    says(complaint(Polynomial{{1.0, no_number}}), "function Polynomial: coefficients[1] is nan");
    says(complaint(Sinusoid{1.0, no_number, 0.0}), "function Sinusoid: frequency is nan");
    says(complaint(Step{0.0, 1.0, 0.0, no_number}), "function Step: end is nan");
    says(complaint(Scaled{no_number, 1.0}), "function Scaled: scale is nan");
    says(complaint(SimmSpline{{0.0, no_number}, {1.0, 2.0}}), "function SimmSpline: x[1] is nan");
    says(complaint(SimmSpline{{0.0, 1.0}, {1.0, -infinity}}), "function SimmSpline: y[1] is -inf");
}

TEST_CASE("five faults in one function are five sentences") {
    try {
        const Function f = SimmSpline{{0.0, 0.0, no_number, 1.0, 0.5}, {1.0, no_number, 2.0, infinity, 0.0}};
        FAIL("was accepted");
    } catch (const ModelError& error) {
        CHECK(error.faults.size() == 5);
    }
}

TEST_CASE("a step needs an interval, an argument an index, a composition enough inner functions") {
    says(complaint(Step{0.0, 1.0, 2.0, 2.0}), "start and end are both 2");
    says(complaint(Argument{-1}), "index -1 is not in 0 .. 31");
    says(complaint(Argument{32}), "index 32 is not in 0 .. 31");
    says(complaint(Composition{Linear{{1.0, 2.0}}, {1.0}}),
         "the outer function takes 2 arguments, but 1 inner functions are given");
    says(complaint(std::shared_ptr<const Custom>()), "function Custom: the pointer is null");
}

TEST_CASE("knots too close for the step between them are refused, not turned into infinities") {
    says(complaint(SimmSpline{{0.0, 1e-300, 1.0}, {0.0, 1e10, 0.0}}), "coefficients overflow");
    says(complaint(PiecewiseLinear{{0.0, 5e-324}, {0.0, 1.0}}), "coefficients overflow");
    says(complaint(Scaled{1e200, Polynomial{{1e200, 0.0, 0.0}}}), "coefficients overflow");
}

TEST_CASE("functions of functions may nest 32 deep, not more, and sums may be long") {
    Function f = Sinusoid{};
    for (int depth = 2; depth <= max_depth; ++depth) f = compose(Sinusoid{}, {f});
    CHECK(std::isfinite(f(0.3)));
    says(complaint(Composition{Sinusoid{}, {f}}), "nested 33 deep; at most 32");
    CHECK(Function(Sum{std::vector<Function>(1000, Sinusoid{})})(0.5) ==
          doctest::Approx(1000 * std::sin(0.5)));
    says(complaint(Sum{{Linear{std::vector<double>(40, 1.0)}, Sinusoid{}}}), "40 arguments; at most 32");
}
