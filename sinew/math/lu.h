// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

namespace sinew {

/// A x = b for a square matrix of full rank, rows exchanged so that each pivot is the largest of its column (2.80).
/// Memory is taken when it is made.
class Lu {
public:
    Lu() = default;
    explicit Lu(int n);

    /// A: n x n, row by row. False if a column has no pivot that is a number other than zero.
    bool factor(std::span<const double> A);
    /// b becomes x.
    void solve(std::span<double> b);

private:
    int n_ = 0;
    std::vector<double> A_, x_;
    std::vector<int> order_;
};

}  // namespace sinew
