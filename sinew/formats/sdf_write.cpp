// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/at.h>
#include <sinew/base/names.h>
#include <sinew/formats/model_losses.h>
#include <sinew/formats/robot_parts.h>
#include <sinew/formats/sdf.h>
#include <sinew/formats/tree_order.h>
#include <sinew/formats/xml_writer.h>

#include <cmath>
#include <numbers>

namespace sinew {

namespace {

using xml::number_text;
using xml::numbers_text;

double on_grid(double x) { return std::round(x * 1e14) / 1e14; }
Vec3 on_grid(const Vec3& v) { return {on_grid(v.x), on_grid(v.y), on_grid(v.z)}; }

/// Where the other body stands while all coordinates are zero, from a joint's frames on this one and on the other.
Transform at_zero(const Transform& here, const Transform& there) { return here * there.inverse(); }

/// Bodies keep their frames, so a joint of SDF, which stands anywhere, is written as it is: its pose in its child,
/// which is M, and the link's pose where it is when all coordinates are zero.
class SdfWriter {
public:
    SdfWriter(const Model& model, std::vector<std::string>& losses) : model_(model), losses_(losses) {
        const robot::TreeOrder order = robot::tree_order(model);
        X_WB_.resize(model.bodies.size());
        for (const robot::TreeJoint& j : order.joints) {
            const JointPlacement& p = model.joints[at(j.joint)].placement;
            const Transform X_PB = j.reversed ? at_zero(p.X_BM, p.X_PF) : at_zero(p.X_PF, p.X_BM);
            X_WB_[at(j.child.index)] = X_WB_[at(j.parent.index)] * X_PB;
        }
        for (const BodyId body : order.not_joined)
            losses_.push_back("body " + sinew::quoted(model.bodies[at(body.index)].name) +
                              " is not joined to the world; it was written as a free one.");
    }

    std::string write() {
        out_.open("sdf", {{"version", "1.10"}});
        out_.open("world", {{"name", model_.name}});
        gravity();
        out_.open("model", {{"name", model_.name}});
        for (std::size_t b = 1; b < model_.bodies.size(); ++b) link(BodyId{static_cast<int>(b)});
        for (const Marker& marker : model_.markers) frame(marker);
        for (std::size_t j = 0; j < model_.joints.size(); ++j) joint(static_cast<int>(j));
        out_.close();
        out_.close();
        out_.close();
        for (const Visual& visual : model_.visuals)
            if (visual.body == world)
                losses_.push_back("visual " + sinew::quoted(visual.name) +
                                  ": SDF has no shapes of the world itself.");
        losses::of_elements(model_, "SDF", told_, false, losses_);
        return out_.result();
    }

private:
    void gravity() {
        Vec3 all{};
        for (const AnyForce& force : model_.forces)
            if (const auto* g = force.if_a<Gravity>()) {
                all += g->g;
                told_.push_back(g->name);
            }
        out_.text("gravity", numbers_text(all));
    }

    /// Poses are products of others when they are read: on the grid they come out the same next time.
    void pose(const Transform& X) {
        const Vec3 rpy = on_grid(robot::rpy_of(X.R)), p = on_grid(X.p);
        if (rpy == Vec3{} && p == Vec3{}) return;
        out_.text("pose", numbers_text(p) + " " + numbers_text(rpy));
    }

    void link(BodyId body) {
        const Body& b = model_.bodies[at(body.index)];
        out_.open("link", {{"name", b.name}});
        pose(X_WB_[at(body.index)]);
        out_.open("inertial");
        if (b.mass.com != Vec3{}) out_.text("pose", numbers_text(b.mass.com) + " 0 0 0");
        out_.text("mass", number_text(b.mass.mass));
        out_.open("inertia");
        const Sym3& I = b.mass.inertia;
        const std::pair<const char*, double> parts[] = {{"ixx", I.xx}, {"ixy", I.xy}, {"ixz", I.xz},
                                                        {"iyy", I.yy}, {"iyz", I.yz}, {"izz", I.zz}};
        for (const auto& [name, value] : parts) out_.text(name, number_text(value));
        out_.close();
        out_.close();
        for (const AnyForce& force : model_.forces)
            if (const auto* g = force.if_a<Gravity>())
                for (const BodyId spared : g->except)
                    if (spared == body) out_.text("gravity", "false");
        for (const Visual& visual : model_.visuals)
            if (visual.body == body) this->visual(visual);
        out_.close();
    }

