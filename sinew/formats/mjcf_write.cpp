// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// A model as MJCF: bodies within bodies, with the joints that lead to them; the rest by name.
#include <sinew/base/at.h>
#include <sinew/base/names.h>
#include <sinew/formats/mjcf.h>
#include <sinew/formats/mjcf_writer.h>
#include <sinew/formats/model_losses.h>
#include <sinew/formats/xml_writer.h>

#include <cmath>

namespace sinew {

namespace mjcf {

namespace {

/// Freedoms of a joint as hinges and slides, each along an axis of its frame M; empty if it is none of that kind.
std::vector<Writer::Freedom> freedoms_of(const AnyJoint& joint) {
    using Freedom = Writer::Freedom;
    if (joint.is<Pin>()) return {Freedom{"hinge", z_axis, ""}};
    if (joint.is<Slider>()) return {Freedom{"slide", x_axis, ""}};
    if (joint.is<Cartesian>())
        return {{"slide", x_axis, "_x"}, {"slide", y_axis, "_y"}, {"slide", z_axis, "_z"}};
    if (joint.is<Gimbal>())
        return {{"hinge", x_axis, "_x"}, {"hinge", y_axis, "_y"}, {"hinge", z_axis, "_z"}};
    if (joint.is<Ball>()) return {Freedom{"ball", {}, ""}};
    return {};
}

}  // namespace

bool has_freedoms(const AnyJoint& joint) { return !freedoms_of(joint).empty(); }

std::string numbers(std::initializer_list<double> values) {
    std::string out;
    for (const double x : values) out += (out.empty() ? "" : " ") + shortest(x == 0 ? 0.0 : x);
    return out;
}
std::string numbers(const Vec3& v) { return numbers({v.x, v.y, v.z}); }

/// Frames go through products of rotations on their way into a file and out of it. What that leaves is rounded away, so
/// that a file which is read and written again stays as it is.
double rounded(double x) {
    constexpr double grid = 1e14;
    const double size = std::fabs(x);
    if (size >= 1) {
        const double unit = std::pow(10.0, std::floor(std::log10(size)) + 1);
        return std::round(x / unit * grid) / grid * unit;
    }
    return std::round(x * grid) / grid;
}
Vec3 rounded(const Vec3& v) { return {rounded(v.x), rounded(v.y), rounded(v.z)}; }

std::string pose_text(const Transform& X) {
    std::string out;
    const Vec3 p = rounded(X.p);
    if (p != Vec3{}) out += " pos=\"" + numbers(p) + "\"";
    const Quaternion e = quaternion_of(X.R);
    double n[4]{e.w, e.x, e.y, e.z}, most = 0, others = 1;
    for (const double x : n) most = std::fmax(most, std::fabs(x));
    double* largest = n;  // follows from the others, so that its length is one whatever they are rounded to
    while (std::fabs(*largest) < most - 1e-9) ++largest;
    for (double& x : n)
        if (&x != largest) x = rounded(x), others -= x * x;
    *largest = std::copysign(std::sqrt(others), *largest);
    const double* first = n;
    while (*first == 0) ++first;  // e and −e are the same rotation
    if (*first < 0)
        for (double& x : n) x = -x;
    if (n[0] != 1) out += " quat=\"" + numbers({n[0], n[1], n[2], n[3]}) + "\"";
    return out;
}

Writer::Writer(const Model& model, std::vector<std::string>& losses)
    : model_(model),
      losses_(losses),
      inboard_(model.bodies.size(), -1),
      outboard_(model.bodies.size()),
      written_(model.joints.size()),
      touched_(model.bodies.size()) {
    std::vector<int> order{0};
    std::vector<bool> reached(model.bodies.size());
    reached[0] = true;
    for (std::size_t j = 0; j < model.joints.size(); ++j) {
        const JointPlacement& p = model.joints[j].placement;
        if (p.to.index > 0 && inboard_[at(p.to.index)] < 0) {
            inboard_[at(p.to.index)] = static_cast<int>(j);
            outboard_[at(p.from.index)].push_back(static_cast<int>(j));
        } else {
            losses_.push_back("joint " + sinew::quoted(p.name) +
                              " leads to a body that another joint leads to already, " +
                              "which MJCF can not say: it is left out.");
        }
    }
    for (const Visual& visual : model.visuals) touched_[at(visual.body.index)] = true;
    for (const Marker& marker : model.markers) touched_[at(marker.on.body.index)] = true;
    for (const AnyForce& force : model.forces)
        visit(
            [&]<class E>(const E& e) {
                if constexpr (requires { e.path; })
                    for (const Station& s : e.path) touched_[at(s.body.index)] = true;
                if constexpr (requires { e.on.body; }) touched_[at(e.on.body.index)] = true;
            },
            force);
    for (const AnyConstraint& constraint : model.constraints)
        visit(
            [&]<class E>(const E& e) {
                if constexpr (requires { e.from.body; })
                    touched_[at(e.from.body.index)] = touched_[at(e.to.body.index)] = true;
            },
            constraint);
}

std::string Writer::write() {
    gather_passive();
    out_ = "<mujoco model=\"" + xml::escaped_text(model_.name) + "\">\n";
    out_ += "  <compiler angle=\"radian\" autolimits=\"true\"/>\n";
    Vec3 gravity;
    for (const AnyForce& force : model_.forces)
        if (const auto* one = force.if_a<Gravity>()) {
            gravity += one->g;
            if (!one->except.empty()) losses_.push_back("gravity spares some bodies, which is not written.");
        }
    out_ += "  <option gravity=\"" + numbers(gravity) + "\"/>\n";
    gather_sites();
    out_ += "  <worldbody>\n";
    write_contents(world, {}, 2);
    for (const int joint : outboard_[0]) write_body(joint, 2);
    out_ += "  </worldbody>\n";
    for (std::size_t b = 1; b < model_.bodies.size(); ++b)
        if (inboard_[b] < 0)
            losses_.push_back("body " + sinew::quoted(model_.bodies[b].name) + " has no joint to it.");
    write_equalities();
    write_tendons_and_actuators();
    write_keys();
    const auto lost = [&](const char* what, const std::string& name) {
        losses_.push_back(what + (" " + sinew::quoted(name)) + ": MJCF has nothing like it.");
    };
    for (const Motion& motion : model_.motions) lost("motion", motion.name);
    for (const DeclaredVariable& variable : model_.variables) lost("variable", variable.name);
    for (const FastVariables& fast : model_.fast) lost("set of fast variables", fast.name);
    out_ += "</mujoco>\n";
    return out_;
}

/// A body that only stands between two joints: MJCF has several joints in one body in its place.
bool Writer::is_link(int body) const {
    const MassProperties& m = model_.bodies[at(body)].mass;
    if (m.mass != 0 || touched_[at(body)] || outboard_[at(body)].size() != 1) return false;
    const auto simple = [&](int joint) {
        const AnyJoint& j = model_.joints[at(joint)].joint;
        return j.is<Pin>() || j.is<Slider>() || j.is<Ball>();
    };
    return simple(inboard_[at(body)]) && simple(outboard_[at(body)][0]);
}

/// The body that a joint leads to, with all further joints up to the first body that is one.
void Writer::write_body(int joint, int depth) {
    std::vector<int> chain{joint};
    while (is_link(model_.joints[at(chain.back())].placement.to.index) && chain.size() < 1000)
        chain.push_back(outboard_[at(model_.joints[at(chain.back())].placement.to.index)][0]);
    const int body = model_.joints[at(chain.back())].placement.to.index;
    Transform X_PB;
    for (const int one : chain) {
        const JointPlacement& p = model_.joints[at(one)].placement;
        X_PB = X_PB * p.X_PF * p.X_BM.inverse();  // letters: with the joint at zero F is M
    }
    const std::string pad(at(2 * depth), ' ');
    const bool is_free = chain.size() == 1 && model_.joints[at(joint)].joint.is<Free>();
    if (is_free) X_PB = start_of(model_.joints[at(joint)].placement.name);
    out_ += pad + "<body name=\"" + xml::escaped_text(model_.bodies[at(body)].name) + "\"" + pose_text(X_PB) +
            ">\n";
    Transform X_BL;  // the frame of what a joint leads to, in the body's, with later joints at zero
    std::vector<Transform> frames(chain.size());
    for (std::size_t i = chain.size(); i-- > 0;) {
        const JointPlacement& p = model_.joints[at(chain[i])].placement;
        frames[i] = X_BL * p.X_BM;                  // letters: L is what the joint leads to
        X_BL = X_BL * (p.X_BM * p.X_PF.inverse());  // letters: F is M
    }
    for (std::size_t i = 0; i < chain.size(); ++i) write_joint(chain[i], frames[i], depth + 1);
    const MassProperties& m = model_.bodies[at(body)].mass;
    if (m.mass > 0)
        out_ +=
            pad + "  <inertial pos=\"" + numbers(m.com) + "\" mass=\"" + shortest(m.mass) +
            "\" fullinertia=\"" +
            numbers({m.inertia.xx, m.inertia.yy, m.inertia.zz, m.inertia.xy, m.inertia.xz, m.inertia.yz}) +
            "\"/>\n";
    write_contents({body}, {}, depth + 1);
    for (const int next : outboard_[at(body)]) write_body(next, depth + 1);
    out_ += pad + "</body>\n";
}

void Writer::write_joint(int index, const Transform& X_BM, int depth) {
    const JointElement& element = model_.joints[at(index)];
    const JointPlacement& p = element.placement;
    const std::string pad(at(2 * depth), ' ');
    if (element.joint.is<Weld>()) {
        written_[at(index)] = true;
        return;
    }
    if (element.joint.is<Free>()) {
        const bool plain = p.from == world && norm(p.X_PF.p) == 0 && norm(p.X_BM.p) == 0 &&
                           quaternion_of(p.X_PF.R).w == 1 && quaternion_of(p.X_BM.R).w == 1;
        if (!plain)
            losses_.push_back(
                "joint " + sinew::quoted(p.name) +
                " is free, but not between the origins of the world and its body: its coordinates differ.");
        const double damping = passive_[{index, 0}].damping;
        const std::string name = " name=\"" + xml::escaped_text(p.name) + "\"";
        if (damping == 0 && p.armature == 0) out_ += pad + "<freejoint" + name + "/>\n";
        else
            out_ += pad + "<joint" + name + " type=\"free\" armature=\"" + shortest(p.armature) +
                    "\" damping=\"" + shortest(damping) + "\"/>\n";
        written_[at(index)] = true;
        order_.push_back(index);
        return;
    }
    const std::vector<Freedom> freedoms = freedoms_of(element.joint);
    if (freedoms.empty())
        losses_.push_back("joint " + sinew::quoted(p.name) +
                          " is of a kind that MJCF does not have: it is left out.");
    for (std::size_t i = 0; i < freedoms.size(); ++i) {
        const Freedom& one = freedoms[i];
        const std::string name = p.name + one.suffix;
        out_ += pad + "<joint name=\"" + xml::escaped_text(name) + "\" type=\"" + one.type + "\"";
        if (const Vec3 o = rounded(X_BM.p); o != Vec3{}) out_ += " pos=\"" + numbers(o) + "\"";
        if (dot(one.axis, one.axis) > 0) out_ += " axis=\"" + numbers(rounded(X_BM.R * one.axis)) + "\"";
        for (const CoordinateLimits& limits : model_.limits)
            if (limits.coordinate.joint.index == index && limits.coordinate.index == static_cast<int>(i))
                out_ += " range=\"" + numbers({limits.low, limits.high}) + "\"";
        if (p.armature > 0) out_ += " armature=\"" + shortest(p.armature) + "\"";
        const Passive& passive = passive_[{index, static_cast<int>(i)}];
        if (passive.stiffness != 0)
            out_ += " stiffness=\"" + shortest(passive.stiffness) + "\" springref=\"" +
                    shortest(passive.rest) + "\"";
        if (passive.damping != 0) out_ += " damping=\"" + shortest(passive.damping) + "\"";
        out_ += "/>\n";
        names_[{index, static_cast<int>(i)}] = name;
    }
    written_[at(index)] = !freedoms.empty();
    if (!freedoms.empty()) order_.push_back(index);
}

/// Visuals and markers on a body.
void Writer::write_contents(BodyId body, const Transform&, int depth) {
    const std::string pad(at(2 * depth), ' ');
    for (const Visual& visual : model_.visuals) {
        if (visual.body != body) continue;
        const std::string shape = geom_text(visual.shape);
        if (shape.empty()) {
            losses_.push_back("visual " + sinew::quoted(visual.name) + ": a " + kind_of(visual.shape) +
                              " is not written to MJCF.");
            continue;
        }
        const Colour& c = visual.colour;
        out_ += pad + "<geom name=\"" + xml::escaped_text(visual.name) + "\" " + shape +
                pose_text(visual.X_BG) + " rgba=\"" + numbers({c.red, c.green, c.blue, c.opacity}) +
                "\" contype=\"0\" conaffinity=\"0\"" +
                (visual.shape.is<shape::HalfSpace>() ? "" : " mass=\"0\"") + "/>\n";
    }
    for (const auto& [name, on] : sites_)
        if (on.body == body)
            out_ += pad + "<site name=\"" + xml::escaped_text(name) + "\"" + pose_text(on.X_BF) + "/>\n";
}

}  // namespace mjcf

std::string to_mjcf(const Model& model, std::vector<std::string>& losses) {
    const Model in_its_terms = mjcf::in_terms_of_mjcf(model);
    return mjcf::Writer(in_its_terms, losses).write();
}

std::vector<std::string> write_mjcf(const Model& model, const std::string& file) {
    return losses::write(to_mjcf, model, file);
}

}  // namespace sinew
