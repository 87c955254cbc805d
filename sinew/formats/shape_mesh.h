// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/geometry/shapes.h>

namespace sinew {

/// A shape as triangles for drawing, with a normal per corner, in the shape's frame G. A half space is a square of
/// 20 m; a mesh that was not read is empty.
struct DrawnMesh {
    std::vector<Vec3> corners{}, normals{};
    std::vector<int> triangles{};  ///< three corners each, counterclockwise from outside
};
DrawnMesh drawn(const Shape& shape);

}  // namespace sinew
