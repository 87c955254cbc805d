// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace sinew {

/// Takes steps apart: what changes the equations e + G d, and what leaves them alone. With columns of Gᵀ taken by size,
///     Gᵀ P = Q [R; 0]     d = Q [y; z]     G d depends on y only                                      (11.7)
/// so redundant equations do no harm. Memory for the largest size is taken when it is made.
class StepSplit {
public:
    StepSplit(int most_unknowns, int most_equations);

    /// G: equations x unknowns, row by row. Rows that come nearer than `least` times the longest to the span of those
    /// taken before count as redundant.
    void factor(const double* G, int equations, int unknowns, double least);

    int unknowns() const { return n_; }
    int equations() const { return m_; }
    int rank() const { return rank_; }
    int free() const { return n_ - rank_; }
    double longest_row() const { return longest_; }

    /// The step −Gᵀ(GGᵀ + λ)⁻¹ e: for λ = 0 the shortest of those that come nearest to G d = −e (11.8).
    void toward(const double* e, double lambda, double* d);
    /// λ with Gᵀλ nearest to −slope; zero for redundant rows.
    void multipliers(const double* slope, double* lambda);
    /// Z x for the free() directions Z that change no equation; Zᵀ x; and ZᵀHZ, row by row, in H's own place.
    void along(const double* z, double* d);
    void onto(const double* d, double* z);
    void reduce(double* H, double* reduced);

private:
    void apply(bool backwards, double* x) const;

    int n_ = 0, m_ = 0, rank_ = 0;
    double longest_ = 0;
    std::vector<double> A_, tau_, C_, y_, work_;
    std::vector<int> order_;
};

}  // namespace sinew
