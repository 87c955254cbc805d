// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/error.h>
#include <sinew/base/names.h>
#include <sinew/system/model.h>

namespace sinew {

namespace {

/// The index of the element of that name, or an error that lists what is near.
template <class List, class NameOf>
int find(std::string_view what, std::string_view name, const List& list, NameOf name_of_element) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (name_of_element(list[i]) == name) return static_cast<int>(i);
        names.push_back(name_of_element(list[i]));
    }
    const std::string nearest = nearest_name(name, names);
    throw ModelError({"there is no " + std::string(what) + " " + quoted(name) + "." +
                      (nearest.empty() ? "" : " Did you mean " + quoted(nearest) + "?")});
}

}  // namespace

BodyId Model::add(Body body) {
    bodies.push_back(std::move(body));
    return {static_cast<int>(bodies.size()) - 1};
}

AnyJointId Model::add_joint(JointElement joint) {
    joints.push_back(std::move(joint));
    return {{static_cast<int>(joints.size()) - 1}};
}

ForceId Model::add_force(AnyForce force) {
    forces.push_back(std::move(force));
    return {static_cast<int>(forces.size()) - 1};
}

MotionId Model::add(Motion motion) {
    motions.push_back(std::move(motion));
    return {static_cast<int>(motions.size()) - 1};
}

ConstraintId Model::add_constraint(AnyConstraint constraint) {
    constraints.push_back(std::move(constraint));
    return {static_cast<int>(constraints.size()) - 1};
}

SurfaceId Model::add(ContactSurface surface) {
    surfaces.push_back(std::move(surface));
    return {static_cast<int>(surfaces.size()) - 1};
}

void Model::add(OneWay condition) { one_way.push_back(std::move(condition)); }
void Model::add(Bounded condition) { bounded.push_back(std::move(condition)); }

FastId Model::add(FastVariables fast_variables) {
    fast.push_back(std::move(fast_variables));
    return {static_cast<int>(fast.size()) - 1};
}

void Model::add(Visual visual) { visuals.push_back(std::move(visual)); }
void Model::add(Marker marker) { markers.push_back(std::move(marker)); }
void Model::add(const CoordinateLimits& coordinate_limits) { limits.push_back(coordinate_limits); }
void Model::add(Posture posture) { postures.push_back(std::move(posture)); }

BodyId Model::body(std::string_view body_name) const {
    return {find("body", body_name, bodies, [](const Body& b) { return b.name; })};
}

AnyJointId Model::joint(std::string_view joint_name) const {
    return {{find("joint", joint_name, joints, [](const JointElement& j) { return j.placement.name; })}};
}

ForceId Model::force(std::string_view force_name) const {
    return {find("force", force_name, forces, [](const AnyForce& f) { return name_of(f); })};
}

MotionId Model::motion(std::string_view motion_name) const {
    return {find("motion", motion_name, motions, [](const Motion& m) { return m.name; })};
}

ConstraintId Model::constraint(std::string_view constraint_name) const {
    return {
        find("constraint", constraint_name, constraints, [](const AnyConstraint& c) { return name_of(c); })};
}

SurfaceId Model::surface(std::string_view surface_name) const {
    return {find("surface", surface_name, surfaces, [](const ContactSurface& s) { return s.name; })};
}

const std::string& name_of(const AnyConstraint& constraint) {
    return visit([](const auto& element) -> const std::string& { return element.name; }, constraint);
}

const std::string& name_of(const AnyForce& force) {
    return visit([](const auto& element) -> const std::string& { return element.name; }, force);
}

const Marker& Model::marker(std::string_view marker_name) const {
    const int i = find("marker", marker_name, markers, [](const Marker& m) { return m.name; });
    return markers[static_cast<std::size_t>(i)];
}

const Posture& Model::posture(std::string_view posture_name) const {
    const int i = find("posture", posture_name, postures, [](const Posture& p) { return p.name; });
    return postures[static_cast<std::size_t>(i)];
}

Vec3 up_of(const Model& model) {
    if (norm(model.up) > 0) return model.up / norm(model.up);
    for (const AnyForce& force : model.forces)
        if (const Gravity* gravity = force.if_a<Gravity>(); gravity && norm(gravity->g) > 0)
            return -gravity->g / norm(gravity->g);
    return y_axis;
}

}  // namespace sinew
