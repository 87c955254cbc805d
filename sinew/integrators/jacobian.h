// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/integrators/problem.h>

#include <vector>

namespace sinew {

/// dy'/dy and dy'/dt of a problem by its own word or by differences of its rates (12.32). Memory is taken when it is
/// made.
class Differences {
public:
    Differences() = default;
    explicit Differences(int n);

    /// J row by row at (t, y), where y' is f. Differences of both sides cost twice the rates and have a third more
    /// digits. False where the problem has no rates nearby. Adds the rates asked for to `evaluations`.
    bool jacobian(Problem& problem, double t, std::span<const double> y, std::span<const double> f,
                  bool both_sides, std::span<double> J, long& evaluations);
    /// dy'/dt, with what time prescribes in y.
    bool time_derivative(Problem& problem, double t, std::span<const double> y, std::span<const double> f,
                         bool both_sides, std::span<double> f_t, long& evaluations);

private:
    bool ask(Problem& problem, double t, std::span<const double> y, int component, double delta,
             std::vector<double>& f, long& evaluations);
    std::vector<double> y_, f_plus_, f_minus_;
};

}  // namespace sinew
