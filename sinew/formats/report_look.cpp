// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/formats/report_look.h>
#include <sinew/math/symmetric_eigen.h>
#include <sinew/system/kinematics.h>

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

bool ends_in(const std::string& name, const char* end) {
    const std::string e = end;
    return name.size() > e.size() && name.compare(name.size() - e.size(), e.size(), e) == 0;
}

/// Right and left in two colours; few bodies each in its own; else a neutral one.
int tone_of(const std::string& name, std::size_t body, std::size_t bodies) {
    for (const char* end : {"_r", "_R", "_right", "Right", ".r", ".R"})
        if (ends_in(name, end)) return 0;
    for (const char* end : {"_l", "_L", "_left", "Left", ".l", ".L"})
        if (ends_in(name, end)) return 1;
    for (const char* begin : {"right_", "r_", "R_"})
        if (name.starts_with(begin)) return 0;
    for (const char* begin : {"left_", "l_", "L_"})
        if (name.starts_with(begin)) return 1;
    return bodies <= 8 ? static_cast<int>(body) - 1 : -1;
}

/// The length that all drawing goes by: what the bodies' joints and mass centres span.
double span_of(const System& system, const State& state) {
    Vec3 low{1e300, 1e300, 1e300}, high = -low;
    const auto include = [&](const Vec3& p) {
        for (int k = 0; k < 3; ++k) low[k] = std::min(low[k], p[k]), high[k] = std::max(high[k], p[k]);
    };
    const Model& model = system.model();
    for (std::size_t b = 1; b < model.bodies.size(); ++b)
        include(pose(system, state, BodyId{static_cast<int>(b)}) * model.bodies[b].mass.com);
    for (const auto& [joint, at] : model.joints) include(pose(system, state, at.to) * at.X_BM.p);
    const double span = norm(high - low);
    return std::isfinite(span) && model.bodies.size() > 1 ? span : 0;
}

/// Ends of the joints on a body: first those by which it hangs on others.
std::vector<Vec3> joint_points(const Model& model, BodyId body) {
    std::vector<Vec3> points;
    const auto include = [&](const Vec3& p) {
        if (std::none_of(points.begin(), points.end(), [&](const Vec3& a) { return norm(a - p) < 1e-9; }))
            points.push_back(p);
    };
    const auto leaves_from_world = [](const JointElement& j) {
        return j.joint.is<Free>() || j.joint.is<Planar>();
    };
    for (const JointElement& j : model.joints)
        if (j.placement.to.index == body.index && !(j.placement.from.index == 0 && leaves_from_world(j)))
            include(j.placement.X_BM.p);
    for (const JointElement& j : model.joints)
        if (j.placement.from.index == body.index) include(j.placement.X_PF.p);
    return points;
}

class AutomaticLook {
public:
    AutomaticLook(const Model& model, double span, std::vector<DrawnShape>& out) : model_(model), out_(out) {
        for (const Body& body : model.bodies)
            if (const auto ellipsoid = inertia_ellipsoid(body.mass))
                span = std::max(span, ellipsoid->radii.z);
        span_ = span > 0 ? span : 1;
    }
    double span() const { return span_; }
    void draw(std::size_t body) {
        const auto& [name, mass] = model_.bodies[body];
        body_ = static_cast<int>(body);
        tone_ = tone_of(name, body, model_.bodies.size() - 1);
        const std::vector<Vec3> points = joint_points(model_, BodyId{body_});
        if (points.empty()) return lone(mass);
        for (std::size_t i = 1; i < points.size(); ++i) rod(points[0], points[i]);
        const auto ellipsoid = inertia_ellipsoid(mass);
        if (points.size() == 1) rod(points[0], mass.com);
        if (ellipsoid) {
            const Vec3 radii = 0.775 * ellipsoid->radii;  // of a long cylinder, this one is as long
            solid("ellipsoid", {limited(radii.x), limited(radii.y), limited(radii.z)},
                  {ellipsoid->R, mass.com});
        } else if (mass.mass > 0) solid("sphere", {0.035 * span_}, {.p = mass.com});
    }
    void joint(const JointElement& element) {
        const auto& [joint, at] = element;
        body_ = at.to.index, tone_ = -1;
        if (joint.is<Weld>() || joint.is<Free>() || joint.is<Planar>()) return;
        if (joint.is<Pin>()) solid("cylinder", {0.018 * span_, 0.06 * span_}, at.X_BM);
        else solid("sphere", {0.02 * span_}, at.X_BM);
    }

private:
    double limited(double radius) const { return std::clamp(radius, 0.012 * span_, 0.4 * span_); }
    void lone(const MassProperties& mass) {
        const auto ellipsoid = inertia_ellipsoid(mass);
        if (!ellipsoid) return solid("sphere", {0.03 * span_}, {.p = mass.com});
        // of a box, edge² = 12/5 radius²: it shows how it turns
        const Vec3 edges = std::sqrt(12.0 / 5) * ellipsoid->radii;
        const double least = 0.02 * span_;
        solid("box", {std::max(edges.x, least), std::max(edges.y, least), std::max(edges.z, least)},
              {ellipsoid->R, mass.com});
    }
    void rod(const Vec3& from, const Vec3& to) {
        const double length = norm(to - from);
        if (length < 0.01 * span_) return;
        solid("capsule", {std::clamp(0.06 * length, 0.008 * span_, 0.016 * span_), length},
              {rotation_taking_z_to(to - from), 0.5 * (from + to)});
    }
    void solid(const char* kind, std::vector<double> size, const Transform& X_BG) {
        out_.push_back({.body = body_, .kind = kind, .size = std::move(size), .X_BG = X_BG, .tone = tone_});
    }