    void visual(const Visual& v) {
        std::string kind;
        std::vector<std::pair<std::string, std::string>> parts;
        Transform X_BG = v.X_BG;
        if (const auto* box = v.shape.if_a<shape::Box>()) {
            kind = "box", parts = {{"size", numbers_text(box->sides)}};
        } else if (const auto* sphere = v.shape.if_a<shape::Sphere>()) {
            kind = "sphere", parts = {{"radius", number_text(sphere->radius)}};
        } else if (const auto* ellipsoid = v.shape.if_a<shape::Ellipsoid>()) {
            kind = "ellipsoid", parts = {{"radii", numbers_text(ellipsoid->radii)}};
        } else if (const auto* cylinder = v.shape.if_a<shape::Cylinder>()) {
            kind = "cylinder";
            parts = {{"radius", number_text(cylinder->radius)}, {"length", number_text(cylinder->length)}};
        } else if (const auto* capsule = v.shape.if_a<shape::Capsule>()) {
            kind = "capsule";
            parts = {{"radius", number_text(capsule->radius)}, {"length", number_text(capsule->length)}};
        } else if (const auto* cone = v.shape.if_a<shape::Cone>()) {
            kind = "cone";
            parts = {{"radius", number_text(cone->radius)}, {"length", number_text(cone->height)}};
            X_BG = X_BG * Transform{Rotation::identity(), {0, 0, cone->height / 2}};
        } else if (v.shape.is<shape::HalfSpace>()) {
            kind = "plane", parts = {{"normal", "0 0 1"}};
        } else if (const auto* mesh = v.shape.if_a<shape::Mesh>(); mesh && !mesh->file.empty()) {
            kind = "mesh", parts = {{"uri", mesh->file}, {"scale", numbers_text(mesh->scale)}};
        } else {
            losses_.push_back("visual " + sinew::quoted(v.name) +
                              (v.shape.is<shape::Mesh>()
                                   ? std::string(": SDF has no mesh but of a file.")
                                   : ": SDF has no shape \"" + std::string(kind_of(v.shape)) + "\"."));
            return;
        }
        out_.open("visual", {{"name", v.name}});
        pose(X_BG);
        out_.open("geometry");
        out_.open(kind);
        for (const auto& [name, value] : parts) out_.text(name, value);
        out_.close();
        out_.close();
        const Colour& c = v.colour;
        out_.open("material");
        out_.text("diffuse", number_text(c.red) + " " + number_text(c.green) + " " + number_text(c.blue) +
                                 " " + number_text(c.opacity));
        out_.close();
        out_.close();
    }

    void frame(const Marker& marker) {
        const std::string on =
            marker.on.body == world ? "world" : model_.bodies[at(marker.on.body.index)].name;
        out_.open("frame", {{"name", marker.name}, {"attached_to", on}});
        pose(marker.on.X_BF);
        out_.close();
        told_.push_back(marker.name);
    }

    /// A ball joint's dampers, if they are the same in all directions.
    void ball_damping(int j) {
        const MobilityDamper* dampers[3] = {};
        for (const AnyForce& force : model_.forces)
            if (const auto* d = force.if_a<MobilityDamper>(); d && d->coordinate.joint.index == j)
                if (d->coordinate.index >= 0 && d->coordinate.index < 3) dampers[d->coordinate.index] = d;
        if (!dampers[0] || !dampers[1] || !dampers[2] || dampers[0]->damping != dampers[1]->damping ||
            dampers[0]->damping != dampers[2]->damping)
            return;
        out_.open("axis");
        out_.text("xyz", "0 0 1");
        out_.open("dynamics");
        out_.text("damping", number_text(dampers[0]->damping));
        out_.close();
        out_.close();
        for (const MobilityDamper* d : dampers) told_.push_back(d->name);
    }

