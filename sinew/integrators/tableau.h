// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/integrators/integrator.h>

#include <span>

namespace sinew {

/// The numbers of an explicit Runge-Kutta method (12.11). Stages 0 to stages - 1 make y; stage number `stages` is y'
/// at the end of the step, which the next step begins with; the dense output may need more.
struct Tableau {
    Method method;
    const char* name;
    int order;        ///< of y
    int error_order;  ///< the error estimate shrinks as h to this power plus one
    int stages;
    std::span<const double> c;  ///< times of stages 1, 2, ...
    std::span<const double> a;  ///< rows of stages 1, 2, ... : one number, two numbers, ...
    std::span<const double> b;  ///< weights of y
    /// Weights of the error: of stages, or one more if y' at the end counts.
    std::span<const double> error;
    /// Stages for the dense output alone, with times and rows as above.
    std::span<const double> dense_c{}, dense_a{};
    /// Rows of weights that correct the cubic of the dense output (12.12), of all stages with that of the end.
    int dense_rows = 0;
    std::span<const double> dense{};
    int dense_order = 3;

    bool error_needs_end() const { return error.size() > b.size(); }
    int extra_stages() const { return static_cast<int>(dense_c.size()); }
    /// Columns of dense.
    int all_stages() const { return stages + 1 + extra_stages(); }
};

/// All of them, by rising order.
std::span<const Tableau> tableaus();

}  // namespace sinew
