// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/math/vec3.h>
#include <sinew/system/system.h>

#include <cstdint>
#include <vector>

namespace sinew {

/// Two bodies that touch at a point, or will soon (18.2). Bodies are those of the tree, 0 being the world.
struct TouchPoint {
    int A = 0, B = 0;
    Vec3 p_W{};            ///< in the middle between both surfaces
    Vec3 n_W{};            ///< of unit length, from A to B
    double gap = 0;        ///< how far the surfaces are apart along it; below zero they overlap
    std::uint64_t id = 0;  ///< the same for the same features of the same surfaces, step after step
    double holding = 0;    ///< μ_s: friction holds up to this share of the normal force
    double sliding = 0;    ///< μ_d: and is this share of it where they slide
    double viscous = 0;    ///< μ_v: and this more per speed, s/m
    double restitution = 0;
    SurfaceId first{}, second{};  ///< the surfaces of A and B, if they are such of the Model
};

/// Who knows where bodies touch. Asked once per step; takes no memory once it has seen the most.
class TouchFinder {
public:
    virtual ~TouchFinder() = default;
    /// All points where surfaces are nearer to one another than they may come within a time h, in an order that
    /// depends on the Model alone. V_WB: of all bodies of the tree.
    virtual void find(const System& system, const State& state, const SpatialVelocity* V_WB, double h,
                      std::vector<TouchPoint>& out) = 0;
};

}  // namespace sinew
