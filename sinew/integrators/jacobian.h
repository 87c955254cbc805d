// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/integrators/problem.h>

#include <vector>

namespace sinew {

/// dy'/dy and dy'/dt of a problem by its own word or by differences of its rates (12.32). Components that no rate
/// shares are changed at once (12.33). Memory is taken when it is made.
class Differences {
public:
    Differences() = default;
    explicit Differences(const Problem& problem);

    /// J row by row at (t, y), where y' is f. Differences of both sides cost twice the rates and have a third more
    /// digits. False where the problem has no rates nearby. Adds the rates asked for to `evaluations`.
    bool jacobian(Problem& problem, double t, std::span<const double> y, std::span<const double> f,
                  bool both_sides, std::span<double> J, long& evaluations);
    /// dy'/dt, with what time prescribes in y.
    bool time_derivative(Problem& problem, double t, std::span<const double> y, std::span<const double> f,
                         bool both_sides, std::span<double> f_t, long& evaluations);

    /// How many rates J takes by differences of one side.
    int groups() const { return static_cast<int>(group_end_.size()); }

private:
    /// Components that are changed together, each by a share of its own size.
    using Group = std::span<const int>;
    bool ask(Problem& problem, double t, std::span<const double> y, Group group, double share,
             std::vector<double>& f, long& evaluations);
    Group group(std::size_t k) const;
    void move(std::span<const double> y, Group group, double share, double* moved) const;
    bool ask_many(Problem& problem, double t, std::span<const double> y, std::size_t first, std::size_t count,
                  bool both_sides, long& evaluations);
    /// The columns of all groups, of many at a time where the problem finds their rates together.
    bool fill(Problem& problem, double t, std::span<const double> y, std::span<const double> f,
              bool both_sides, std::span<double> J, long& evaluations);
    /// The columns of one group, on the other side or one by one where there are no rates.
    bool fill_one(Problem& problem, double t, std::span<const double> y, std::span<const double> f,
                  Group group, bool both_sides, std::span<double> J, long& evaluations);
    /// The columns of J that a group has, from two sets of rates.
    void put(std::span<const double> y, Group group, double share, std::span<const double> from,
             std::span<const double> to, bool both_sides, std::span<double> J) const;
    bool exact_speeds(Problem& problem, double t, std::span<const double> y, std::span<double> J);

    std::vector<double> y_, f_plus_, f_minus_;
    std::vector<double> many_y_, many_f_;   ///< rates asked for at once
    std::vector<int> columns_, group_end_;  ///< group after group
    std::vector<int> rows_, rows_end_;      ///< column after column
    std::vector<int> speeds_, speeds_end_;  ///< columns of u, grouped by the rows of q alone
    Parts parts_;
};

}  // namespace sinew
