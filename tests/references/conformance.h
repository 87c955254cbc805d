// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tests/references/case_model.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

namespace sinew::testing {

constexpr double accuracy_of_peer = 1e-10;  ///< at which other engines were run

/// Holds results against what a case expects and remembers the one that came nearest to its tolerance.
class Account {
public:
    void compare(const Check& check, std::span<const double> found) {
        CAPTURE(check.quantity);
        REQUIRE(found.size() == check.value.size());
        for (std::size_t i = 0; i < found.size(); ++i) {
            CAPTURE(i);
            at_most(std::abs(found[i] - check.value[i]), check.tolerance(check.value[i]));
        }
    }
    void compare(const Check& check, double found) { compare(check, std::span(&found, 1)); }
    void compare(const Check& check, const Vec3& found) {
        compare(check, std::array{found.x, found.y, found.z});
    }
    /// Of a check whose value is a bound.
    void at_most(const Check& check, double error) {
        CAPTURE(check.quantity);
        at_most(error, check.value.at(0));
    }
    void at_most(double error, double tolerance) {
        CHECK(error <= tolerance);
        if (results_++ == 0 || !(error * tolerance_ <= error_ * tolerance))
            error_ = error, tolerance_ = tolerance;
    }

    int results() const { return results_; }
    double error() const { return error_; }
    double tolerance() const { return tolerance_; }

private:
    int results_ = 0;
    double error_ = 0, tolerance_ = 0;
};

/// The largest difference of two lists.
inline double largest_of(std::span<const double> found, const std::vector<double>& expected) {
    REQUIRE(found.size() == expected.size());
    double largest = 0;
    for (std::size_t i = 0; i < expected.size(); ++i)
        largest = std::max(largest, std::abs(found[i] - expected[i]));
    return largest;
}

// One function per case or kind of case, in the file of its subject.

// conformance_instants.cpp
void pendulum_tension(const Case& c, Account& account);
void initial_speed_of_conical_pendulum(const Case& c, Account& account);
void accelerations_of_cart_and_pole(const Case& c, Account& account);
void start_of_furuta(const Case& c, Account& account);
void constants_of_euler_top(const Case& c, Account& account);
void constants_of_free_tree(const Case& c, Account& account);
void energy_of_tree(const Case& c, Account& account);
void all_operators(const Case& c, Account& account);

// conformance_rigid.cpp
void balls_that_meet(const Case& c, Account& account);
void block_on_a_slope(const Case& c, Account& account);
void ball_that_slides(const Case& c, Account& account);
void slips_down(const Case& c, Account& account);

// conformance_held.cpp
void masses_on_a_string(const Case& c, Account& account);
void start_of_slider_crank(const Case& c, Account& account);
void start_of_squeezer(const Case& c, Account& account);
void hanging_chain(const Case& c, Account& account);
void ball_on_turntable(const Case& c, Account& account);
void disk_in_a_circle(const Case& c, Account& account);
void rolling_down(const Case& c, Account& account);
void ladder_leaves_the_wall(const Case& c, Account& account);
void balls_in_a_row(const Case& c, Account& account);

// conformance_held_runs.cpp
void run_of_slider_crank(const Case& c, Account& account);
void run_of_squeezer(const Case& c, Account& account);

// conformance_redundant.cpp
void back_by_projection(const Case& c, Account& account);
void said_twice(const Case& c, Account& account);

// conformance_runs.cpp
void run_of_coordinates(const Case& c, Account& account);
void run_of_furuta(const Case& c, Account& account);
void run_of_tree(const Case& c, Account& account);
void run_of_free_tree(const Case& c, Account& account);
void run_of_euler_top(const Case& c, Account& account);
void run_of_projectile(const Case& c, Account& account);
void run_of_heavy_top(const Case& c, Account& account);
void run_of_spherical_pendulum(const Case& c, Account& account);
void run_of_conical_pendulum(const Case& c, Account& account);
void run_of_foucault(const Case& c, Account& account);
void reports_of_all_kinds(const Case& c, Account& account);
void runs_twice(const Case& c, Account& account);
void runs_resumed(const Case& c, Account& account);
void run_at_late_time(const Case& c, Account& account);

// conformance_events.cpp
void pendulum_periods(const Case& c, Account& account);
void whirling_pendulum(const Case& c, Account& account);
void flipping_nut(const Case& c, Account& account);
void bounces(const Case& c, Account& account);
void roots_of_witnesses(const Case& c, Account& account);

// conformance_contact.cpp
void steel_ball_on_steel(const Case& c, Account& account);
void ball_with_dissipation(const Case& c, Account& account);

// conformance_integrators.cpp
void energy_after_fixed_steps(const Case& c, Account& account);
void ellipse_of_oscillator(const Case& c, Account& account);
void orders_of_methods(const Case& c, Account& account);
void knob_of_accuracy(const Case& c, Account& account);

// conformance_modes.cpp
void frequencies(const Case& c, Account& account);

// conformance_identities.cpp
void mass_matrix_times_inverse(const Case& c, Account& account);
void jacobian_against_transpose(const Case& c, Account& account);
void jacobian_against_differences(const Case& c, Account& account);
void energy_and_momentum_two_ways(const Case& c, Account& account);

// conformance_repeats.cpp
void operators_twice(const Case& c, Account& account);
void threads(const Case& c, Account& account);

// conformance_files.cpp
void file_of_urdf(const Case& c, Account& account);
void file_of_mjcf(const Case& c, Account& account);
void files_there_and_back(const Case& c, Account& account);
void files_in_other_languages(const Case& c, Account& account);

// conformance_changes.cpp
void other_root(const Case& c, Account& account);
void reversed_joints(const Case& c, Account& account);
void turned_world(const Case& c, Account& account);
void other_units(const Case& c, Account& account);
void faster_time(const Case& c, Account& account);
void angles_for_quaternions(const Case& c, Account& account);
void other_order(const Case& c, Account& account);
void weld_for_held_joint(const Case& c, Account& account);
void forces_back_from_motion(const Case& c, Account& account);

// conformance_loops.cpp
void driven_four_bar(const Case& c, Account& account);
void limits_of_four_bar(const Case& c, Account& account);
void driven_slider_crank(const Case& c, Account& account);

// conformance_extremes.cpp
void chain_of_1000(const Case& c, Account& account);
void star_of_10000(const Case& c, Account& account);
void mass_ratios(const Case& c, Account& account);
void nothing_moves(const Case& c, Account& account);
void hits_a_stop(const Case& c, Account& account);

}  // namespace sinew::testing
