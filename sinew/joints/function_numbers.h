// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/joints/function_based.h>

namespace sinew {

// The numbers inside a function-based joint: its axes, and what its functions are made of. Their paths are the members'
// names: turns[0].axis, turns[0].function.slopes, shifts[1].function.x, or deeper where functions are made of
// functions. What a function of the user's own is made of is not known; shifts that are all zero are no part of a joint
// that only turns, and have no paths.

struct FunctionNumbers {
    std::string path;
    std::vector<double> values;
    bool is_axis = false;
};

std::vector<FunctionNumbers> numbers_of(const FunctionBased& joint);

/// The same joint with other numbers, in the order of numbers_of. Throws ModelError where a function cannot have them.
FunctionBased with_numbers(const FunctionBased& joint, const double* values);

}  // namespace sinew
