// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/geometry/surface.h>
#include <sinew/geometry/triangle_tree.h>
#include <sinew/rigid/surface_pairs.h>

#include <cmath>
#include <numbers>

namespace sinew {

namespace {

constexpr int feet = 12;           ///< points of its rim that the end of a cylinder stands on
constexpr double flattest = 1e-3;  ///< rad: tilted by more, it rolls on its rim
constexpr int most_corners = 64;   ///< of a hull or mesh, each of which is a condition

using Conditions = std::vector<AnyConstraint>;

/// A ball on a body: a sphere, the end of a capsule, or (of radius 0) a corner.
struct RoundPart {
    Vec3 center;
    double radius;
};

std::vector<RoundPart> ends_of(const ContactSurface& s, const shape::Capsule& capsule) {
    const Vec3 end{0, 0, capsule.length / 2};
    return {{s.X_BG * -end, capsule.radius}, {s.X_BG * end, capsule.radius}};
}

std::vector<RoundPart> corners_of(const ContactSurface& s, const shape::Box& box) {
    std::vector<RoundPart> corners;
    const Vec3 half = 0.5 * box.sides;
    for (int i = 0; i < 8; ++i)
        corners.push_back(
            {s.X_BG * Vec3{i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z}, 0});
    return corners;
}

/// Corners of the smallest convex solid around hull or mesh: no others touch a plane first.
std::vector<RoundPart> corners_of(const ContactSurface& s, std::string& why) {
    std::vector<Vec3> points;
    if (const auto* hull = s.shape.if_a<shape::ConvexHull>(); hull && hull->points) points = *hull->points;
    if (const auto* mesh = s.shape.if_a<shape::Mesh>(); mesh && mesh->triangles)
        points = scaled_triangles(*mesh).vertices;
    if (points.empty()) return {};
    const Surface around(shape::ConvexHull{std::make_shared<const std::vector<Vec3>>(std::move(points))});
    const TriangleTree& tree = *around.triangles();
    std::vector<RoundPart> corners;
    for (std::size_t i = 0; i < tree.vertices().size(); ++i)
        if (tree.owners()[i] >= 0) corners.push_back({s.X_BG * tree.vertices()[i], 0});
    if (corners.size() <= most_corners) return corners;
    why = ": its hull has " + std::to_string(corners.size()) + " corners, and at most " +
          std::to_string(most_corners) + " are taken";
    return {};
}

class OnHalfSpace {
public:
    OnHalfSpace(const ContactSurface& a, const ContactSurface& plane)
        : a_(a), plane_{plane.body, plane.X_BG.R.z, dot(plane.X_BG.R.z, plane.X_BG.p)} {}

    Conditions all(std::string& why) {
        std::vector<RoundPart> parts;
        if (const auto* sphere = a_.shape.if_a<shape::Sphere>()) parts = {{a_.X_BG.p, sphere->radius}};
        else if (const auto* capsule = a_.shape.if_a<shape::Capsule>()) parts = ends_of(a_, *capsule);
        else if (const auto* box = a_.shape.if_a<shape::Box>()) parts = corners_of(a_, *box);
        else if (const auto* ellipsoid = a_.shape.if_a<shape::Ellipsoid>())
            add_round(RoundKind::ellipsoid, ellipsoid->radii, a_.X_BG);
        else if (const auto* torus = a_.shape.if_a<shape::Torus>())
            add_ring({torus->ring_radius, torus->tube_radius, 0}, 0);
        else if (const auto* cylinder = a_.shape.if_a<shape::Cylinder>())
            for (const double z : {-cylinder->length / 2, cylinder->length / 2})
                add_ring({cylinder->radius, 0, 0}, z);
        else if (const auto* cone = a_.shape.if_a<shape::Cone>()) {
            add_ring({cone->radius, 0, 0}, 0);
            parts.push_back({a_.X_BG * Vec3{0, 0, cone->height}, 0});
        } else parts = corners_of(a_, why);
        for (const RoundPart& part : parts)
            out_.push_back(
                SphereOnPlane{.plane = plane_, .center = {a_.body, part.center}, .radius = part.radius});
        return std::move(out_);
    }

private:
    void add_round(RoundKind kind, const Vec3& size, const Transform& X_BG) {
        out_.push_back(RoundOnPlane{.plane = plane_,
                                    .round = {a_.body, X_BG},
                                    .kind_of_round = kind,
                                    .size = size,
                                    .flattest = kind == RoundKind::ellipsoid ? 0 : flattest});
    }
    /// A ring about z, and feet for where it lies flat.
    void add_ring(const Vec3& size, double z) {
        add_round(RoundKind::ring, size, a_.X_BG * Transform{.p = {0, 0, z}});
        for (int i = 0; i < feet; ++i)
            add_round(
                RoundKind::foot, size,
                a_.X_BG * Transform{.R = Rotation::about_z(2 * std::numbers::pi * i / feet), .p = {0, 0, z}});
    }

