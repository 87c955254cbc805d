// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/system/system.h>

#include <span>
#include <string>

namespace sinew {

// What holds, how well, and with what force: M u̇ + Gᵀλ = f − f_bias, G u̇ = b (10.10). Arrays hold constraint after
// constraint in the order of the Model, then those that close loops, each with its holonomic, nonholonomic and
// acceleration-only equations as far as they have a meaning at that level; entries of constraints that take no part are
// zero. Nothing here allocates.

/// Takes a constraint out of play in this State, or back in.
void set_enabled(const System& system, State& state, ConstraintId constraint, bool enabled);
bool is_enabled(const System& system, const State& state, ConstraintId constraint);

/// Where the equations of one constraint are in the arrays of each level.
struct EquationRanges {
    EquationCounts counts;
    Range position, velocity, acceleration;  ///< multipliers go with acceleration
};
EquationRanges equations_of(const System& system, ConstraintId constraint);
/// What an equation of a constraint keeps ("turn about x"), by its number within it; empty if it has no word.
std::string equation_name(const System& system, ConstraintId constraint, int equation);
/// Sizes of these arrays: holonomic; these and nonholonomic; all.
EquationCounts equation_counts(const System& system);

/// p(t, q): zero where every holonomic constraint is met.
std::span<const double> position_errors(const System& system, const State& state);
/// ṗ = P u − c, and v(t, q, u).
std::span<const double> velocity_errors(const System& system, const State& state);
/// p̈, v̇ and a, G u̇ − b, under the forces of the model: zero but for rounding, and for constraints that fight.
std::span<const double> acceleration_errors(const System& system, const State& state);
/// The same for u̇ of your own. O(n + m).
void acceleration_errors(const System& system, const State& state, std::span<const double> u_dot,
                         std::span<double> errors);
std::span<const double> position_errors(const System& system, const State& state, ConstraintId constraint);
std::span<const double> velocity_errors(const System& system, const State& state, ConstraintId constraint);
std::span<const double> acceleration_errors(const System& system, const State& state,
                                            ConstraintId constraint);

/// λ under the forces of the model. Where constraints are redundant, the smallest of all that do the same.
std::span<const double> multipliers(const System& system, const State& state);
std::span<const double> multipliers(const System& system, const State& state, ConstraintId constraint);

/// What a constraint applies, −Gᵀλ: on bodies by BodyId (about Bo, expressed in W), and on speeds.
void constraint_forces_of(const System& system, const State& state, ConstraintId constraint,
                          std::span<SpatialForce> F_B_W, std::span<double> f);
/// The force of one constraint, or of all of the Model, on one body. What joints do that close loops is a reaction.
SpatialForce constraint_force_on(const System& system, const State& state, ConstraintId constraint,
                                 BodyId body);
SpatialForce constraint_force_on(const System& system, const State& state, BodyId body);
/// The work per time of what a constraint applies; zero unless it is driven or slides with friction.
double power(const System& system, const State& state, ConstraintId constraint);

/// G v and Gᵀ λ. O(n + m).
void multiply_by_G(const System& system, const State& state, std::span<const double> v,
                   std::span<double> out);
void multiply_by_G_transpose(const System& system, const State& state, std::span<const double> lambda,
                             std::span<double> f);
/// G, all equations by all speeds, row by row; W = G M⁻¹ Gᵀ. O(m n) and O(m² depth).
void constraint_matrix(const System& system, const State& state, std::span<double> G);
void constraint_compliance(const System& system, const State& state, std::span<double> W);
/// How many equations bind independently of one another, and x = W⁺ x. Allocates nothing; O(m² depth) once per State.
int constraint_rank(const System& system, const State& state);
void solve_constraints(const System& system, const State& state, std::span<double> x);

/// Throws StateError unless the system has this constraint.
void check_constraint(const System& system, ConstraintId constraint);

}  // namespace sinew
