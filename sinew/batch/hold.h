// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/base/aligned.h>
#include <sinew/dynamics/caches.h>
#include <sinew/forces/view.h>
#include <sinew/math/pack.h>
#include <sinew/state/state.h>
#include <sinew/system/compiled.h>

#include <vector>

namespace sinew {

// Constraints of a batch, one State in each lane: accelerations of free motion become those that obey.

/// Which constraints take part, and by which joints the forces of each reach the base.
struct HoldPlan {
    struct Path {
        int constraint, first;    ///< the first of its equations among all that take part
        std::vector<int> bodies;  ///< tips first
        int begin, end;           ///< its speeds are among these
    };
    std::vector<Path> paths{};
    int equations = 0;
    bool in_lanes = false;  ///< else every State is asked by itself, and the rest means nothing
};

HoldPlan plan_constraints(const Compiled& c, const State& like);

template <int lanes>
struct HoldMemory {
    using T = PackT<lanes>;
    AlignedVector<SpatialForceT<T>> rows, z;
    AlignedVector<T> coefficients, felt, answer, S, lambda, live, multipliers, u_dot;
    AlignedVector<SpatialAccelerationT<T>> A_WB;

    HoldMemory(const Compiled& c, const HoldPlan& plan);
};

/// Free motion, and what the passes found on the way to it.
template <int lanes>
struct FreeMotion {
    using T = PackT<lanes>;
    const Compiled& c;
    const HoldPlan& plan;
    PositionT<T> x;
    KinematicsT<T> kin;
    ArticulatedT<T> y;
    const std::uint8_t *prescribed, *by_angles;
    const T *parameters, *u_dot;
    const SpatialAccelerationT<T>* A_WB;
};

/// λ, in memory's multipliers, and what Gᵀλ brings about, in its u_dot and A_WB: to be taken off free motion (20.3),
/// (20.4). Leaves `sure` where the equations that move anything are plainly independent; elsewhere the answer has no
/// meaning.
template <int lanes>
void hold(const FreeMotion<lanes>& free, HoldMemory<lanes>& memory, WhereT<lanes>& sure);

}  // namespace sinew
