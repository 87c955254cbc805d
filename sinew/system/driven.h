// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/base/error.h>
#include <sinew/system/compiled.h>
#include <sinew/system/system.h>

#include <span>

namespace sinew {

/// Faults of the Motions: no such joint, wrong number of functions, two on one joint.
void check_motions(const Model& model, Faults& faults);
/// Gives locks and switches of Motions their discrete variables.
void bind_motions(Compiled& c);

/// What u̇ of a driven joint follows from: time alone, time with q and u, or more of a State than these.
enum class GivenBy : std::uint8_t { time, numbers, state };

/// Which joints are driven in a State. Lasts until a lock or switch changes.
struct Driven {
    const std::uint8_t* level;  ///< MotionLevel per body of the tree
    const int* motion;  ///< per body of the tree: the Motion that drives it, −1 for none (or a lock)
    const std::uint8_t* bodies;  ///< level if any joint is driven, else null: as the passes want it
    std::span<const int> nodes;  ///< the bodies of the tree whose joints are driven
    const GivenBy* by;           ///< of each of these
};
Driven driven(const System& system, const State& state);

/// u̇ of a driven joint, unless it is given by a State; q and u are not looked at where time alone gives it.
void given_acceleration(const Compiled& c, const Driven& driven, int B, double time, const double* q,
                        const double* u, double* u_dot);

/// Fills the entries of u̇ that belong to driven joints.
void given_accelerations(const System& system, const State& state, const Driven& driven, double* u_dot);

/// The factors of M_ff⁻¹, without the rows of driven joints: factors() itself where there are none.
ArticulatedT<double> free_factors(const System& system, const State& state);
ArticulatedT<double> free_factors_memory(const Compiled& c, const State& state, const Driven& driven);
void mark_free_factors(const Compiled& c, const State& state, const Driven& driven);

}  // namespace sinew
