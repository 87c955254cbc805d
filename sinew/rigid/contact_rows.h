// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/system/friction.h>
#include <sinew/system/one_way.h>

#include <span>
#include <vector>

namespace sinew {

/// How many conditions memory is taken for at once; where more touch, it grows.
inline constexpr std::size_t usual = 16;

/// Δu = M_ff⁻¹ f; zero where motion is given.
void free_response(const System& system, const State& state, std::span<const double> f, std::span<double> du);

/// Conditions that touch at an instant, and how they act on one another with all that holds both ways obeyed:
///     y = A p + b     A = R M_c⁻¹ Rᵀ                                                                  (17.2)
/// R has one row for the gap of each condition and, where it may rub, two for its slip; p are forces (b: accelerations)
/// or impulses (b: velocities) along them. Takes memory as it meets more conditions and keeps it.
class ContactRows {
public:
    explicit ContactRows(const System& system);

    struct Member {
        int condition, constraint;
        int row, rows;  ///< first of its rows, and how many: 1 or 3
        OneWayNumbers numbers;
        double gap;
        Touch before;
        bool of_speeds;  ///< a ratchet: its gap is a speed
        bool bounded;    ///< it gives way: its row is its equation, its force no larger than a limit
        double limit;
        bool rubs() const { return rows == 3; }
    };

    /// Takes up the conditions that touch: closed, or no further apart than `within`. Conditions are compared with
    /// the level they opened at. What gives way always takes part, after all others.
    void gather(const State& state, double within);
    std::span<const Member> members() const { return members_; }
    int size() const { return size_; }  ///< of rows
    /// Without those that give way: impulses are theirs alone.
    std::span<const Member> touching() const { return {members_.data(), touching_}; }
    int touching_size() const { return touching_size_; }

    std::span<const double> A() const { return A_; }
    /// Velocities of all rows in the State.
    void velocities(const State& state, std::span<double> v) const;
    /// Accelerations of all rows while no condition acts.
    void free_accelerations(const State& state, std::span<double> a);
    /// Adds the change that impulses p bring about to speeds.
    void add_response(std::span<const double> p, std::span<double> u) const;

private:
    void find_rows(const State& state);
    void respond(std::span<double> f, std::span<double> du);
    const State& apart(const State& state);

    const System system_;
    State base_;  ///< with all conditions apart
    bool base_is_current_ = false;
    std::vector<Member> members_;
    std::size_t touching_ = 0;
    int size_ = 0, touching_size_ = 0;
    std::vector<double> R_, X_, A_;  ///< rows of generalised forces, their responses, and products
    std::vector<double> f_, Gt_, lambda_, coefficients_;
    std::vector<SpatialForce> F_, z_, rows_;
};

}  // namespace sinew
