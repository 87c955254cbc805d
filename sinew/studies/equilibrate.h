// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/system/system.h>

#include <string>
#include <vector>

namespace sinew {

enum class Stability : unsigned char { unstable, neutral, stable };
const char* name_of(Stability stability);

struct EquilibriumOptions {
    /// Downhill: whatever the start, to where the forces let it come to rest. Else to the nearest place where
    /// forces balance, were it on the top of a hill.
    bool downhill = true;
    double accuracy =
        1e-10;  ///< settled where the force that is left would move the stiffest part by less (m, radians)
    double tolerance = 1e-11;  ///< largest error of a constraint's position
    int max_iterations = 500;
};

/// A place to rest, and what is to be known of it. No such place is no exception: look at `converged`.
struct Equilibrium {
    State state;  ///< at rest
    bool converged = false;
    int iterations = 0;
    double unbalanced = 0;  ///< the largest force on a speed that neither constraints nor motors take
    std::string unbalanced_speed{};
    double constraint_error = 0;
    double energy = 0;                  ///< potential
    std::vector<double> multipliers{};  ///< constraints apply −Gᵀ of these; the smallest of all that balance
    std::vector<double> motor_forces{};  ///< what joints whose motion is given must apply
    std::vector<double> stiffness{};     ///< of the motions that constraints leave open, ascending (11.32)
    Stability stability = Stability::neutral;
    std::string summary{};  ///< a line for people
};

/// Where the system stays if put at rest: forces of the model (at u = 0, this time and these z), constraints
/// and motors balance (11.30). Joints whose motion is given stay where they are.
Equilibrium equilibrate(const System& system, const State& start, const EquilibriumOptions& options = {});

}  // namespace sinew
