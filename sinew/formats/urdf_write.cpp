// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/at.h>
#include <sinew/base/names.h>
#include <sinew/formats/model_losses.h>
#include <sinew/formats/robot_parts.h>
#include <sinew/formats/tree_order.h>
#include <sinew/formats/urdf.h>
#include <sinew/formats/xml_writer.h>

#include <cmath>

namespace sinew {

namespace {

using xml::number_text;
using xml::numbers_text;

/// Angles and directions on a grid of 1e-14, so that a file that was read and written stays as it is.
double on_grid(double x) { return std::round(x * 1e14) / 1e14; }
Vec3 on_grid(const Vec3& v) { return {on_grid(v.x), on_grid(v.y), on_grid(v.z)}; }

class UrdfWriter {
public:
    UrdfWriter(const Model& model, std::vector<std::string>& losses)
        : model_(model), losses_(losses), order_(robot::tree_order(model)), X_BL_(model.bodies.size()) {}

    std::string write() {
        choose_frames();
        out_.open("robot", {{"name", model_.name}});
        link(world);
        for (const robot::TreeJoint& j : order_.joints) link(j.child);
        for (const robot::TreeJoint& j : order_.joints) joint(j);
        out_.close();
        other_losses();
        return out_.result();
    }

private:
    const JointElement& element(const robot::TreeJoint& j) const { return model_.joints[at(j.joint)]; }

    /// The frame L of a link is at its joint; that of the body itself where it can be.
    void choose_frames() {
        for (const robot::TreeJoint& j : order_.joints) {
            const JointElement& e = element(j);
            const Transform& at_joint = j.reversed ? e.placement.X_PF : e.placement.X_BM;
            Transform& X_BL = X_BL_[at(j.child.index)];
            if (e.joint.is<Weld>()) X_BL = {};
            else if (e.joint.is<Free>() || e.joint.is<Planar>()) X_BL = at_joint;
            else X_BL = {Rotation::identity(), at_joint.p};
        }
    }

    void origin(const Transform& X) {
        const Vec3 rpy = on_grid(robot::rpy_of(X.R));
        if (rpy == Vec3{} && X.p == Vec3{}) return;
        out_.empty("origin", {{"xyz", numbers_text(X.p)}, {"rpy", numbers_text(rpy)}});
    }

    void link(BodyId body) {
        const Body& b = model_.bodies[at(body.index)];
        const Transform X_LB = X_BL_[at(body.index)].inverse();
        out_.open("link", {{"name", b.name}});
        if (body != world && b.mass.mass != 0) {
            const MassProperties m = re_express(X_LB, b.mass);
            out_.open("inertial");
            if (m.com != Vec3{}) out_.empty("origin", {{"xyz", numbers_text(m.com)}});
            out_.empty("mass", {{"value", number_text(m.mass)}});
            const Sym3& I = m.inertia;
            out_.empty("inertia", {{"ixx", number_text(I.xx)},
                                   {"ixy", number_text(I.xy)},
                                   {"ixz", number_text(I.xz)},
                                   {"iyy", number_text(I.yy)},
                                   {"iyz", number_text(I.yz)},
                                   {"izz", number_text(I.zz)}});
            out_.close();
        }
        for (const Visual& visual : model_.visuals)
            if (visual.body == body) this->visual(visual, X_LB);
        out_.close();
    }

    void visual(const Visual& v, const Transform& X_LB) {
        xml::Writer::Attributes attributes;
        std::string kind = "box";
        if (const auto* box = v.shape.if_a<shape::Box>()) {
            attributes = {{"size", numbers_text(box->sides)}};
        } else if (const auto* sphere = v.shape.if_a<shape::Sphere>()) {
            kind = "sphere", attributes = {{"radius", number_text(sphere->radius)}};
        } else if (const auto* cylinder = v.shape.if_a<shape::Cylinder>()) {
            kind = "cylinder";
            attributes = {{"radius", number_text(cylinder->radius)},
                          {"length", number_text(cylinder->length)}};
        } else if (const auto* capsule = v.shape.if_a<shape::Capsule>()) {
            kind = "capsule";  // not in the standard, but widely read
            attributes = {{"radius", number_text(capsule->radius)}, {"length", number_text(capsule->length)}};
        } else if (const auto* mesh = v.shape.if_a<shape::Mesh>(); mesh && !mesh->file.empty()) {
            kind = "mesh";
            attributes = {{"filename", mesh->file}, {"scale", numbers_text(mesh->scale)}};
        } else {
            losses_.push_back("visual " + sinew::quoted(v.name) + ": URDF has no shape \"" +
                              kind_of(v.shape) + "\"" +
                              (v.shape.is<shape::Mesh>() ? " but of a file." : "."));
            return;
        }
        out_.open("visual", {{"name", v.name}});
        origin(X_LB * v.X_BG);
        out_.open("geometry");
        out_.empty(kind, attributes);
        out_.close();
        const Colour& c = v.colour;
        out_.open("material", {{"name", "colour of " + v.name}});
        out_.empty("color", {{"rgba", number_text(c.red) + " " + number_text(c.green) + " " +
                                          number_text(c.blue) + " " + number_text(c.opacity)}});
        out_.close();
        out_.close();
    }