    const ContactSurface& a_;
    PlaneOn plane_;
    Conditions out_;
};

/// A shape that balls may roll on; false for others. A ball in the hole of a torus would touch it all around.
bool is_solid(const Shape& shape, SolidKind& kind, Vec3& size) {
    if (const auto* box = shape.if_a<shape::Box>()) kind = SolidKind::box, size = 0.5 * box->sides;
    else if (const auto* cylinder = shape.if_a<shape::Cylinder>())
        kind = SolidKind::cylinder, size = {cylinder->radius, cylinder->length / 2, 0};
    else if (const auto* capsule = shape.if_a<shape::Capsule>())
        kind = SolidKind::capsule, size = {capsule->radius, capsule->length / 2, 0};
    else if (const auto* cone = shape.if_a<shape::Cone>())
        kind = SolidKind::cone, size = {cone->radius, cone->height, 0};
    else if (const auto* ellipsoid = shape.if_a<shape::Ellipsoid>())
        kind = SolidKind::ellipsoid, size = ellipsoid->radii;
    else return false;
    return true;
}

void add_balls(Conditions& out, const std::vector<RoundPart>& balls, BodyId body, const ContactSurface& on) {
    SphereOnSolid ball{.solid = {on.body, on.X_BG}};
    if (!is_solid(on.shape, ball.kind_of_solid, ball.size)) return;
    for (const RoundPart& part : balls) {
        ball.center = {body, part.center};
        ball.radius = part.radius;
        out.push_back(ball);
    }
}

/// Ends on sides, and where the sides cross.
Conditions two_capsules(const ContactSurface& a, const shape::Capsule& of_a, const ContactSurface& b,
                        const shape::Capsule& of_b) {
    Conditions out;
    add_balls(out, ends_of(a, of_a), a.body, b);
    add_balls(out, ends_of(b, of_b), b.body, a);
    out.push_back(BarOnBar{.from = {b.body, b.X_BG},
                           .to = {a.body, a.X_BG},
                           .from_radius = of_b.radius,
                           .to_radius = of_a.radius,
                           .from_half = of_b.length / 2,
                           .to_half = of_a.length / 2});
    return out;
}

/// Ends on the box, corners on the capsule, and where its side crosses edges.
Conditions capsule_on_box(const ContactSurface& a, const shape::Capsule& capsule, const ContactSurface& b,
                          const shape::Box& box) {
    Conditions out;
    add_balls(out, ends_of(a, capsule), a.body, b);
    add_balls(out, corners_of(b, box), b.body, a);
    const Vec3 half = 0.5 * box.sides;
    for (int axis = 0; axis < 3; ++axis)
        for (int k = 0; k < 4; ++k) {
            const int i = (axis + 1) % 3, j = (axis + 2) % 3;
            Transform edge;
            edge.p[i] = k & 1 ? half[i] : -half[i], edge.p[j] = k & 2 ? half[j] : -half[j];
            const Vec3 x[3] = {x_axis, y_axis, z_axis};
            edge.R = {x[i], x[j], x[axis]};
            out.push_back(BarOnBar{.from = {b.body, b.X_BG * edge},
                                   .to = {a.body, a.X_BG},
                                   .to_radius = capsule.radius,
                                   .from_half = half[axis],
                                   .to_half = capsule.length / 2});
        }
    return out;
}

Conditions two_boxes(const ContactSurface& a, const shape::Box& of_a, const ContactSurface& b,
                     const shape::Box& of_b) {
    Conditions out;
    const FrameOn A{a.body, a.X_BG}, B{b.body, b.X_BG};
    const Vec3 half_a = 0.5 * of_a.sides, half_b = 0.5 * of_b.sides;
    for (int i = 0; i < 8; ++i) {
        out.push_back(CornerOnBox{.from = B, .to = A, .from_half = half_b, .to_half = half_a, .corner = i});
        out.push_back(CornerOnBox{.from = A, .to = B, .from_half = half_a, .to_half = half_b, .corner = i});
    }
    for (int axes = 0; axes < 9; ++axes)
        for (int pair = 0; pair < 4; ++pair)
            out.push_back(EdgesOfBoxes{
                .from = B, .to = A, .from_half = half_b, .to_half = half_a, .axes = axes, .pair = pair});
    return out;
}

}  // namespace

int rank_in_pair(const Shape& shape) {
    if (shape.is<shape::Sphere>()) return 0;
    if (shape.is<shape::Capsule>()) return 1;
    if (shape.is<shape::HalfSpace>()) return 9;
    return 2;
}

std::vector<AnyConstraint> conditions_of(const ContactSurface& a, const ContactSurface& b, std::string& why) {
    if (b.shape.is<shape::HalfSpace>()) return OnHalfSpace(a, b).all(why);
    Conditions out;
    if (const auto* sphere = a.shape.if_a<shape::Sphere>()) {
        if (const auto* other = b.shape.if_a<shape::Sphere>())
            out.push_back(SphereOnSphere{.from = {b.body, b.X_BG.p},
                                         .to = {a.body, a.X_BG.p},
                                         .from_radius = other->radius,
                                         .to_radius = sphere->radius});
        else add_balls(out, {{a.X_BG.p, sphere->radius}}, a.body, b);
    } else if (const auto* capsule = a.shape.if_a<shape::Capsule>()) {
        if (const auto* other = b.shape.if_a<shape::Capsule>()) return two_capsules(a, *capsule, b, *other);
        if (const auto* box = b.shape.if_a<shape::Box>()) return capsule_on_box(a, *capsule, b, *box);
    } else if (const auto* box = a.shape.if_a<shape::Box>()) {
        if (const auto* other = b.shape.if_a<shape::Box>()) return two_boxes(a, *box, b, *other);
    } else if (const auto* ellipsoid = a.shape.if_a<shape::Ellipsoid>()) {
        if (const auto* other = b.shape.if_a<shape::Ellipsoid>())
            out.push_back(EllipsoidOnEllipsoid{.from = {b.body, b.X_BG},
                                               .to = {a.body, a.X_BG},
                                               .from_radii = other->radii,
                                               .to_radii = ellipsoid->radii});
    }
    return out;
}

}  // namespace sinew
