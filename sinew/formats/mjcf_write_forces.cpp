// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Springs and dampers of joints, tendons and actuators, as MJCF has them.
#include <sinew/base/names.h>
#include <sinew/formats/mjcf_writer.h>
#include <sinew/formats/xml_writer.h>

namespace sinew::mjcf {

namespace {

using xml::escaped_text;

AnyForce in_terms_of_mjcf(const AnyForce& force) {
    if (const auto* s = force.if_a<TwoPointSpring>())
        return PathTendon{.name = s->name,
                          .path = {s->from, s->to},
                          .stiffness = s->stiffness,
                          .rest_length = s->rest_length,
                          .damping = s->damping};
    if (const auto* d = force.if_a<TwoPointDamper>())
        return PathTendon{.name = d->name, .path = {d->from, d->to}, .damping = d->damping};
    if (const auto* c = force.if_a<MobilityConstant>())
        return CoordinateActuator{.name = c->name,
                                  .couples = {c->coordinate},
                                  .coefficients = {1},
                                  .drive = {.bias = {c->force, 0, 0}}};
    return force;
}

}  // namespace

Model in_terms_of_mjcf(Model model) {
    for (AnyForce& force : model.forces) force = in_terms_of_mjcf(force);
    return model;
}

/// Springs and dampers on single coordinates become attributes of joints. Of a ball or free joint MJCF has one number
/// for all of its speeds, and no spring that ours is like.
void Writer::gather_passive() {
    const auto lost = [&](const std::string& name, const char* why) {
        losses_.push_back("force " + sinew::quoted(name) + ": " + why);
    };
    for (const AnyForce& force : model_.forces) {
        const auto* spring = force.if_a<MobilitySpring>();
        const auto* damper = force.if_a<MobilityDamper>();
        if (!spring && !damper) continue;
        const CoordinateOf& c = spring ? spring->coordinate : damper->coordinate;
        const AnyJoint& joint = model_.joints[static_cast<std::size_t>(c.joint.index)].joint;
        const bool turns_freely = joint.is<Ball>() || joint.is<Free>();
        Passive& p = passive_[{c.joint.index, c.index}];
        if (!turns_freely && !has_freedoms(joint)) lost(name_of(force), "its joint is not written.");
        else if (damper) p.damping += damper->damping;
        else if (turns_freely) lost(spring->name, "MJCF has no spring on one coordinate of such a joint.");
        else if (p.stiffness != 0)
            lost(spring->name, "MJCF has one spring for a coordinate, and there are two.");
        else p.stiffness = spring->stiffness, p.rest = spring->rest;
    }
    for (std::size_t j = 0; j < model_.joints.size(); ++j) {
        const JointElement& element = model_.joints[j];
        const int speeds = element.joint.is<Ball>() ? 3 : element.joint.is<Free>() ? 6 : 0;
        const auto damping = [&](int i) { return passive_[{static_cast<int>(j), i}].damping; };
        for (int i = 1; i < speeds; ++i)
            if (damping(i) != damping(0)) {
                losses_.push_back("joint " + sinew::quoted(element.placement.name) +
                                  ": MJCF has one damping for all of its speeds, and they have several.");
                passive_[{static_cast<int>(j), 0}].damping = 0;
                break;
            }
    }
}

std::string Writer::drive_text(const std::string& name, const Drive& d) {
    if (d.control != 0)
        losses_.push_back("force " + sinew::quoted(name) + ": its control, " + shortest(d.control) +
                          ", has no place in MJCF.");
    if (d.activation != Activation::none && d.initial_activation != 0)
        losses_.push_back("force " + sinew::quoted(name) + ": its activation begins at zero in MJCF.");
    std::string out = " gaintype=\"affine\" gainprm=\"" + numbers({d.gain[0], d.gain[1], d.gain[2]}) +
                      "\" biastype=\"affine\" biasprm=\"" + numbers({d.bias[0], d.bias[1], d.bias[2]}) + "\"";
    const auto range = [&](const char* key, const std::array<double, 2>& r) {
        if (r[0] < r[1]) out += std::string(" ") + key + "=\"" + numbers({r[0], r[1]}) + "\"";
    };
    range("ctrlrange", d.control_range);
    range("forcerange", d.force_range);
    range("actrange", d.activation_range);
    if (d.activation == Activation::integrator) out += " dyntype=\"integrator\"";
    if (d.activation == Activation::filter)
        out += " dyntype=\"filter\" dynprm=\"" + shortest(d.time_constant) + "\"";
    return out + "/>\n";
}

std::string Writer::couples_text(const std::vector<CoordinateOf>& couples,
                                 const std::vector<double>& coefficients) {
    std::string out;
    for (std::size_t i = 0; i < couples.size(); ++i) {
        const std::string joint = names_[{couples[i].joint.index, couples[i].index}];
        if (joint.empty()) return "";
        out += "      <joint joint=\"" + escaped_text(joint) + "\" coef=\"" + shortest(coefficients[i]) +
               "\"/>\n";
    }
    return out;
}

std::string Writer::path_text(const std::string& name, std::size_t points) const {
    std::string out;
    for (std::size_t i = 0; i < points; ++i)
        out += "      <site site=\"" + site_text(name + "_p" + std::to_string(i)) + "\"/>\n";
    return out;
}

void Writer::write_tendons_and_actuators() {
    std::string tendons, actuators;
    const auto spring = [](const auto& e) {
        return " stiffness=\"" + shortest(e.stiffness) + "\" damping=\"" + shortest(e.damping) +
               "\" springlength=\"" + numbers({e.rest_length, e.rest_length + e.slack}) + "\">\n";
    };
    for (const AnyForce& force : model_.forces) {
        const std::string name = escaped_text(name_of(force));
        const std::string lost = "force " + sinew::quoted(name_of(force)) + ": MJCF has nothing like it.";
        if (const auto* t = force.if_a<CoordinateTendon>()) {
            const std::string couples = couples_text(t->couples, t->coefficients);
            if (couples.empty()) losses_.push_back(lost);
            else tendons += "    <fixed name=\"" + name + "\"" + spring(*t) + couples + "    </fixed>\n";
        } else if (const auto* p = force.if_a<PathTendon>()) {
            tendons += "    <spatial name=\"" + name + "\"" + spring(*p) +
                       path_text(p->name, p->path.size()) + "    </spatial>\n";
        } else if (const auto* a = force.if_a<CoordinateActuator>()) {
            const std::string couples = couples_text(a->couples, a->coefficients);
            if (couples.empty()) {
                losses_.push_back(lost);
            } else if (a->couples.size() == 1) {
                const auto& c = a->couples[0];
                actuators += "    <general name=\"" + name + "\" joint=\"" +
                             escaped_text(names_[{c.joint.index, c.index}]) + "\" gear=\"" +
                             shortest(a->coefficients[0]) + "\"" + drive_text(a->name, a->drive);
            } else {
                tendons += "    <fixed name=\"" + name + "_tendon\">\n" + couples + "    </fixed>\n";
                actuators += "    <general name=\"" + name + "\" tendon=\"" + name + "_tendon\"" +
                             drive_text(a->name, a->drive);
            }
        } else if (const auto* along = force.if_a<PathActuator>()) {
            tendons += "    <spatial name=\"" + name + "_tendon\">\n" +
                       path_text(along->name, along->path.size()) + "    </spatial>\n";
            actuators += "    <general name=\"" + name + "\" tendon=\"" + name + "_tendon\" gear=\"" +
                         shortest(along->gear) + "\"" + drive_text(along->name, along->drive);
        } else if (const auto* f = force.if_a<FrameActuator>()) {
            actuators +=
                "    <general name=\"" + name + "\" site=\"" + site_text(f->name + "_frame") + "\" gear=\"" +
                numbers({f->force.x, f->force.y, f->force.z, f->torque.x, f->torque.y, f->torque.z}) + "\"" +
                drive_text(f->name, f->drive);
        } else if (!force.is<Gravity>() && !force.is<MobilitySpring>() && !force.is<MobilityDamper>()) {
            losses_.push_back(lost);
        }
    }
    if (!tendons.empty()) out_ += "  <tendon>\n" + tendons + "  </tendon>\n";
    if (!actuators.empty()) out_ += "  <actuator>\n" + actuators + "  </actuator>\n";
}

}  // namespace sinew::mjcf
