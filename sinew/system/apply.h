// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/system/compiled.h>
#include <sinew/system/views.h>

namespace sinew {

/// What the force elements of a System do in a State. All are O(bodies + forces) and allocate nothing.

/// Which loads there are, and gravity, with memory for the others; and fills these.
LoadsView loads_of(const Compiled& c, const State& state, const ForcesView& memory);
void apply_loads(const Compiled& c, const State& state, const Kinematics& kin, const LoadsView& out);

/// Fills out with the sum of all enabled elements, or with what one of them applies.
void apply_forces(const Compiled& c, const State& state, const Kinematics& kin, const ForcesView& out);
/// The same of the elements that a byte each marks, disabled or not; F_W of null is left out.
void apply_marked(const Compiled& c, const State& state, const Kinematics& kin, const std::uint8_t* marked,
                  const ForcesView& out);
void apply_force(const Compiled& c, const State& state, const Kinematics& kin, int force,
                 const ForcesView& out);

/// Potential energy of one element; zero if it is disabled or has none.
double potential_energy(const Compiled& c, const State& state, const Kinematics& kin, int force);

/// Fills a.z_dot from a's accelerations.
void auxiliary_rates(const Compiled& c, const State& state, const Kinematics& kin, const AccelerationView& a);

/// True if none of n numbers is infinite or NaN.
bool all_finite(const double* x, int n);

/// Finds out which element made the accelerations NaN or infinite, and throws StateError with its name and the
/// time.
[[noreturn]] void throw_not_finite(const System& system, const State& state, const AccelerationView& a);

}  // namespace sinew
