// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/studies/alignment.h>
#include <sinew/studies/goal_set.h>
#include <sinew/studies/step_split.h>

#include <cstdint>

namespace sinew {

/// What a search for positions obeys.
struct SearchOptions {
    double tolerance = 1e-10;  ///< largest error of a constraint that counts as met
    double accuracy =
        1e-9;  ///< goals have settled when steps are shorter: radians, or shares of the model's size
    int max_iterations = 100;  ///< of each part of the search
};

enum class SearchEnd : std::uint8_t { done, stuck, out_of_iterations };

/// Looks for coordinates that meet every holonomic constraint and, among these, come nearest to goals (11.1). Steps are
/// taken in speeds, Δq = N Δu, so that quaternions need no care but their length. Driven joints keep their coordinates.
/// All memory is taken when it is made; searches take none.
class Search {
public:
    /// For States that drive the same joints as this one, with the same parameters and options. `kept` names joints
    /// that stay as they are, as driven ones do.
    Search(const System& system, const State& state, GoalSet goals, std::span<const CoordinateBounds> bounds,
           std::span<const AnyJointId> kept, const SearchOptions& options);

    GoalSet goals;

    /// Comes near to goals and constraints together, the latter not exactly (11.12): from far away.
    SearchEnd approach(State& state);
    /// Goes where the constraints are met, by short ways, whatever the goals (11.9).
    SearchEnd restore(State& state);
    /// Goes along the constraints to where the goals are met best (11.10).
    SearchEnd settle(State& state);

    /// Moves every free coordinate by up to `amplitude` units, within bounds; the same for the same seed.
    void perturb(State& state, double amplitude, std::uint64_t seed);
    /// Puts coordinates within their bounds.
    void clip(State& state);

    /// The largest error of a constraint; infinite where one is undefined.
    double largest_error(const State& state) const;
    /// The slope of the goals along the constraints and away from bounds, as a share of what it is without them.
    double stationarity(State& state);

    int iterations() const { return iterations_; }
    void count_from_zero() { iterations_ = 0; }
    int free_speeds() const { return static_cast<int>(speeds_.size()); }
    std::span<const int> speeds() const { return speeds_; }  ///< those that are free
    std::span<const double> unit() const { return unit_; }   ///< per speed: what counts as a step of one
    /// Per coordinate: what counts as a change of one.
    std::span<const double> q_unit() const { return q_unit_; }

private:
    struct Bounded {
        PlacedCoordinate place;
        double low, high;
        signed char held = 0;  ///< −1 at low, 1 at high
        int released = 0;
    };

    void find_units(const State& state);
    double error_norm(const State& state) const;
    /// The same with the axes that must point one way, and whether they do.
    double aligned_norm(const State& state);
    bool is_aligned(const State& state);
    void equations(const State& state, bool aligned);
    void quadratic(const State& state);
    void take_columns(bool with_goals);
    void slope_of_errors();
    void hold_pushed(const State& state, const double* slope);
    bool release_one(const double* slope);
    Bounded* first_met(const State& state, double* share);
    void move(State& state, const double* step, double share);
    void correct(State& state);
    void keep_q(const State& state);

    // Along the constraints.
    enum class Try : std::uint8_t { moved, settled, met_bound, too_long, bottomless };
    void lagrangian_slope(double* out) const;
    void learn_curvature();
    void forget_curvature();
    void face();
    bool damped_step(double* promised);
    Try try_step(State& state);

    const System& system_;
    SearchOptions options_;
    Alignment alignment_;
    StepSplit split_;
    int holonomic_ = 0;
    std::vector<int> rows_;         ///< of G that are holonomic, then those that align axes
    std::vector<int> speeds_;       ///< free ones
    std::vector<int> columns_;      ///< free ones that are not held at a bound
    std::vector<int> quaternions_;  ///< where they begin in q
    std::vector<double> unit_, q_unit_;
    std::vector<Bounded> bounds_;
    int iterations_ = 0;
    double value_ = 0, error_ = 0, penalty_ = 0, damping_ = 0, stiffest_ = 1;
    bool learned_ = false, plain_ = false;

    // Work space. Names with `all` are per speed, others per column, in units.
    std::vector<double> G_all_, slope_all_, curvature_all_, e_, G_, slope_, H_, reduced_, factor_, z_, gz_,
        normal_, step_, lambda_, u_, q_, q_kept_, q_dot_, work_, B_, s_, slope_before_, alignment_errors_,
        bending_all_;
};

}  // namespace sinew
