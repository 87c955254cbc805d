// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/geometry/triangle_tree.h>

namespace sinew {

/// The faces of a convex hull as polygons: triangles that share a plane are one.
class HullFaces {
public:
    explicit HullFaces(const TriangleTree& hull);

    int count() const { return static_cast<int>(normals_.size()); }
    const Vec3& normal(int face) const { return normals_[static_cast<std::size_t>(face)]; }
    /// Vertices of the hull, counterclockwise from outside.
    std::span<const int> corners(int face) const {
        const std::size_t i = static_cast<std::size_t>(face);
        return std::span(corners_).subspan(static_cast<std::size_t>(start_[i]),
                                           static_cast<std::size_t>(start_[i + 1] - start_[i]));
    }
    /// The face whose normal is nearest to a direction.
    int towards(const Vec3& d) const;

private:
    std::vector<Vec3> normals_;
    std::vector<int> corners_, start_;
};

}  // namespace sinew
