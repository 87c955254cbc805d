// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/at.h>
#include <sinew/base/names.h>
#include <sinew/formats/sdf_reader.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sinew::sdf {

namespace {

/// x along the first axis and y along the second; empty if they are not at right angles.
bool cross_of(const Vec3& first, const Vec3& second, Rotation& R) {
    if (std::abs(dot(first, second)) > 1e-3) return false;
    const Vec3 z = cross(first, second) / norm(cross(first, second));
    R = {{first, cross(z, first), z}};
    return true;
}

}  // namespace

/// A unit vector in the joint's frame. It may be given in any other.
Vec3 Reader::axis_of(const xml::Element& axis, const Node& joint) {
    const xml::Element xyz = axis.child("xyz");
    const Vec3 given = robot::unit_axis(axis, xyz.text().vec3({0, 0, 1}));
    std::string in = xyz.attribute("expressed_in").word();
    if (axis.text_of("use_parent_model_frame").flag(axes_in_model_) && in.empty()) in = "__model__";
    if (in.empty()) return given;
    const int frame = find_or_fault(joint.scope, in, axis);
    if (frame < 0) return given;
    const Vec3 turned = transpose_times(joint.X_WN.R, nodes_[at(frame)].X_WN.R * given);
    for (const Vec3& exact : {x_axis, y_axis, z_axis, -x_axis, -y_axis, -z_axis})
        if (norm(turned - exact) < 1e-15) return exact;
    return turned;
}

void Reader::limits(const xml::Element& axis, AnyJointId joint, int index, bool of_angle) {
    const xml::Element limit = axis.child("limit");
    if (!limit) return;
    const double infinity = std::numeric_limits<double>::infinity();
    CoordinateLimits found{.coordinate = {joint, index},
                           .low = limit.text_of("lower").number_or_infinite(-infinity),
                           .high = limit.text_of("upper").number_or_infinite(infinity)};
    if (found.low <= -1e15) found.low = -infinity;  // as SDF writes "none"
    if (found.high >= 1e15) found.high = infinity;
    for (const char* other : {"effort", "velocity", "stiffness", "dissipation"})
        if (const xml::Element e = limit.child(other)) {
            e.read_all();
            tally_.add(std::string("<") + other + "> of limits is not kept", limit.place());
        }
    if (!robot::possible_limits(limit, found.low, found.high, of_angle)) return;
    if (std::isfinite(found.low) || std::isfinite(found.high)) model_.add(found);
}

void Reader::dynamics(const xml::Element& axis, AnyJointId joint, int first, int count,
                      const std::string& name) {
    const xml::Element dynamics = axis.child("dynamics");
    const xml::Value damping = dynamics.text_of("damping"), friction = dynamics.text_of("friction");
    const double c = damping.number(), k = dynamics.text_of("spring_stiffness").number();
    const double rest = dynamics.text_of("spring_reference").number();
    if (c < 0) damping.fault("is negative: damping takes energy away.");
    if (friction.number() != 0) tally_.add("dry friction of joints was left out", dynamics.place());
    for (int i = first; i < first + count; ++i) {
        const std::string which = first == 0 && count == 1 ? "" : " " + std::to_string(i);
        if (c > 0)
            model_.add(
                MobilityDamper{.name = name + " damping" + which, .coordinate = {joint, i}, .damping = c});
        if (k != 0 && count == 1)
            model_.add(MobilitySpring{
                .name = name + " spring" + which, .coordinate = {joint, i}, .stiffness = k, .rest = rest});
    }
    if (k != 0 && count > 1) tally_.add("a spring of a ball joint was left out", dynamics.place());
}

