// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/system/project.h>

namespace sinew {

/// How exactly a run keeps its constraints (11.52): what projections aim at, and what they may leave where no better
/// can be had.
struct RunTolerance {
    double wanted = 1e-10, enough = 1e-9;

    /// A tenth of the accuracy, unless another is asked for.
    static RunTolerance of(double accuracy, double asked = 0) {
        const double least = 1e-13, tenth = 0.1 * accuracy;
        const double wanted = asked > 0 ? asked : tenth > least ? tenth : least;
        return {wanted, wanted > accuracy ? wanted : accuracy};
    }
    bool accepts(const Projection& account) const { return account.converged || account.error <= enough; }
    /// In the units that runs have unless told otherwise.
    ProjectionOptions options() const { return {.relative_speeds = true, .tolerance = wanted}; }
};

/// How far a start may be off its constraints, unless told otherwise.
inline constexpr double start_may_move = 0.1;

/// Brings a State to where a run of some accuracy begins: given coordinates, constraints, given speeds, constraints of
/// speeds. Throws StateError where there is no way, or too long a one.
void bring_to_start(const System& system, Projector& projector, State& state, double accuracy);

}  // namespace sinew
