// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sinew {

using NamedValues = std::vector<std::pair<std::string, double>>;

/// A value, or why there is none.
struct Evaluated {
    double value = 0;
    std::string fault{};
};

/// Small arithmetic, as model files have it in place of numbers: numbers, names (a $ in front is allowed), + - * /,
/// parentheses, pi, deg (π/180), and sqrt, sin, cos, tan, atan, abs of one argument. Names that are not among the given
/// ones are faults, as are results that are not finite.
Evaluated evaluate_expression(std::string_view text, const NamedValues& names);

}  // namespace sinew
