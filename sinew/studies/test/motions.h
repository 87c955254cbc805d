// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/system/system.h>

#include <string>
#include <vector>

namespace sinew::testing {

/// A mechanism that moves, from a start on its constraints, for a time in which small errors stay small.
struct Moving {
    std::string name;
    System system;
    State start;
    double seconds;
    bool constrained = false, stiff = false;
};

/// Eight of them: open and closed, driven, free, stiff. All smooth.
std::vector<Moving> eight_motions();

/// Where each body's origin and a point beside it are.
std::vector<double> places(const System& system, const State& state);

/// The largest difference.
double farthest(const std::vector<double>& a, const std::vector<double>& b);

/// Largest weighted error of positions and velocities, a tenth of a second being the characteristic time.
double constraint_error(const System& system, const State& state);

}  // namespace sinew::testing
