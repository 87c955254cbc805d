// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/base/one_of.h>
#include <sinew/spatial/solids.h>

#include <memory>
#include <string>

namespace sinew {

/// Heights z over a grid, row by row: along x within a row, the rows along y.
struct HeightGrid {
    int columns = 0, rows = 0;  ///< corners along x, along y; at least two of each
    std::vector<double> heights{};
};

/// What things look like. Each has a frame G of its own, as the solids of spatial/solids.h have: centred at the
/// origin, axis along z, unless it says otherwise (14.1). Lengths in metres.
namespace shape {

struct Box {
    Vec3 sides{1, 1, 1};
};
struct Sphere {
    double radius = 1;
};
struct Ellipsoid {
    Vec3 radii{1, 1, 1};  ///< semi-axes along x, y and z
};
struct Cylinder {
    double radius = 1, length = 1;
};
/// A cylinder of the given length with half a sphere on either end.
struct Capsule {
    double radius = 1, length = 1;
};
/// Its base's centre is at the origin, its apex at z = height.
struct Cone {
    double radius = 1, height = 1;
};
/// Solid for z <= 0: a floor.
struct HalfSpace {};
/// A ring about z: the tube around the circle of ring_radius in the plane z = 0. The tube is thinner than the ring.
struct Torus {
    double ring_radius = 1, tube_radius = 0.25;
};
/// The smallest convex solid around some points, which need not be corners of it.
struct ConvexHull {
    std::shared_ptr<const std::vector<Vec3>> points{};
};
/// Ground over the rectangle |x| <= side_x/2, |y| <= side_y/2, solid below its surface, without bottom or walls:
/// heights at the corners of a grid, the cells between them halved by the diagonal from low x, low y to high x, high
/// y.
struct HeightMap {
    double side_x = 1, side_y = 1;
    std::shared_ptr<const HeightGrid> grid{};
};
/// Triangles as a file has them, each coordinate multiplied by its scale wherever they are used. Without triangles
/// (the file was not read, or not found) it is only a name.
struct Mesh {
    std::shared_ptr<const TriangleMesh> triangles{};
    std::string file{};
    Vec3 scale{1, 1, 1};
};

}  // namespace shape

using Shape = OneOf<shape::Box, shape::Sphere, shape::Ellipsoid, shape::Cylinder, shape::Capsule, shape::Cone,
                    shape::HalfSpace, shape::Mesh, shape::Torus, shape::ConvexHull, shape::HeightMap>;

/// Red, green, blue and opacity, from 0 to 1, as sRGB has them.
struct Colour {
    double red = 0.6, green = 0.6, blue = 0.6, opacity = 1;
    friend constexpr bool operator==(const Colour&, const Colour&) = default;
};

/// "box", "mesh": what a shape is called.
const char* kind_of(const Shape& shape);

/// What is wrong with a shape's numbers, with the way out; empty if nothing is.
std::string fault_of(const Shape& shape);

/// Mass properties of the solid, in the shape's frame G. Throws ModelError for a half space, a height map, a mesh
/// without triangles or one that is not closed, and for numbers that make no shape.
MassProperties solid(const Shape& shape, Amount amount);

/// The smallest box along the axes of G around a shape; infinite for a half space and below a height map, nothing
/// (low > high) for a mesh without triangles.
struct Bounds {
    Vec3 low, high;
    bool empty() const { return !(low.x <= high.x); }
};
Bounds bounds_of(const Shape& shape);

/// The triangles of a mesh with its scale applied; none if it has none.
TriangleMesh scaled_triangles(const shape::Mesh& mesh);

/// The surface of a shape that is made of triangles: a mesh as scaled_triangles has it, a hull's faces turned
/// outward, the two triangles of each cell of a height map turned up; none of the others.
TriangleMesh triangles_of(const Shape& shape);

}  // namespace sinew
