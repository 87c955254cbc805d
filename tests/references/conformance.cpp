// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0

// Every case of conformance.json is either run here or listed with what it waits for.

#include <tests/references/conformance.h>

#include <fmt/core.h>

#include <algorithm>

namespace sinew::testing {

namespace {

struct Entry {
    const char* id;
    void (*run)(const Case&, Account&);  ///< null if nothing of it can be run yet
    const char* waits_for;               ///< what the case, or the rest of it, needs; null if nothing
};

constexpr Entry entries[] = {
    {"pend-tension", pendulum_tension, nullptr},  // with the speeds that energy gives
    {"chain-modes-2", frequencies, nullptr},
    {"chain-modes-3", frequencies, nullptr},
    {"chain-modes-5", frequencies, nullptr},
    {"coupled-masses", frequencies, nullptr},
    {"cart-pole-accel", accelerations_of_cart_and_pole, nullptr},
    {"conical-pendulum", run_of_conical_pendulum, nullptr},
    {"furuta", run_of_furuta, nullptr},
    {"euler-top", run_of_euler_top, nullptr},
    {"conserve-tree", run_of_free_tree, nullptr},
    {"run-tree-pins-6", run_of_tree, nullptr},
    {"tree-pins-6", all_operators, nullptr},
    {"tree-mixed-7", all_operators, nullptr},
    {"id-minv", mass_matrix_times_inverse, nullptr},
    {"id-jt-duality", jacobian_against_transpose, nullptr},
    {"id-j-finite-difference", jacobian_against_differences, nullptr},
    {"id-energy-momentum", energy_and_momentum_two_ways, nullptr},
    {"id-stateless", operators_twice, nullptr},
    {"det-threads", threads, nullptr},

    // What these change may change nothing: at an instant, and along a motion.
    {"meta-reroot", other_root, nullptr},
    {"meta-reverse-joint", reversed_joints, nullptr},
    {"meta-rotate-world", turned_world, nullptr},
    {"meta-scale-units", other_units, nullptr},
    {"meta-scale-time", faster_time, nullptr},
    {"meta-quat-euler", angles_for_quaternions, nullptr},
    {"meta-order", other_order, nullptr},
    {"meta-locked-joint", weld_for_held_joint, nullptr},
    {"meta-inverse-forward", forces_back_from_motion, nullptr},

    {"rob-chain-1000", chain_of_1000, nullptr},
    {"rob-star-10000", star_of_10000, nullptr},
    {"rob-mass-ratio", mass_ratios, nullptr},
    {"rob-zero-dof", nothing_moves, nullptr},

    {"pend-period", pendulum_periods, nullptr},
    {"pend-theta-t", run_of_coordinates, nullptr},
    {"pend-whirl", whirling_pendulum, nullptr},
    {"dzhanibekov", flipping_nut, nullptr},
    {"projectile", run_of_projectile, nullptr},
    {"msd-under", run_of_coordinates, nullptr},
    {"msd-critical", run_of_coordinates, nullptr},
    {"msd-over", run_of_coordinates, nullptr},
    {"heavy-top-cusp", run_of_heavy_top, nullptr},
    {"spherical-pendulum", run_of_spherical_pendulum, nullptr},
    {"double-pendulum", run_of_coordinates, nullptr},
    {"foucault", run_of_foucault, nullptr},
    {"andrews-squeezer", run_of_squeezer, nullptr},
    {"turntable-ball", ball_on_turntable, nullptr},
    {"rolling-disk-steady", disk_in_a_circle, nullptr},
    {"catenary-10", hanging_chain, nullptr},
    {"four-bar-kinematics", driven_four_bar, nullptr},
    {"four-bar-limits", limits_of_four_bar, nullptr},
    {"slider-crank-kinematics", driven_slider_crank, nullptr},
    {"slider-crank-dynamics", run_of_slider_crank, nullptr},
    {"atwood", masses_on_a_string, nullptr},
    {"meta-redundant", said_twice, nullptr},
    {"id-projection", back_by_projection, nullptr},
    {"bounce-times", bounces, nullptr},
    {"event-roots", roots_of_witnesses, nullptr},
    {"hertz-impact", steel_ball_on_steel, nullptr},
    {"hunt-crossley", ball_with_dissipation, nullptr},
    {"newton-cradle-rigid", balls_that_meet, nullptr},
    {"incline-stiction", block_on_a_slope, nullptr},
    {"incline-rolling", slips_down, nullptr},
    {"billiard-slide-roll", ball_that_slides, nullptr},
    {"ladder", ladder_leaves_the_wall, nullptr},
    {"integrator-fingerprint", energy_after_fixed_steps, nullptr},
    {"symplectic-oscillator", ellipse_of_oscillator, nullptr},
    {"convergence-order", orders_of_methods, nullptr},
    {"accuracy-knob", knob_of_accuracy, nullptr},
    {"id-complex-step", nullptr, "derivatives of inverse dynamics"},
    {"fmt-urdf", file_of_urdf, nullptr},
    {"fmt-mjcf", file_of_mjcf, nullptr},
    {"fmt-roundtrip", files_there_and_back, nullptr},
    {"meta-report-interval", reports_of_all_kinds, nullptr},
    {"det-same-machine", runs_twice, "files of two processes"},
    {"det-resume", runs_resumed, "a new process; recordings are tested in formats"},
    {"det-locale", files_in_other_languages, nullptr},
    {"det-build", nullptr, "results of two builds side by side"},
    {"rob-huge-time", run_at_late_time, nullptr},
    {"rob-stop-hit", hits_a_stop, nullptr},
};

const Entry* entry(const std::string& id) {
    const auto found =
        std::find_if(std::begin(entries), std::end(entries), [&](const Entry& e) { return e.id == id; });
    return found == std::end(entries) ? nullptr : found;
}

/// Cases that go on for so long that sanitizers leave them out.
bool is_long(const Case& c) { return c.id == "symplectic-oscillator" || c.id == "accuracy-knob"; }

}  // namespace

TEST_CASE("every case of conformance.json is run or waits for something that is named") {
    for (const Case& c : conformance_cases()) {
        CAPTURE(c.id);
        const Entry* e = entry(c.id);
        REQUIRE(e != nullptr);
        CHECK((e->run != nullptr || e->waits_for != nullptr));
    }
    for (const Entry& e : entries) CHECK_NOTHROW(static_cast<void>(conformance_case(e.id)));
    CHECK(std::size(entries) == conformance_cases().size());
}

TEST_CASE("the cases of conformance.json hold within their tolerances") {
    for (const Case& c : conformance_cases()) {
        const Entry* e = entry(c.id);
        if (!e || !e->run) continue;
        SUBCASE((c.id + (is_long(c) ? " (long)" : "")).c_str()) {
            Account account;
            e->run(c, account);
            CHECK(account.results() > 0);
            fmt::print("{:24} {:8} results, at worst {:9.2e} of {:8.2e}{}{}\n", c.id, account.results(),
                       account.error(), account.tolerance(), e->waits_for ? "; the rest waits for " : "",
                       e->waits_for ? e->waits_for : "");
        }
    }
}

}  // namespace sinew::testing