void Reader::joint_of(Node& node) {
    const xml::Element& e = node.element;
    if (e.name() == "drake:joint") return drake_joint_of(node);
    const std::string type =
        e.required("type").one_of({"revolute", "continuous", "prismatic", "fixed", "ball", "universal",
                                   "revolute2", "screw", "gearbox"});
    const int parent = link_of(find_or_fault(node.scope, e.required_text_of("parent").word(), e), e);
    const int child = link_of(find_or_fault(node.scope, e.required_text_of("child").word(), e), e);
    for (const char* other : {"physics", "sensor"})
        if (const xml::Element found = e.child(other)) {
            found.read_all();
            tally_.add(std::string("<") + other + "> of joints was left out", found.place());
        }
    if (parent < 0 || child < 0 || type.empty() || type == "gearbox") return;
    if (parent == child)
        return e.fault("it joins the link " + sinew::quoted(nodes_[at(parent)].name) + " to itself.");
    const auto body = [&](int link) { return link == 0 ? sinew::world : nodes_[at(link)].body; };
    const xml::Element axis = e.child("axis"), axis2 = e.child("axis2");
    Rotation R = Rotation::identity();
    const Vec3 first = axis ? axis_of(axis, node) : Vec3{0, 0, 1};
    const bool two = type == "universal" || type == "revolute2";
    const Vec3 second = two && axis2 ? axis_of(axis2, node) : Vec3{0, 1, 0};
    if (type == "prismatic") R = robot::x_to(first);
    else if (!two && type != "ball" && type != "fixed") R = robot::z_to(first);
    else if (two && !cross_of(first, second, R))
        return e.fault("its two axes are not at right angles, which a universal joint needs.");
    const std::string name = joint_names_.unique(node.name);
    const JointPlacement placement{.name = name,
                                   .from = body(parent),
                                   .to = body(child),
                                   .X_PF = nodes_[at(parent)].X_WN.inverse() * node.X_WN * Transform{R, {}},
                                   .X_BM = nodes_[at(child)].X_WN.inverse() * node.X_WN * Transform{R, {}}};
    reading_.place(robot::element_name("joint", name), e.place());
    AnyJointId id;
    if (type == "fixed") id = model_.add(Weld{}, placement);
    else if (type == "ball") id = model_.add(Ball{}, placement);
    else if (two) id = model_.add(Universal{}, placement);
    else if (type == "prismatic") id = model_.add(Slider{}, placement);
    else if (type == "screw") {
        double per_turn = e.text_of("screw_thread_pitch").number(1);
        if (const xml::Value old = e.text_of("thread_pitch"); old && !e.child("screw_thread_pitch"))
            per_turn = old.number() != 0 ? -2 * std::numbers::pi / old.number() : 0;
        id = model_.add(Screw{.pitch = per_turn / (2 * std::numbers::pi)}, placement);
    } else id = model_.add(Pin{}, placement);
    joints_[static_cast<int>(&node - nodes_.data())] = id;
    if (type == "fixed") return;
    dynamics(axis, id, 0, type == "ball" ? 3 : 1, name);
    if (type == "ball") axis.child("limit").read_all();
    else if (type != "continuous") limits(axis, id, 0, type == "revolute" || two);
    if (two) {
        dynamics(axis2, id, 1, 1, name);
        limits(axis2, id, 1, true);
    }
}

/// Drake's planar joint: F is the parent's frame and M the child's.
void Reader::drake_joint_of(Node& node) {
    const xml::Element& e = node.element;
    if (e.required("type").one_of({"planar"}).empty()) return;
    const int from = find_or_fault(node.scope, e.required_text_of("drake:parent").word(), e);
    const int to = find_or_fault(node.scope, e.required_text_of("drake:child").word(), e);
    const int parent = link_of(from, e), child = link_of(to, e);
    if (parent < 0 || child < 0) return;
    const auto body = [&](int link) { return link == 0 ? sinew::world : nodes_[at(link)].body; };
    const std::string name = joint_names_.unique(node.name);
    const auto id = model_.add(Planar{}, {.name = name,
                                          .from = body(parent),
                                          .to = body(child),
                                          .X_PF = nodes_[at(parent)].X_WN.inverse() * nodes_[at(from)].X_WN,
                                          .X_BM = nodes_[at(child)].X_WN.inverse() * nodes_[at(to)].X_WN});
    joints_[static_cast<int>(&node - nodes_.data())] = id;
    reading_.place(robot::element_name("joint", name), e.place());
    const std::vector<double> damping = e.text_of("drake:damping").numbers(3, 3);
    for (int i = 0; i < 3 && damping.size() == 3; ++i)  // theirs are (x, y, angle)
        if (damping[at((i + 2) % 3)] > 0)
            model_.add(MobilityDamper{.name = name + " damping " + std::to_string(i),
                                      .coordinate = {id, i},
                                      .damping = damping[at((i + 2) % 3)]});
}

