// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Joints: a body with several of them hangs on a chain of massless bodies, so that each keeps its name and coordinate.
#include <sinew/base/names.h>
#include <sinew/formats/mjcf_reader.h>
#include <sinew/math/orientation.h>

#include <cmath>

namespace sinew::mjcf {

namespace {

constexpr double no_length = 1e-10;

/// A frame at p whose z axis (or x axis, for a slider) is along a.
Transform frame_along(const Vec3& a, const Vec3& p, bool slides) {
    const Rotation R = rotation_taking_z_to(a);
    return {slides ? R * Rotation{{z_axis, x_axis, y_axis}} : R, p};
}

}  // namespace

/// The joints of a body in their order, each with the frames around it.
std::vector<Sourced> Reader::joints_of(const std::vector<Item>& items, std::vector<Transform>& frames) {
    std::vector<Sourced> out;
    for (const Item& item : items) {
        const bool is_free = item.element.name() == "freejoint";
        if (!is_free && item.element.name() != "joint") continue;
        out.push_back(is_free ? Sourced{item.element.read(), {}, item.suffix}
                              : sourced(item.element, item.childclass, {"joint"}, item.suffix));
        frames.push_back(item.X_BI);
        known(item.element,
              "class group user align solreflimit solimplimit solreffriction solimpfriction margin");
    }
    return out;
}

/// Hangs a body on its parent by all its joints, or a weld. Returns it, without mass yet.
BodyId Reader::hang(const std::vector<Sourced>& joints, const std::vector<Transform>& frames, BodyId parent,
                    const Transform& X_PB, const Transform& X_WB0, const std::string& name,
                    const Element& e) {
    BodyId from = parent;
    Transform X_FB = X_PB;  // letters: the body's frame in that of what the next joint comes from
    for (std::size_t i = 0; i < joints.size(); ++i) {
        const bool last = i + 1 == joints.size();
        const std::string link = last ? name : fresh(body_names_, name + "_link" + std::to_string(i + 1));
        const BodyId to = add_body(link, {}, e);
        add_joint(joints[i], frames[i], from, to, X_FB, X_WB0, name);
        from = to;
        X_FB = {};
    }
    if (!joints.empty()) return from;
    const BodyId body = add_body(name, {}, e);
    const std::string weld = fresh(joint_names_, name + "_weld");
    place("joint", weld, e);
    model_.add(Weld{}, {.name = weld, .from = parent, .to = body, .X_PF = X_PB});
    return body;
}

void Reader::add_joint(const Sourced& e, const Transform& X_BI, BodyId from, BodyId to, const Transform& X_PB,
                       const Transform& X_WB0, const std::string& body_name) {
    const bool is_free = e.own.name() == "freejoint";
    const std::string type = is_free ? "free" : e["type"].one_of({"hinge", "slide", "ball", "free"}, "hinge");
    Joint joint;
    joint.element = e.own;
    joint.name = e.name();
    const bool has_name = !joint.name.empty();
    if (has_name && joint_names_.contains(joint.name))
        return e.own.fault("there is a joint " + sinew::quoted(joint.name) + " already");
    joint.name = fresh(joint_names_, has_name ? joint.name : body_name + "_" + type);
    if (has_name && !e.suffix.empty()) replicas_[e.own.attribute("name").word()].push_back(e.suffix);
    place("joint", joint.name, e.own);

    const Vec3 p = X_BI * e["pos"].vec3();
    JointPlacement at{.name = joint.name, .from = from, .to = to};
    at.armature = is_free ? 0 : e["armature"].number();
    if (type == "free") {
        joint.type = JointType::free;
        joint.X_WB0 = X_WB0;
        if (from != world) return e.own.fault("a free joint belongs to a body of the worldbody, alone");
        joint.id = model_.add(Free{}, at);
    } else if (type == "ball") {
        joint.type = JointType::ball;
        at.X_PF = X_PB * Transform{Rotation::identity(), p};
        at.X_BM.p = p;
        joint.id = model_.add(Ball{}, at);
    } else {
        const bool slides = type == "slide";
        joint.type = slides ? JointType::slide : JointType::hinge;
        const Vec3 axis = X_BI.R * e["axis"].vec3(z_axis);
        const double length = std::sqrt(dot(axis, axis));
        if (!(length > no_length) || !std::isfinite(length)) {
            e["axis"].fault("has no length, so it is no direction");
            return;
        }
        joint.ref = slides ? e["ref"].number() : angle(e["ref"].number());
        const Transform on_body = frame_along(axis / length, p, slides);
        const Transform back = slides ? Transform{Rotation::identity(), {-joint.ref, 0, 0}}
                                      : Transform{Rotation::about_z(-joint.ref), {}};
        at.X_BM = on_body;
        at.X_PF = X_PB * on_body * (joint.ref == 0 ? Transform{} : back);
        if (slides) joint.id = model_.add(Slider{}, at);
        else joint.id = model_.add(Pin{}, at);
    }
    if (!is_free) {
        add_limits(e, joint);
        add_passive(e, joint);
        if (e.has("actuatorfrcrange")) joint.force_range = e["actuatorfrcrange"].numbers(2, 2);
        e["actuatorfrclimited"], e["actuatorgravcomp"];
    }
    joint_order_.push_back(joint.name);
    joints_[joint.name] = joint;
}

void Reader::add_limits(const Sourced& e, const Joint& joint) {
    const std::string limited = e["limited"].word("auto");
    if (!e.has("range") || limited == "false" || (limited == "auto" && !compiler_.autolimits)) return;
    const std::vector<double> range = e["range"].numbers(2, 2);
    if (range.size() != 2 || (range[0] == 0 && range[1] == 0 && limited == "auto")) return;
    if (range[0] > range[1]) return e["range"].fault("has a lower end above its upper one. Exchange them");
    if (joint.type == JointType::ball || joint.type == JointType::free) {
        note_once("ball range", e.own, "the range of a ball joint is not read");
        return;
    }
    const bool turns = joint.type == JointType::hinge;
    if (turns && !compiler_.degrees && std::max(std::abs(range[0]), std::abs(range[1])) > 6.5)
        e.own.note("its range is more than a turn, in radians: were degrees meant?");
    model_.add(CoordinateLimits{joint.coordinate(), turns ? angle(range[0]) : range[0],
                                turns ? angle(range[1]) : range[1]});
}

/// Springs and dampers in the joint.
void Reader::add_passive(const Sourced& e, const Joint& joint) {
    const int speeds = joint.type == JointType::free ? 6 : joint.type == JointType::ball ? 3 : 1;
    const std::vector<double> damping = e["damping"].numbers(0, 4), stiffness = e["stiffness"].numbers(0, 4);
    if (e.has("springdamper")) {
        e["springdamper"];
        note_once("springdamper", e.own, "springdamper is not read: give stiffness and damping");
    }
    if (e.has("frictionloss") && e["frictionloss"].number() != 0)
        note_once("frictionloss", e.own, "dry friction in joints (frictionloss) is not read");
    if (damping.size() > 1 || stiffness.size() > 1)
        note_once("poly", e.own, "of damping and stiffness with several numbers only the first is read");
    if (!damping.empty() && damping[0] < 0) e["damping"].fault("must not be negative");
    if (option_.dampers && !damping.empty() && damping[0] > 0)
        for (int i = 0; i < speeds; ++i)
            model_.add(MobilityDamper{
                .name = fresh(force_names_, joint.name + "_damper" + (speeds > 1 ? std::to_string(i) : "")),
                .coordinate = {joint.id, i},
                .damping = damping[0]});
    if (!option_.springs || stiffness.empty() || stiffness[0] == 0) return;
    if (speeds > 1) {
        note_once("ball spring", e.own, "the stiffness of a ball or free joint is not read");
        return;
    }
    const double rest = e["springref"].number();
    model_.add(MobilitySpring{.name = fresh(force_names_, joint.name + "_spring"),
                              .coordinate = joint.coordinate(),
                              .stiffness = stiffness[0],
                              .rest = joint.type == JointType::hinge ? angle(rest) : rest});
}

}  // namespace sinew::mjcf
