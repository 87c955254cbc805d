// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/math/complementarity.h>

#include <span>
#include <vector>

namespace sinew {

/// Forces p of contacts with y = A p + b that push apart or are zero, and rub within Coulomb's cones (17.3):
///     0 ≤ y_n ⟂ N ≥ 0,   |f| ≤ μ (N + N₀),   f = −μ (N + N₀) y_t/|y_t| where y_t ≠ 0
/// Each contact has a row for y_n and, where it may rub, two for y_t. Solved with a pyramid of four sides in place of
/// each cone, as a complementarity problem, and anew with the pyramid turned until one edge lies where the cone's
/// force does: then it is the cone's own solution (17.23). Where that does not come to rest, Newton's method goes on
/// from there (17.25); and where that does not, as among contacts that depend on one another, softened problems lead to
/// it (17.26). Keeps its memory.
class ConeProblem {
public:
    struct Contact {
        int row = 0;
        enum class Kind : unsigned char {
            smooth,     ///< N alone
            undecided,  ///< sticks, or slides as the cone says
            slides,     ///< f = −μ N d with d known
            bounded,  ///< one row with a force of either sign, no larger than N₀: 0 where y ≠ 0 is not, else ∓N₀
        } kind = Kind::smooth;
        double mu = 0;
        double direction[2] = {1, 0};  ///< d; of undecided ones the edge of the pyramid, a first guess
        double pushed = 0;             ///< N₀: a normal force besides N, which b has already
        int rows() const { return kind == Kind::undecided || kind == Kind::slides ? 3 : 1; }
    };

    /// Memory for that many contacts that rub.
    void reserve(int contacts);
    /// False where there is no solution, or none was found.
    bool solve(std::span<const double> A, std::span<const double> b, std::span<Contact> contacts);

    std::span<const double> p() const { return p_; }  ///< without N₀
    std::span<const double> y() const { return y_; }
    /// By how much the worst equation of (17.25) is off, against the size of b.
    double residual() const { return residual_; }
    int pivots() const { return pivots_; }

private:
    using Contacts = std::span<const Contact>;
    bool solve_pyramids(std::span<const double> A, std::span<const double> b, Contacts contacts);
    bool turn(std::span<const double> A, std::span<Contact> contacts, double share);
    bool solve_and_turn(std::span<const double> A, std::span<const double> b, std::span<Contact> contacts);
    double natural_map(std::span<const double> A, Contacts contacts, double* F, double* J) const;
    double go_on(std::span<const double> A, std::span<const double> b, Contacts contacts);
    void polish(std::span<const double> A, std::span<const double> b, Contacts contacts);
    void sweep(std::span<const double> A, std::span<const double> b, Contacts contacts);
    void soften(std::span<const double> A, std::span<const double> b, Contacts contacts, double by);
    void harden(std::span<const double> A, std::span<const double> b, Contacts contacts);
    void settle(std::span<const double> A, std::span<const double> b, Contacts contacts);
    void into_cones(Contacts contacts);
    void respond(std::span<const double> A, std::span<const double> b);
    void find_residual(std::span<const double> A, Contacts contacts);
    /// A of a row on itself, or one where nothing moves it.
    double own_of(std::span<const double> A, std::size_t row) const {
        const double own = A[row * (p_.size() + 1)];
        return own > 0 ? own : 1;
    }
    static constexpr double settled = 1e-9;   ///< a residual that needs no more work
    static constexpr double bearable = 1e-4;  ///< one that is no solution

    Complementarity lemke_;
    std::vector<double> M_, q_, columns_, scale_, p_, y_, kept_, best_, F_, J_, step_;
    std::vector<double> before_, soft_A_, soft_b_;
    double residual_ = 0, size_ = 0;
    int pivots_ = 0;
};

}  // namespace sinew