    /// The type of a joint in URDF; empty if it has none.
    std::string type_of(const robot::TreeJoint& j) const {
        const AnyJoint& joint = element(j).joint;
        if (joint.is<Weld>()) return "fixed";
        if (joint.is<Pin>()) return losses::limits_of(model_, j.joint) ? "revolute" : "continuous";
        if (joint.is<Slider>()) return "prismatic";
        if (j.reversed) return "";
        if (joint.is<Planar>()) return "planar";
        return joint.is<Free>() ? "floating" : "";
    }

    void joint(const robot::TreeJoint& j) {
        const JointElement& e = element(j);
        std::string type = type_of(j);
        if (type.empty()) {
            losses_.push_back("joint " + sinew::quoted(e.placement.name) + ": URDF has no joint like it" +
                              (j.reversed ? " that leads this way" : "") + "; it was written as floating.");
            type = "floating";
        }
        const Transform& X_PF = j.reversed ? e.placement.X_BM : e.placement.X_PF;
        const Transform& X_BM = j.reversed ? e.placement.X_PF : e.placement.X_BM;
        // At zero coordinates F is M, and L is where the joint is.
        const Transform X_PJ =
            X_BL_[at(j.parent.index)].inverse() * X_PF * (X_BM.inverse() * X_BL_[at(j.child.index)]);
        out_.open("joint", {{"name", e.placement.name}, {"type", type}});
        origin(X_PJ);
        out_.empty("parent", {{"link", model_.bodies[at(j.parent.index)].name}});
        out_.empty("child", {{"link", model_.bodies[at(j.child.index)].name}});
        const bool turns = type == "revolute" || type == "continuous";
        if (turns || type == "prismatic") {
            const Vec3 axis = on_grid(turns ? X_BM.R.z : X_BM.R.x);
            out_.empty("axis", {{"xyz", numbers_text(j.reversed ? -axis : axis)}});
        } else if (type == "planar") {
            out_.empty("axis", {{"xyz", "0 0 1"}});
        }
        if (const CoordinateLimits* limits = losses::limits_of(model_, j.joint);
            limits && (turns || type == "prismatic"))
            out_.empty("limit", {{"lower", number_text(limits->low)},
                                 {"upper", number_text(limits->high)},
                                 {"effort", "0"},
                                 {"velocity", "0"}});
        dynamics_and_mimic(j, type);
        out_.close();
    }

    void dynamics_and_mimic(const robot::TreeJoint& j, const std::string& type) {
        if (type == "fixed" || type == "floating" || type == "planar") return;
        for (const AnyForce& force : model_.forces)
            if (const auto* damper = force.if_a<MobilityDamper>();
                damper && damper->coordinate.joint.index == j.joint) {
                out_.empty("dynamics", {{"damping", number_text(damper->damping)}, {"friction", "0"}});
                told_.push_back(damper->name);
                break;
            }
        for (const AnyConstraint& constraint : model_.constraints)
            if (const auto* gear = constraint.if_a<Gear>();
                gear && gear->other.joint.index == j.joint && can_lead(gear->one)) {
                out_.empty("mimic", {{"joint", model_.joints[at(gear->one.joint.index)].placement.name},
                                     {"multiplier", number_text(gear->ratio)},
                                     {"offset", number_text(gear->offset)}});
                told_.push_back(gear->name);
                break;
            }
    }
    bool can_lead(const CoordinateOf& c) const {
        for (const robot::TreeJoint& j : order_.joints)
            if (j.joint == c.joint.index) return element(j).joint.is<Pin>() || element(j).joint.is<Slider>();
        return false;
    }

    void other_losses() {
        for (const int j : order_.left_over)
            losses_.push_back("joint " + sinew::quoted(model_.joints[at(j)].placement.name) +
                              " closes a loop, and URDF has trees only.");
        for (const BodyId body : order_.not_joined)
            losses_.push_back("body " + sinew::quoted(model_.bodies[at(body.index)].name) +
                              " is not joined to the world.");
        losses::of_elements(model_, "URDF", told_, true, losses_);
    }

    const Model& model_;
    std::vector<std::string>& losses_;
    robot::TreeOrder order_;
    std::vector<Transform> X_BL_;
    xml::Writer out_{};
    std::vector<std::string> told_{};  ///< forces and constraints that were written
};

}  // namespace

std::string to_urdf(const Model& model, std::vector<std::string>& losses) {
    return UrdfWriter(model, losses).write();
}

std::vector<std::string> write_urdf(const Model& model, const std::string& file) {
    return losses::write(to_urdf, model, file);
}

}  // namespace sinew
