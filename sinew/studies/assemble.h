// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/studies/error.h>
#include <sinew/studies/goals.h>
#include <sinew/system/system.h>

namespace sinew {

/// How an assembly is to be made. Joints that a Motion or a lock of the State gives keep what is given.
struct AssemblyOptions {
    Goals goals{};                           ///< where to be, as far as constraints leave room
    std::vector<CoordinateBounds> bounds{};  ///< never left
    std::vector<AnyJointId> kept{};          ///< joints to be left as they are, beside those driven or locked
    /// How much it matters to stay where the State was: the weight of a goal for all joints together, turns in
    /// radians and shifts in shares of the model's size. Negative: 1 without goals, so that the nearest configuration
    /// is found; else 0.
    double stay = -1;
    double tolerance = 1e-10;  ///< largest error of a constraint that counts as met, of position or velocity
    double accuracy = 1e-8;    ///< goals count as settled when steps are shorter than this
    int max_iterations = 100;  ///< of each part of each attempt
    int attempts = 30;         ///< starts from elsewhere when there is no way on, the same every time
    bool velocities = true;    ///< afterwards change u as little as it takes to meet the constraints, too
};

/// A constraint and its largest error: of position (m, or radians), or of velocity.
struct ConstraintError {
    ConstraintId constraint{};
    std::string name{};
    double error = 0;
};

/// A goal and by how much it is missed (m, radians, or what its coordinate counts).
struct GoalMiss {
    std::string name{};
    double miss = 0;
};

/// What came of it. Constraints that can not all be met are no exception: look at `converged` and `unmet`.
struct Assembly {
    State state;             ///< as near as it came
    bool converged = false;  ///< every constraint is met, and the goals have settled
    bool assembled = false;  ///< every holonomic constraint is met
    bool settled = false;    ///< the goals are as near as they come (on this branch)
    bool velocities_met = false;
    int iterations = 0;
    int attempts = 0;  ///< starts it took
    double error = 0;  ///< largest of a constraint's position
    double velocity_error = 0;
    double goal = 0;  ///< ½ Σ weight · miss²
    std::vector<ConstraintError>
        errors{};  ///< every constraint with holonomic equations, in the order of the Model
    std::vector<ConstraintError> unmet{};  ///< those above the tolerance, the largest first
    std::vector<ConstraintError> unmet_velocities{};
    std::vector<GoalMiss> misses{};  ///< stations, orientations, coordinates, as they were given
    std::string summary{};           ///< a paragraph for people
};

/// Coordinates that meet every holonomic constraint and come as near to the goals as these allow (11.1); then speeds
/// that meet the constraints and differ as little as possible from the start's (11.13). Throws StudyError for goals or
/// bounds that make no sense.
Assembly assemble(const System& system, const State& start, const AssemblyOptions& options = {});

/// The second part alone: changes u. Returns the largest error that is left.
double assemble_velocities(const System& system, State& state, const AssemblyOptions& options = {});

}  // namespace sinew