/// A gearbox ties the angles of two hinges on its reference body: θ₂ = −ratio θ₁, its child's and its parent's.
void Reader::gearboxes() {
    for (Node& node : nodes_) {
        if (node.kind != Node::joint || node.element.attribute("type").word() != "gearbox") continue;
        const xml::Element& e = node.element;
        const double ratio = e.text_of("gearbox_ratio").number(1);
        const int reference =
            link_of(find_or_fault(node.scope, e.required_text_of("gearbox_reference_body").word(), e), e);
        const int parent = link_of(find(node.scope, e.text_of("parent").word()), e);
        const int child = link_of(find(node.scope, e.text_of("child").word()), e);
        if (reference < 0 || parent < 0 || child < 0) continue;
        for (const char* unused : {"axis", "axis2"}) e.child(unused).read_all();
        double sign[2] = {0, 0};
        CoordinateOf hinge[2];
        for (const auto& [number, id] : joints_) {
            const JointElement& joint = model_.joints[at(id.index)];
            if (!joint.joint.is<Pin>()) continue;
            for (int end = 0; end < 2; ++end) {
                const BodyId on = nodes_[at(end == 0 ? parent : child)].body,
                             base = nodes_[at(reference)].body;
                const bool forward = joint.placement.from == base && joint.placement.to == on;
                const bool back = joint.placement.to == base && joint.placement.from == on;
                if (forward || back) hinge[end] = {id, 0}, sign[end] = forward ? 1 : -1;
            }
        }
        if (sign[0] == 0 || sign[1] == 0) {
            e.fault(
                "a gearbox needs a revolute joint between its reference body and its parent, and one to its "
                "child.");
            continue;
        }
        const std::string name = joint_names_.unique(node.name);
        model_.add(
            Gear{.name = name, .one = hinge[0], .other = hinge[1], .ratio = -ratio * sign[0] * sign[1]});
        reading_.place(robot::element_name("constraint", name), e.place());
    }
}

void Reader::mimics() {
    for (const auto& [number, id] : joints_) {
        const Node& node = nodes_[at(number)];
        int index = 0;
        for (const char* which : {"axis", "axis2"}) {
            const xml::Element mimic = node.element.child(which).child("mimic");
            if (mimic) {
                const int other = find_or_fault(node.scope, mimic.required("joint").word(), mimic);
                const auto lead = joints_.find(other);
                if (lead == joints_.end()) {
                    if (other >= 0) mimic.fault("it follows something that is no joint.");
                    continue;
                }
                const double ratio = mimic.text_of("multiplier").number(1);
                const int of = mimic.attribute("axis").word("axis") == "axis2" ? 1 : 0;
                model_.add(Gear{
                    .name = model_.joints[at(id.index)].placement.name + " mimic" + (index == 0 ? "" : " 2"),
                    .one = {lead->second, of},
                    .other = {id, index},
                    .ratio = ratio,
                    .offset =
                        mimic.text_of("offset").number() - ratio * mimic.text_of("reference").number()});
            }
            ++index;
        }
    }
}

/// What no joint holds to the world is free, and what is static does not move.
void Reader::hold_the_rest() {
    std::vector<int> group(model_.bodies.size());
    for (std::size_t i = 0; i < group.size(); ++i) group[i] = static_cast<int>(i);
    const auto root = [&](int i) {
        while (group[at(i)] != i) i = group[at(i)] = group[at(group[at(i)])];
        return i;
    };
    for (const JointElement& joint : model_.joints)
        group[at(root(joint.placement.from.index))] = root(joint.placement.to.index);
    std::vector<const Node*> loose;
    for (const Node& node : nodes_) {
        if (node.kind != Node::link || root(node.body.index) == root(0)) continue;
        if (!scopes_[at(node.scope)].is_static) {
            loose.push_back(&node);
        } else {
            model_.add(Weld{}, {.name = joint_names_.unique(node.name + " fixed"),
                                .from = world,
                                .to = node.body,
                                .X_PF = node.X_WN});
        }
        group[at(root(node.body.index))] = root(0);
    }
    for (const Node* node : loose) {
        const std::string name = joint_names_.unique(
            loose.size() == 1 && !joint_names_.has("base") ? "base" : node->name + " free");
        reading_.place(robot::element_name("joint", name), node->element.place());
        model_.add(Free{}, {.name = name, .from = world, .to = node->body, .X_PF = node->X_WN});
    }
}

}  // namespace sinew::sdf
