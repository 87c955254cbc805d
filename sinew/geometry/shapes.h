// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/base/one_of.h>
#include <sinew/spatial/solids.h>

#include <memory>
#include <string>

namespace sinew {

/// What things look like. Each has a frame G of its own, as the solids of spatial/solids.h have: centred at the origin,
/// axis along z, unless it says otherwise (14.1). Lengths in metres.
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
/// Triangles as a file has them, each coordinate multiplied by its scale wherever they are used. Without triangles (the
/// file was not read, or not found) it is only a name.
struct Mesh {
    std::shared_ptr<const TriangleMesh> triangles{};
    std::string file{};
    Vec3 scale{1, 1, 1};
};

}  // namespace shape

using Shape = OneOf<shape::Box, shape::Sphere, shape::Ellipsoid, shape::Cylinder, shape::Capsule, shape::Cone,
                    shape::HalfSpace, shape::Mesh>;

/// Red, green, blue and opacity, from 0 to 1, as sRGB has them.
struct Colour {
    double red = 0.6, green = 0.6, blue = 0.6, opacity = 1;
    friend constexpr bool operator==(const Colour&, const Colour&) = default;
};

/// "box", "mesh": what a shape is called.
const char* kind_of(const Shape& shape);

/// What is wrong with a shape's numbers, with the way out; empty if nothing is.
std::string fault_of(const Shape& shape);

/// Mass properties of the solid, in the shape's frame G. Throws ModelError for a half space, a mesh without triangles
/// or one that is not closed, and for numbers that make no shape.
MassProperties solid(const Shape& shape, Amount amount);

/// The smallest box along the axes of G around a shape; infinite for a half space, nothing (low > high) for a mesh
/// without triangles.
struct Bounds {
    Vec3 low, high;
    bool empty() const { return !(low.x <= high.x); }
};
Bounds bounds_of(const Shape& shape);

/// The triangles of a mesh with its scale applied; none if it has none.
TriangleMesh scaled_triangles(const shape::Mesh& mesh);

}  // namespace sinew
