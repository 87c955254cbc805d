// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/system/system.h>

#include <span>
#include <vector>

namespace sinew {

/// ∮ p·dq along a closed curve of States, evenly spaced in its parameter and smooth: the area it spans in phase space,
/// Poincaré's integral invariant. A motion without friction carries every such curve to one of the same area; so
/// does a method that is symplectic, and no other (11.80). By trigonometric interpolation: a few dozen States of a
/// small smooth curve give all digits. Allocates.
double phase_area(const System& system, std::span<const State> loop);

/// A small ellipse in phase space around a State: n States, q moved along speeds a and u along b by cosine and sine.
/// q = q₀ + N (cos s a), u = u₀ + sin s b. Constraints are not looked at.
std::vector<State> phase_ellipse(const System& system, const State& middle, std::span<const double> a,
                                 std::span<const double> b, int n);

}  // namespace sinew