    void joint(int j) {
        const JointElement& e = model_.joints[at(j)];
        const JointPlacement& p = e.placement;
        std::string type;
        int axes = 1;
        if (e.joint.is<Weld>()) type = "fixed", axes = 0;
        else if (e.joint.is<Pin>()) type = losses::limits_of(model_, j) ? "revolute" : "continuous";
        else if (e.joint.is<Slider>()) type = "prismatic";
        else if (e.joint.is<Screw>()) type = "screw";
        else if (e.joint.is<Ball>()) type = "ball", axes = 0;
        else if (e.joint.is<Universal>()) type = "universal", axes = 2;
        if (e.joint.is<Free>() && p.from == world) return;  // what no joint holds is free
        if (type.empty() || p.to == world) {
            losses_.push_back("joint " + sinew::quoted(p.name) + ": SDF has no joint like it" +
                              (p.to == world ? " that leads to the world" : "") + "; its bodies are free.");
            return;
        }
        const auto name = [&](BodyId body) {
            return body == world ? std::string("world") : model_.bodies[at(body.index)].name;
        };
        if (joint_name(p.name) != p.name)
            losses_.push_back("joint " + sinew::quoted(p.name) + ": it is called " +
                              sinew::quoted(joint_name(p.name)) +
                              " there, since SDF has one name for one thing and a body has this one.");
        out_.open("joint", {{"name", joint_name(p.name)}, {"type", type}});
        pose(p.X_BM);
        out_.text("parent", name(p.from));
        out_.text("child", name(p.to));
        if (const auto* screw = e.joint.if_a<Screw>())
            out_.text("screw_thread_pitch", number_text(2 * std::numbers::pi * screw->pitch));
        if (axes > 0) axis(j, "axis", axes == 2 || e.joint.is<Slider>() ? "1 0 0" : "0 0 1", 0);
        if (axes > 1) axis(j, "axis2", "0 1 0", 1);
        if (e.joint.is<Ball>()) ball_damping(j);
        out_.close();
        // The pose of the child in the parent at zero coordinates must come out of the links' poses.
        const Transform X_PB = X_WB_[at(p.from.index)].inverse() * X_WB_[at(p.to.index)];
        const Transform wanted = at_zero(p.X_PF, p.X_BM);
        if (norm(X_PB.p - wanted.p) + norm(X_PB.R.x - wanted.R.x) + norm(X_PB.R.y - wanted.R.y) > 1e-9)
            losses_.push_back(
                "joint " + sinew::quoted(p.name) +
                " closes a loop and is not at zero when the others are: SDF can not say where it begins.");
    }

    void axis(int j, const char* which, const char* direction, int index) {
        out_.open(which);
        out_.text("xyz", direction);
        for (const CoordinateLimits& limits : model_.limits)
            if (limits.coordinate.joint.index == j && limits.coordinate.index == index) {
                out_.open("limit");
                out_.text("lower", std::isfinite(limits.low) ? number_text(limits.low) : "-1e16");
                out_.text("upper", std::isfinite(limits.high) ? number_text(limits.high) : "1e16");
                out_.close();
                break;
            }
        const MobilityDamper* damper = nullptr;
        const MobilitySpring* spring = nullptr;
        const auto here = [&](const CoordinateOf& c) { return c.joint.index == j && c.index == index; };
        for (const AnyForce& force : model_.forces) {
            if (const auto* d = force.if_a<MobilityDamper>(); d && here(d->coordinate) && !damper) damper = d;
            if (const auto* s = force.if_a<MobilitySpring>(); s && here(s->coordinate) && !spring) spring = s;
        }
        if (damper || spring) {
            out_.open("dynamics");
            if (damper) {
                out_.text("damping", number_text(damper->damping));
                told_.push_back(damper->name);
            }
            if (spring) {
                out_.text("spring_reference", number_text(spring->rest));
                out_.text("spring_stiffness", number_text(spring->stiffness));
                told_.push_back(spring->name);
            }
            out_.close();
        }
        for (const AnyConstraint& constraint : model_.constraints)
            if (const auto* gear = constraint.if_a<Gear>(); gear && here(gear->other)) {
                out_.open("mimic",
                          {{"joint", joint_name(model_.joints[at(gear->one.joint.index)].placement.name)},
                           {"axis", gear->one.index == 1 ? "axis2" : "axis"}});
                out_.text("multiplier", number_text(gear->ratio));
                out_.text("offset", number_text(gear->offset));
                out_.text("reference", "0");
                out_.close();
                told_.push_back(gear->name);
                break;
            }
        out_.close();
    }

    /// What a joint is called: links and joints of SDF share their names.
    std::string joint_name(const std::string& name) const {
        for (const Body& body : model_.bodies)
            if (body.name == name) return name + "_joint";
        return name;
    }

    const Model& model_;
    std::vector<std::string>& losses_;
    std::vector<Transform> X_WB_{};
    xml::Writer out_{};
    std::vector<std::string> told_{};
};

}  // namespace

std::string to_sdf(const Model& model, std::vector<std::string>& losses) {
    return SdfWriter(model, losses).write();
}

std::vector<std::string> write_sdf(const Model& model, const std::string& file) {
    return losses::write(to_sdf, model, file);
}

}  // namespace sinew
