// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "fcl_peer.h"

#include <sinew/geometry/convex_hull.h>

#include <fcl/fcl.h>

#include <cmath>
#include <limits>
#include <stdexcept>

namespace bench {

struct FclShape::Inside {
    std::shared_ptr<fcl::CollisionGeometryd> geometry;
    double lift = 0;  ///< of its origin over that of ours: cones have theirs in the middle
};

namespace {

std::shared_ptr<fcl::CollisionGeometryd> hull_of(const std::vector<sinew::Vec3>& points) {
    const sinew::TriangleMesh hull = sinew::convex_hull(points);
    auto vertices = std::make_shared<std::vector<fcl::Vector3d>>();
    for (const sinew::Vec3& v : hull.vertices) vertices->emplace_back(v.x, v.y, v.z);
    auto faces = std::make_shared<std::vector<int>>();
    for (const auto& f : hull.faces) faces->insert(faces->end(), {3, f[0], f[1], f[2]});
    return std::make_shared<fcl::Convexd>(vertices, static_cast<int>(hull.faces.size()), faces, true);
}

static_assert(sizeof(fcl::Transform3d) <= sizeof(FclPose));

const fcl::Transform3d& transform(const FclPose& pose) {
    return *reinterpret_cast<const fcl::Transform3d*>(pose.numbers);
}

}  // namespace

FclShape::FclShape(const sinew::Shape& shape) : inside_(std::make_unique<Inside>()) {
    using namespace sinew;
    auto& g = inside_->geometry;
    if (const auto* s = shape.if_a<shape::Box>())
        g = std::make_shared<fcl::Boxd>(s->sides.x, s->sides.y, s->sides.z);
    if (const auto* s = shape.if_a<shape::Sphere>()) g = std::make_shared<fcl::Sphered>(s->radius);
    if (const auto* s = shape.if_a<shape::Ellipsoid>())
        g = std::make_shared<fcl::Ellipsoidd>(s->radii.x, s->radii.y, s->radii.z);
    if (const auto* s = shape.if_a<shape::Cylinder>())
        g = std::make_shared<fcl::Cylinderd>(s->radius, s->length);
    if (const auto* s = shape.if_a<shape::Capsule>())
        g = std::make_shared<fcl::Capsuled>(s->radius, s->length);
    if (const auto* s = shape.if_a<shape::Cone>())
        g = std::make_shared<fcl::Coned>(s->radius, s->height), inside_->lift = s->height / 2;
    if (const auto* s = shape.if_a<shape::ConvexHull>()) g = hull_of(*s->points);
    if (!g) throw std::runtime_error(std::string("FCL knows no ") + kind_of(shape));
    g->computeLocalAABB();
}

FclShape::~FclShape() = default;
FclShape::FclShape(FclShape&&) noexcept = default;

FclPose fcl_pose(const FclShape& shape, const sinew::Transform& X_WG) {
    FclPose pose;
    auto* X = new (pose.numbers) fcl::Transform3d;
    *X = fcl::Transform3d::Identity();
    const sinew::Vec3 p = X_WG * sinew::Vec3{0, 0, shape.inside().lift};
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) X->linear()(i, j) = X_WG.R(i, j);
    X->translation() << p.x, p.y, p.z;
    return pose;
}

double fcl_distance(const FclShape& A, const FclPose& X_WA, const FclShape& B, const FclPose& X_WB) {
    fcl::DistanceRequestd request;
    request.enable_signed_distance = true;
    request.enable_nearest_points = true;
    request.gjk_solver_type = fcl::GST_LIBCCD;
    fcl::DistanceResultd result;
    try {
        fcl::distance(A.inside().geometry.get(), transform(X_WA), B.inside().geometry.get(), transform(X_WB),
                      request, result);
    } catch (const std::exception&) {
        return std::numeric_limits<double>::quiet_NaN();
    }
    return result.min_distance;
}

const char* fcl_version() { return FCL_VERSION; }

}  // namespace bench
