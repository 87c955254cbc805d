// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/at.h>
#include <sinew/base/names.h>
#include <sinew/formats/urdf_reader.h>

#include <cmath>
#include <numbers>

namespace sinew::urdf {

namespace {

/// Its coordinate can be led by another's, or bounded.
bool has_one_coordinate(const Joint& joint) {
    return joint.type == "revolute" || joint.type == "continuous" || joint.type == "prismatic" ||
           joint.type == "screw";
}

}  // namespace

/// A joint of URDF stands at its origin in the parent; the child's frame is there when its coordinates are zero. Ours
/// turn about z and shift along x, so F and M both get the rotation that takes that to the axis (13.22).
void Reader::add_joint(Joint& joint) {
    const xml::Element& e = joint.element;
    const Transform X_PJ = origin_of(e);
    const xml::Element axis_element = e.child("axis");
    Vec3 axis{1, 0, 0};
    if (joint.type == "planar" && e.name() == "drake:joint") axis = {0, 0, 1};
    const bool uses_axis = has_one_coordinate(joint) || joint.type == "planar";
    if (axis_element) axis = axis_element.required("xyz").vec3(axis);
    if (axis_element.has("rpy")) {
        axis_element.attribute("rpy");
        tally_.add("rpy of an <axis> means nothing and was left out", axis_element.place());
    }
    Rotation R = Rotation::identity();
    if (uses_axis) {
        axis = axis_element ? robot::unit_axis(axis_element, axis) : axis;
        R = joint.type == "prismatic" ? robot::x_to(axis) : robot::z_to(axis);
    }
    JointPlacement placement{.name = joint.name,
                             .from = links_[at(joint.parent)].body,
                             .to = links_[at(joint.child)].body,
                             .X_PF = X_PJ * Transform{R, {}},
                             .X_BM = {R, {}}};
    int coordinates = 1;
    if (joint.type == "fixed") {
        joint.id = model_.add(Weld{}, placement), coordinates = 0;
    } else if (joint.type == "prismatic") {
        joint.id = model_.add(Slider{}, placement);
    } else if (joint.type == "planar") {
        joint.id = model_.add(Planar{}, placement), coordinates = 3;
    } else if (joint.type == "floating") {
        joint.id = model_.add(Free{}, placement), coordinates = 6;
    } else if (joint.type == "ball") {
        joint.id = model_.add(Ball{}, placement), coordinates = 3;
    } else if (joint.type == "universal") {
        joint.id = model_.add(Universal{}, placement), coordinates = 2;
    } else if (joint.type == "screw") {
        const double per_turn = e.required_child("drake:screw_thread_pitch").required("value").number(1);
        joint.id = model_.add(Screw{.pitch = per_turn / (2 * std::numbers::pi)}, placement);
    } else {
        joint.id = model_.add(Pin{}, placement);
    }
    reading_.place(robot::element_name("joint", joint.name), e.place());
    limits(joint);
    dynamics(joint, coordinates);
}

void Reader::limits(const Joint& joint) {
    const xml::Element& e = joint.element;
    const xml::Element limit = e.child("limit");
    for (const char* other : {"safety_controller", "calibration"})
        if (const xml::Element found = e.child(other)) {
            found.read_all();
            tally_.add(std::string("<") + other + "> is for robots' controllers and was left out",
                       found.place());
        }
    const bool bounded = joint.type == "revolute" || joint.type == "prismatic";
    if (!limit) {
        if (bounded) tally_.add("a " + joint.type + " joint without <limit> moves without bounds", e.place());
        return;
    }
    for (const char* other : {"effort", "velocity"})
        if (limit.attribute(other)) {
            limit.attribute(other).number_or_infinite();
            tally_.add(std::string("limits of ") + other + " are not kept", limit.place());
        }
    if (!bounded) {
        for (const char* end : {"lower", "upper"})
            if (limit.attribute(end))
                tally_.add("limits of a " + joint.type + " joint mean nothing", limit.place());
        return;
    }
    if (!limit.has("lower") && !limit.has("upper")) {
        tally_.add("a " + joint.type + " joint whose <limit> has no lower and upper moves without bounds",
                   e.place());
        return;
    }
    CoordinateLimits found{.coordinate = {joint.id, 0},
                           .low = limit.attribute("lower").number_or_infinite(0),
                           .high = limit.attribute("upper").number_or_infinite(0)};
    if (robot::possible_limits(limit, found.low, found.high, joint.type == "revolute")) model_.add(found);
}

void Reader::dynamics(const Joint& joint, int coordinates) {
    const xml::Element dynamics = joint.element.child("dynamics");
    if (!dynamics) return;
    if (const xml::Value friction = dynamics.attribute("friction")) {
        const double value = friction.number();
        if (value < 0) friction.fault("is negative.");
        if (value != 0) tally_.add("dry friction of joints was left out", dynamics.place());
    }
    const xml::Value value = dynamics.attribute("damping");
    std::vector<double> damping = value.numbers(1, 6);
    if (damping.empty() || coordinates == 0) return;
    if (damping.size() == 1) damping.resize(at(coordinates), damping[0]);
    if (static_cast<int>(damping.size()) != coordinates)
        return value.fault("holds " + std::to_string(damping.size()) + " numbers for " +
                           std::to_string(coordinates) + " speeds.");
    // Several come as (x, y, angle), where ours are (angle, x, y).
    if (joint.type == "planar") damping = {damping[2], damping[0], damping[1]};
    for (int i = 0; i < coordinates; ++i) {
        if (damping[at(i)] < 0) return value.fault("is negative: damping takes energy away.");
        if (damping[at(i)] == 0) continue;
        model_.add(MobilityDamper{
            .name = joint.name + " damping" + (coordinates == 1 ? "" : " " + std::to_string(i)),
            .coordinate = {joint.id, i},
            .damping = damping[at(i)]});
    }
}

void Reader::joints() {
    add_base();
    for (Joint& joint : joints_) add_joint(joint);
}

void Reader::add_base() {
    for (const Link& link : links_) {
        if (link.parent_joint >= 0) continue;
        if (link.body == world) {
            if (options_.floating_base)
                reading_.note(link.element.place(),
                              "the root is the world, which does not move: there is no floating base.");
            return;
        }
        const std::string name = joint_names_.contains("base") ? link.name + " to world" : "base";
        const JointPlacement placement{.name = name, .from = world, .to = link.body};
        if (options_.floating_base) model_.add(Free{}, placement);
        else model_.add(Weld{}, placement);
        reading_.place(robot::element_name("joint", name), link.element.place());
    }
}

void Reader::mimics() {
    std::map<int, int> leads;  // by the joint that follows
    for (std::size_t j = 0; j < joints_.size(); ++j) {
        const Joint& joint = joints_[j];
        const xml::Element mimic = joint.element.child("mimic");
        if (!mimic) continue;
        if (joint.type == "fixed") {
            mimic.read_all();
            tally_.add("<mimic> of a fixed joint means nothing", mimic.place());
            continue;
        }
        const xml::Value value = mimic.required("joint");
        const std::string name = value.word();
        const auto found = joint_names_.find(name);
        if (found == joint_names_.end()) {
            std::vector<std::string> known;
            for (const Joint& other : joints_) known.push_back(other.name);
            const std::string near = nearest_name(name, known);
            value.fault("is not a joint of this file." +
                        (near.empty() ? "" : " Did you mean " + sinew::quoted(near) + "?"));
            continue;
        }
        const Joint& lead = joints_[at(found->second)];
        if (&lead == &joint) {
            value.fault("is the joint itself. It follows another one.");
            continue;
        }
        if (!has_one_coordinate(joint) || !has_one_coordinate(lead)) {
            value.fault("can not be followed: both joints must have one coordinate, and they are " +
                        joint.type + " and " + lead.type + ".");
            continue;
        }
        leads[static_cast<int>(j)] = found->second;
        model_.add(Gear{.name = joint.name + " mimic",
                        .one = {lead.id, 0},
                        .other = {joint.id, 0},
                        .ratio = mimic.attribute("multiplier").number(1),
                        .offset = mimic.attribute("offset").number(0)});
        reading_.place(robot::element_name("constraint", joint.name + " mimic"), mimic.place());
    }
    check_mimic_rings(leads);
}

void Reader::check_mimic_rings(const std::map<int, int>& leads) {
    std::map<int, int> mark;
    for (const auto& [start, lead] : leads) {
        int joint = start;
        while (leads.contains(joint) && !mark.contains(joint)) {
            mark[joint] = start;
            joint = leads.at(joint);
        }
        if (!leads.contains(joint) || mark[joint] != start) continue;
        joints_[at(joint)].element.child("mimic").fault(
            "the joints follow each other in a ring, beginning with " +
            sinew::quoted(joints_[at(lead)].name) + ".");
    }
}

void Reader::frames() {
    robot::UniqueNames names;
    for (const xml::Element& frame : robot_.children("frame")) {
        const std::string link = frame.required("link").word(), name = frame.required("name").word();
        const auto found = link_names_.find(link);
        if (found == link_names_.end()) {
            frame.fault("its link " + sinew::quoted(link) + " is not there.");
            continue;
        }
        const Transform X_BF{robot::rotation_of_rpy(frame.attribute("rpy").vec3()),
                             frame.attribute("xyz").vec3()};
        model_.add(Marker{.name = names.unique(name), .on = {links_[at(found->second)].body, X_BF}});
    }
}

}  // namespace sinew::urdf
