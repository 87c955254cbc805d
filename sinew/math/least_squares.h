// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace sinew {

/// A x = b with A of any shape and rank: of all x with the least |A x − b| the shortest. A is taken apart from
/// both sides by reflections, never squared; rows are taken by what is left of them, the longest first:
///     Aᵀ P = Q [R; 0]     Rᵀ = S [T; 0]     A⁺ = Q T⁻¹ Sᵀ Pᵀ                                          (2.70)
/// Memory for the largest size is taken when it is made.
class LeastSquares {
public:
    LeastSquares() = default;
    LeastSquares(int most_equations, int most_unknowns);

    /// A: equations x unknowns, row by row. Rows of which less than `least` times the longest is left depend on
    /// those taken before.
    void factor(const double* A, int equations, int unknowns, double least);

    int equations() const { return m_; }
    int unknowns() const { return n_; }
    int rank() const { return rank_; }

    /// x = A⁺ b; x and b are different arrays.
    void solve(const double* b, double* x);
    /// x = x − A⁺A x: what of it no equation sees.
    void remove_seen(double* x) const;

private:
    int m_ = 0, n_ = 0, rank_ = 0;
    std::vector<double> A_, tau_, S_, sigma_, y_;
    std::vector<int> order_;
};

}  // namespace sinew
