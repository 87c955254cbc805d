// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/system/system.h>

#include <vector>

namespace sinew {

/// Equations that hold the same joints, and the speeds of these: G is made of such blocks (10.12).
struct ConstraintBlock {
    std::vector<int> equations;  ///< in the order of the multipliers
    std::vector<int> speeds;     ///< ascending
};
std::vector<ConstraintBlock> constraint_blocks(const Compiled& c);

/// What an equation is, and where its errors are.
struct EquationPlace {
    int constraint = 0, own = 0;       ///< its number within the constraint
    int position = -1, velocity = -1;  ///< in the arrays of these levels; −1 if it has no meaning there
    int top = 0;  ///< all its bodies hang on this one, and joints beyond it do not move its error
};
std::vector<EquationPlace> equation_places(const Compiled& c);

/// Fills the rows of G for these equations and speeds: place[u] is the column of speed u, −1 for those left
/// out. `columns` is the length of a row.
void fill_rows_of_G(const System& system, const State& state, const std::vector<EquationPlace>& places,
                    const std::vector<int>& equations, const int* place, int columns, double* G);

}  // namespace sinew
