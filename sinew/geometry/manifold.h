// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/geometry/pairs.h>

#include <span>

namespace sinew {

/// One of the points at which two surfaces touch.
struct ManifoldPoint {
    Vec3 p_W{};        ///< halfway between the two surfaces
    Vec3 n_W{};        ///< of length 1, from A to B
    double depth = 0;  ///< how far they overlap along n; negative: still apart
    /// Which parts of A and B meet here: stays as long as the same corner, edge or triangle touches the same.
    std::uint64_t feature = 0;
};

/// What a pair remembers from its last manifold. It makes the next one quicker and is never needed: an empty one
/// will do.
struct ManifoldMemory {
    Vec3 direction_W{};
};

/// Points at which A and B touch or are nearer than margin: at most out.size() of them (at least 4 are sensible, 8
/// are enough for anything), the deepest always among them; their number. Two faces give the corners of what they
/// share (14.35), smooth surfaces one point, meshes the points of all triangles near, thinned out. Exchanging A and
/// B gives the same points with opposite normals.
int manifold(const Surface& A, const Transform& X_WA, const Surface& B, const Transform& X_WB, double margin,
             std::span<ManifoldPoint> out, ManifoldMemory& memory);

}  // namespace sinew
