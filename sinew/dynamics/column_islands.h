// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/dynamics/force_columns.h>

namespace sinew {

/// Columns that pass the same joints, and the body to which they travel: all of their bodies hang on it.
struct ColumnIsland {
    int top = 0;
    std::vector<int> columns;  ///< ascending
};

/// Islands, those with the innermost tops first, those of the world last.
///
/// Forces that balance one another push no joint beyond the body C that all of theirs hang on, however far C is
/// from the world. Islands that end there share no joint, and what each does to C is a change of C's inertia
/// (7.84); so a chain of loops costs as many blocks as it has loops, not one block of them all. Where few columns
/// (worth_splitting) would share a block, or splitting would not part them, they travel to the world.
inline constexpr int worth_splitting = 13;
std::vector<ColumnIsland> find_islands(const Tree& tree, std::span<const ColumnForces> given);

/// How many numbers Y has, at most, and how many W has, for these islands.
struct ColumnSizes {
    double Y = 0, W = 0;
};
ColumnSizes sizes_of(const Tree& tree, std::span<const ColumnForces> given,
                     std::span<const ColumnIsland> islands);

}  // namespace sinew
