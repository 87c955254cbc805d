// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/error.h>
#include <sinew/geometry/hull_faces.h>
#include <sinew/geometry/triangle_tree.h>

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

struct Sizes {
    Vec3 operator()(const shape::Box& s) const { return 0.5 * s.sides; }
    Vec3 operator()(const shape::Sphere& s) const { return {s.radius, 0, 0}; }
    Vec3 operator()(const shape::Ellipsoid& s) const { return s.radii; }
    Vec3 operator()(const shape::Cylinder& s) const { return {s.radius, 0.5 * s.length, 0}; }
    Vec3 operator()(const shape::Capsule& s) const { return {s.radius, 0.5 * s.length, 0}; }
    Vec3 operator()(const shape::Cone& s) const { return {s.radius, s.height, 0}; }
    Vec3 operator()(const shape::HalfSpace&) const { return {}; }
    Vec3 operator()(const shape::Mesh&) const { return {}; }
    Vec3 operator()(const shape::Torus& s) const { return {s.ring_radius, s.tube_radius, 0}; }
    Vec3 operator()(const shape::ConvexHull&) const { return {}; }
    Vec3 operator()(const shape::HeightMap& s) const { return {0.5 * s.side_x, 0.5 * s.side_y, 0}; }
};

/// Exact for round shapes; around the middle of the box for others.
BoundingSphere ball_around(SurfaceKind kind, const Vec3& size, const Bounds& box, const TriangleTree* tree) {
    const Vec3 middle = 0.5 * (box.low + box.high);
    switch (kind) {
        case SurfaceKind::sphere: return {{}, size.x};
        case SurfaceKind::ellipsoid: return {{}, std::max({size.x, size.y, size.z})};
        case SurfaceKind::capsule: return {{}, size.x + size.y};
        case SurfaceKind::cylinder: return {{}, std::hypot(size.x, size.y)};
        case SurfaceKind::torus: return {{}, size.x + size.y};
        case SurfaceKind::cone: {  // through apex and base, unless the base alone needs more
            const double up = std::max(0.0, 0.5 * (size.y - size.x * size.x / size.y));
            return {{0, 0, up}, std::max(size.y - up, std::hypot(size.x, up))};
        }
        case SurfaceKind::half_space:
        case SurfaceKind::height_map: return {{}, std::numeric_limits<double>::infinity()};
        default: break;
    }
    double square = 0;
    if (!tree) return {middle, norm(box.high - middle)};
    for (const Vec3& v : tree->vertices()) square = std::max(square, dot(v - middle, v - middle));
    return {middle, std::sqrt(square)};
}

}  // namespace

Surface::Surface(const Shape& shape)
    : kind_(static_cast<SurfaceKind>(shape.index())),
      size_(visit(Sizes{}, shape)),
      bounds_(bounds_of(shape)) {
    if (const std::string fault = fault_of(shape); !fault.empty())
        throw ModelError({std::string(kind_of(shape)) + ": " + fault});
    if (kind_ == SurfaceKind::mesh || kind_ == SurfaceKind::convex_hull || kind_ == SurfaceKind::height_map) {
        const TriangleMesh mesh = triangles_of(shape);
        auto tree = std::make_shared<TriangleTree>(mesh);
        if (tree->leaves().empty())
            throw ModelError(
                {std::string(name()) + (mesh.faces.empty()
                                            ? ": it has no triangles, and so no surface. Was its file found?"
                                            : ": none of its triangles has an area.")});
        bounds_ = tree->bounds();
        if (kind_ == SurfaceKind::height_map) bounds_.low.z = -std::numeric_limits<double>::infinity();
        if (kind_ == SurfaceKind::convex_hull) polygons_ = std::make_shared<HullFaces>(*tree);
        triangles_ = std::move(tree);
    }
    ball_ = ball_around(kind_, size_, bounds_, triangles_.get());
}

const char* Surface::name() const { return name_of(kind_); }

const char* name_of(SurfaceKind kind) {
    constexpr const char* names[surface_kinds] = {"box",     "sphere",      "ellipsoid",  "cylinder",
                                                  "capsule", "cone",        "half_space", "mesh",
                                                  "torus",   "convex_hull", "height_map"};
    return names[static_cast<int>(kind)];
}

bool Surface::is_convex() const {
    return kind_ != SurfaceKind::mesh && kind_ != SurfaceKind::torus && kind_ != SurfaceKind::height_map;
}

bool Surface::is_smooth() const {
    return kind_ == SurfaceKind::sphere || kind_ == SurfaceKind::ellipsoid || kind_ == SurfaceKind::capsule ||
           kind_ == SurfaceKind::torus || kind_ == SurfaceKind::half_space;
}

bool Surface::is_closed() const {
    if (kind_ == SurfaceKind::half_space || kind_ == SurfaceKind::height_map) return false;
    return !triangles_ || triangles_->is_closed();
}

}  // namespace sinew