    const Model& model_;
    std::vector<DrawnShape>& out_;
    double span_ = 1;
    int body_ = 0, tone_ = -1;
};

/// A shape of the Model's own; nothing for a mesh whose triangles are not at hand.
std::optional<DrawnShape> drawn(const Visual& visual, double span) {
    const Colour& colour = visual.colour;
    DrawnShape out{.body = visual.body.index, .kind = kind_of(visual.shape), .X_BG = visual.X_BG};
    if (!(colour == Colour{})) out.color = {colour.red, colour.green, colour.blue, colour.opacity};
    if (const auto* box = visual.shape.if_a<shape::Box>())
        out.size = {box->sides.x, box->sides.y, box->sides.z};
    if (const auto* sphere = visual.shape.if_a<shape::Sphere>()) out.size = {sphere->radius};
    if (const auto* e = visual.shape.if_a<shape::Ellipsoid>())
        out.size = {e->radii.x, e->radii.y, e->radii.z};
    if (const auto* cylinder = visual.shape.if_a<shape::Cylinder>())
        out.size = {cylinder->radius, cylinder->length};
    if (const auto* capsule = visual.shape.if_a<shape::Capsule>())
        out.size = {capsule->radius, capsule->length};
    if (const auto* cone = visual.shape.if_a<shape::Cone>()) {
        out.size = {cone->radius, cone->height};
        out.X_BG.p = out.X_BG * Vec3{0, 0, cone->height / 2};  // the page has its middle at the origin
    }
    if (visual.shape.is<shape::HalfSpace>()) {
        out.kind = "plane", out.size = {4 * span, 4 * span};
        out.color = {colour.red, colour.green, colour.blue, 0.3 * colour.opacity};
    }
    if (const auto* mesh = visual.shape.if_a<shape::Mesh>()) {
        if (!mesh->triangles || mesh->triangles->faces.empty()) return {};
        out.kind = "mesh", out.size = {mesh->scale.x, mesh->scale.y, mesh->scale.z},
        out.triangles = mesh->triangles;
    }
    if (const auto* torus = visual.shape.if_a<shape::Torus>())
        out.size = {torus->ring_radius, torus->tube_radius};
    if (visual.shape.is<shape::ConvexHull>() || visual.shape.is<shape::HeightMap>()) {
        out.triangles = std::make_shared<TriangleMesh>(triangles_of(visual.shape));
        out.kind = "mesh", out.size = {1, 1, 1};
    }
    return out;
}

}  // namespace

std::optional<InertiaEllipsoid> inertia_ellipsoid(const MassProperties& mass) {
    if (!(mass.mass > 0)) return {};
    auto [I, R] = principal_axes(mass.inertia);
    if (!(I.x > 0)) return {};
    // I_x = m/5 (b² + c²) and so on
    const auto radius = [&](double other, double another, double own) {
        return std::sqrt(std::max(0.0, 2.5 / mass.mass * (other + another - own)));
    };
    return InertiaEllipsoid{R, {radius(I.y, I.z, I.x), radius(I.z, I.x, I.y), radius(I.x, I.y, I.z)}};
}

Look look_of(const System& system, const State& state) {
    const Model& model = system.model();
    Look look;
    AutomaticLook automatic(model, span_of(system, state), look.shapes);
    std::vector<bool> has_visual(model.bodies.size());
    for (const Visual& visual : model.visuals)
        if (auto shape = drawn(visual, automatic.span())) {
            look.shapes.push_back(std::move(*shape));
            has_visual[static_cast<std::size_t>(visual.body.index)] = true;
        }
    const auto is_half_space = [](const Visual& visual) { return visual.shape.is<shape::HalfSpace>(); };
    if (std::none_of(model.visuals.begin(), model.visuals.end(), is_half_space))
        for (const ContactSurface& surface : model.surfaces)  // ground and walls that nobody has drawn
            if (surface.shape.is<shape::HalfSpace>())
                look.shapes.push_back(*drawn({.name = surface.name,
                                              .body = surface.body,
                                              .X_BG = surface.X_BG,
                                              .shape = surface.shape},
                                             automatic.span()));
    for (std::size_t body = 1; body < model.bodies.size(); ++body)
        if (!has_visual[body]) automatic.draw(body);
    for (const JointElement& joint : model.joints)
        if (!has_visual[static_cast<std::size_t>(joint.placement.to.index)]) automatic.joint(joint);
    for (const AnyForce& force : model.forces) {
        if (const auto* spring = force.if_a<TwoPointSpring>())
            look.lines.push_back({spring->name, "spring", spring->from, spring->to});
        if (const auto* damper = force.if_a<TwoPointDamper>())
            look.lines.push_back({damper->name, "damper", damper->from, damper->to});
        visit(
            [&]<class E>(const E& e) {  // tendons and cables, stretch by stretch
                if constexpr (requires { e.path; })
                    for (std::size_t i = 1; i < e.path.size(); ++i)
                        look.lines.push_back({e.name, "rod", e.path[i - 1], e.path[i]});
            },
            force);
    }
    for (const AnyConstraint& constraint : model.constraints)
        if (const auto* rod = constraint.if_a<Rod>())
            look.lines.push_back({rod->name, "rod", rod->from, rod->to});
    return look;
}

}  // namespace sinew
