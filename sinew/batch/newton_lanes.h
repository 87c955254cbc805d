// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/base/aligned.h>
#include <sinew/dynamics/composite.h>
#include <sinew/math/pack.h>

#include <span>
#include <vector>

namespace sinew {

// A step of Newton's method towards stations and coordinates, in lanes (20.7).

struct PulledStation {
    int node;
    Vec3 p_M;  ///< in the joint's frame
};
struct PulledCoordinate {
    int q, u;
};

/// What is pulled where. Speeds that take no part have unit zero; above is the next speed that does on the way to the
/// base, or −1.
struct Pulls {
    std::span<const PulledStation> stations;
    std::span<const PulledCoordinate> coordinates;
    std::span<const double> unit;
    std::span<const int> above;
};

template <int lanes>
struct NewtonMemory {
    using T = PackT<lanes>;
    // Per station, then per coordinate.
    AlignedVector<Vec3T<T>> target;
    AlignedVector<T> weight, target_q, weight_q, miss;
    // Per body.
    AlignedVector<BodyConstantsT<T>> body;  ///< M_B alone: what goals weigh
    AlignedVector<RigidInertiaT<T>> K_B_W;
    AlignedVector<SpatialForceT<T>> force, sum;
    AlignedVector<Vec3T<T>> virial;  ///< three rows each
    std::vector<int> end;
    // Per speed.
    AlignedVector<T> columns, slope, step, D_inv, H;

    NewtonMemory(const Tree& tree, const Pulls& pulls);
};

/// Goals' weights as inertia of the bodies, once they are set.
template <int lanes>
void weigh_goals(const Pulls& pulls, NewtonMemory<lanes>& memory);

template <int lanes>
struct NewtonStep {
    PackT<lanes> value, promised;  ///< ½ Σ w r², and what the step should take off it
    WhereT<lanes> has_bottom, is_short, has_settled;
};

/// memory.step, from poses x and coordinates q. Without `bent`, by JᵀWJ alone.
template <int lanes>
NewtonStep<lanes> newton_step(const Tree& tree, const PositionT<PackT<lanes>>& x, const PackT<lanes>* q,
                              const Pulls& pulls, double accuracy, bool bent, NewtonMemory<lanes>& memory);

}  // namespace sinew
