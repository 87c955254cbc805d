// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/geometry/shapes.h>

#include <limits>

namespace sinew {

class HullFaces;
class TriangleTree;

/// The kinds of shapes, in the order that Shape lists them.
enum class SurfaceKind : unsigned char {
    box,
    sphere,
    ellipsoid,
    cylinder,
    capsule,
    cone,
    half_space,
    mesh,
    torus,
    convex_hull,
    height_map
};
inline constexpr int surface_kinds = 11;

const char* name_of(SurfaceKind kind);  ///< as kind_of(shape)

struct BoundingSphere {
    Vec3 centre_G{};
    double radius = 0;  ///< infinite for a half space and a height map
};

/// A Shape, checked and prepared once for queries: the trees of its triangles, the neighbours of its corners.
/// Immutable; copies share what was prepared, so that it costs little to hand on. All questions are asked in the
/// shape's frame G, from any number of threads; none allocates or throws.
class Surface {
public:
    /// Throws ModelError for a shape with a fault (see fault_of), and for a mesh whose file was not read.
    explicit Surface(const Shape& shape);

    SurfaceKind kind() const { return kind_; }
    const char* name() const;
    /// Half the sides of a box; the radii of an ellipsoid; radius and half the length of cylinder and capsule; radius
    /// and height of a cone; the radius of a sphere; ring and tube of a torus: one number after the other.
    const Vec3& size() const { return size_; }
    const Bounds& bounds() const { return bounds_; }
    const BoundingSphere& ball() const { return ball_; }
    /// The triangles of mesh, height map and hull; null for others.
    const TriangleTree* triangles() const { return triangles_.get(); }
    /// The polygons of a hull; null for others.
    const HullFaces* polygons() const { return polygons_.get(); }

    /// Convex: support() may be asked, and the pair with any other convex one is solved with proof (14.30).
    bool is_convex() const;
    /// One normal and one pair of curvatures everywhere, continuous in the place: sphere, ellipsoid, torus, half
    /// space (and capsules, whose curvature jumps where the cylinder ends).
    bool is_smooth() const;
    /// It has an inside: all but height maps and half spaces are closed if their triangles are. (Those two have one,
    /// too, but no end.)
    bool is_closed() const;

private:
    SurfaceKind kind_;
    Vec3 size_{};
    Bounds bounds_{};
    BoundingSphere ball_{};
    std::shared_ptr<const TriangleTree> triangles_{};
    std::shared_ptr<const HullFaces> polygons_{};
};

/// A point of a surface: where, its outward normal, and how far the point asked for is outside (negative inside).
struct SurfacePoint {
    Vec3 p_G{}, n_G{};
    double distance = 0;
    int face = -1;  ///< the triangle, of surfaces that have them
};

/// The point of the surface nearest to p (14.10). Where several are as near (the centre of a sphere), one of them,
/// always the same. For an open mesh, inside is behind the nearest triangle. A face that was nearest before may be
/// told as a hint: it changes the time, never the answer. NaN gives NaN.
SurfacePoint nearest_point(const Surface& surface, const Vec3& p_G, int hint = -1);

/// Where a ray first meets the surface from outside (or from inside, on its way out).
struct RayHit {
    bool hit = false;
    double distance = 0;  ///< in lengths of direction
    Vec3 p_G{}, n_G{};
    int face = -1;
};
RayHit ray(const Surface& surface, const Vec3& origin_G, const Vec3& direction_G,
           double farthest = std::numeric_limits<double>::infinity());

/// The farthest point in a direction, of any length but zero (14.20): of convex surfaces, and of meshes and tori
/// those of their hulls. A half space has one only along z: any other direction gives an infinite one.
Vec3 support(const Surface& surface, const Vec3& direction_G);

/// Principal curvatures, in 1/m, first the greater; positive where the surface bends away from its normal, as a
/// sphere's does (1/r). The directions are orthonormal with the normal: e1 × e2 = n.
struct Curvature {
    double k1 = 0, k2 = 0;
    Vec3 e1_G{}, e2_G{};
};
/// At a point of the surface (14.15). Exact for smooth ones; on faces 0. At an edge or corner, that of the face the
/// normal belongs to.
Curvature curvature(const Surface& surface, const SurfacePoint& at);

}  // namespace sinew
