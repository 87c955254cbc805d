// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/system/system.h>

#include <string>
#include <vector>

namespace sinew {

/// One equation of a constraint, and its part in something.
struct EquationShare {
    ConstraintId constraint{};
    int equation = 0;  ///< its number within the constraint, from 0
    double share = 0;  ///< the largest of a set has 1
};

/// One speed, and its part in a motion.
struct SpeedShare {
    int speed = 0;  ///< its place in state.u()
    AnyJointId joint{};
    double share = 0;  ///< what it is when the first has 1, in its own unit
};

/// Equations of which each says what the others say already; without one of them the rest are independent. An
/// equation alone is one that nothing movable changes.
struct DependentSet {
    std::vector<EquationShare> equations{};
    std::vector<AnyJointId> driven{};  ///< joints whose given motion takes part
    /// What is left of the errors whatever moves, of positions (m or radians) and of velocities: zero where
    /// they agree.
    double residual = 0, velocity_residual = 0;
};

/// A way to move that the constraints leave open: the first speed by 1, the others with it.
struct FreeDirection {
    std::vector<SpeedShare> speeds{};
};

/// Equations that are hardly independent here: a motion they hardly see.
struct NearSingularity {
    double measure = 0;  ///< how much they see of it: 1 for independent ones, 0 for dependent ones
    std::vector<EquationShare> equations{};
    std::vector<SpeedShare> speeds{};
};

/// What holds, what is doubled and what fights, at one configuration.
struct Diagnosis {
    int speeds = 0;                                 ///< of all joints
    int driven = 0;                                 ///< of these, given by Motions and locks
    int equations = 0;                              ///< of enabled constraints
    int rank = 0;                                   ///< of these, independent
    int mobility = 0;                               ///< net degrees of freedom: speeds − driven − rank
    double position_error = 0, velocity_error = 0;  ///< the largest

    std::vector<DependentSet> redundant{};      ///< sets that agree
    std::vector<DependentSet> contradictory{};  ///< sets that cannot be met together from here
    std::vector<ConstraintId> ineffective{};    ///< constraints that hold nothing here
    std::vector<FreeDirection> free_directions{};
    std::vector<NearSingularity> near_singularities{};

    std::string text{};  ///< all of it for people
};

struct DiagnosisOptions {
    /// Directions closer than this (the sine of an angle, where turns count in radians and shifts in shares of
    /// the model's size) are the same; closer than `near` they are reported as nearly so.
    double dependent = 1e-7, near = 1e-3;
    double tolerance = 1e-8;  ///< residuals above contradict
};

/// Examines the constraints at a State's configuration (11.20). O(m²n) with a large factor: not for every step.
Diagnosis diagnose(const System& system, const State& state, const DiagnosisOptions& options = {});

}  // namespace sinew
