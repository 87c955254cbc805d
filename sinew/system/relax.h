// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/system/system.h>

namespace sinew {

/// The account of one relaxation.
struct Relaxation {
    bool converged = true;
    FastId failed{};     ///< the first that did not settle; those after it were not asked
    int iterations = 0;  ///< of all together
    double error = 0;    ///< the largest that was left
};

/// Lets all fast variables of a State settle: those of the stages time, position, velocity, force and acceleration in
/// that order, each found from what comes before. Whoever moves time, coordinates or speeds calls it after project().
/// Allocates nothing unless a Relaxer does.
Relaxation relax(const System& system, State& state, double tolerance = 1e-10);

}  // namespace sinew
