// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/forces/view.h>
#include <sinew/math/pack.h>
#include <sinew/system/compiled.h>

#include <span>

namespace sinew {

// The inner loops of a batch that are no passes over the tree. For lanes = 4 and 8.

/// Adds what some force elements apply, all of them of kinds that knows_packs().
template <int lanes>
struct PackForces {
    const Compiled& c;
    std::span<const int> elements;
    const KinematicsT<PackT<lanes>>& kin;
    const PackT<lanes>*parameters, *z;
    const State& like;  ///< for discrete variables
    const std::uint8_t* by_angles;
};
template <int lanes>
void apply_in_packs(const PackForces<lanes>& forces, AppliedT<PackT<lanes>>& out);
/// Whether an element's law can be computed in lanes: it has no branch on a value, and does not look at the State.
bool knows_packs(const AnyForce& element);

/// Where all of some numbers are finite.
template <int lanes>
void find_finite(const PackT<lanes>* x, int count, WhereT<lanes>& finite);

/// out = y + h Σ w_j k_j: a stage of a Runge-Kutta method, each lane with its own h.                       (12.11)
template <int lanes>
void combine(const PackT<lanes>* y, const PackT<lanes>& h, std::span<const double> weights,
             const PackT<lanes>* const* k, int count, PackT<lanes>* out);

}  // namespace sinew
