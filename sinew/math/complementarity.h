// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

namespace sinew {

/// Linear complementarity: w = M z + q with w ≥ 0, z ≥ 0 and w·z = 0 (17.20), by Lemke's method with lexicographic
/// pivots, which visits no basis twice and so ends on any data. Takes memory as it meets larger problems and keeps it.
class Complementarity {
public:
    enum class Outcome : unsigned char {
        solved,
        ray,      ///< there is no solution, or M is of a kind that the method cannot be sure about
        gave_up,  ///< rounding led it astray: more pivots than any problem of this size has needed
    };
    /// Memory for problems of that size.
    void reserve(int n);
    /// M is n x n by rows. z is what was found, zero unless solved.
    Outcome solve(std::span<const double> M, std::span<const double> q);

    std::span<const double> z() const { return z_; }
    /// How well it holds: the largest of −w, −z and |w z| against the size of q.
    double residual() const { return residual_; }
    int pivots() const { return pivots_; }

private:
    int leaving_row(int entering) const;
    void pivot(int row, int entering);
    void find_residual(std::span<const double> M, std::span<const double> q);
    double& at(int i, int j) {
        return table_[static_cast<std::size_t>(i) * static_cast<std::size_t>(columns_) +
                      static_cast<std::size_t>(j)];
    }
    double at(int i, int j) const {
        return table_[static_cast<std::size_t>(i) * static_cast<std::size_t>(columns_) +
                      static_cast<std::size_t>(j)];
    }

    int n_ = 0, columns_ = 0, pivots_ = 0;
    double residual_ = 0;
    std::vector<double> table_, z_;  ///< columns: w, z, the artificial variable, q
    std::vector<int> basis_;         ///< by row
};

}  // namespace sinew
