// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/spatial/transform.h>
#include <sinew/system/system.h>

#include <vector>

namespace sinew {

/// Axes that constraints keep parallel: pins, cylinders, and joints that close loops. Their equations are met as well
/// where one axis is turned round, which is another mechanism. So a search for positions adds, for each of them,
///     a = cos(angle between the axes) − 1                                                                 (11.14)
/// which vanishes only where they point the same way, and takes nothing from the solution there.
class Alignment {
public:
    Alignment(const System& system, const State& state);

    int count() const { return static_cast<int>(pairs_.size()); }
    /// a, and its rows: count() x nu, row by row. Those of constraints that take no part are zero.
    void errors(const System& system, const State& state, double* a) const;
    void rows(const System& system, const State& state, double* G) const;

private:
    struct Pair {
        int constraint, A, B;  ///< bodies of the tree
        Vec3 a_M, b_M;         ///< the axes in their joints' frames
    };
    std::vector<Pair> pairs_;
};

}  // namespace sinew
