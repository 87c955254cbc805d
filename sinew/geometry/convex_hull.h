// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/spatial/solids.h>

#include <span>

namespace sinew {

/// The convex hull of some points: those on it and its faces, turned outward. No faces where the points lie in a
/// plane, or are fewer than four. Point by point, each face that it sees is replaced by faces from its horizon
/// (14.3): the cost goes with points times faces.
TriangleMesh convex_hull(std::span<const Vec3> points);

}  // namespace sinew
