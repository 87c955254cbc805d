// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Actuators on hinges and slides: f = g c + b0 + b1 l + b2 l' with l = gear q is a spring whose rest follows the
// control, or a force that is the control, and a damper.
#include <sinew/base/names.h>
#include <sinew/formats/mjcf_reader.h>

namespace sinew::mjcf {

namespace {

const std::vector<std::string> kinds{"general",     "motor",       "position", "velocity",
                                     "intvelocity", "damper",      "cylinder", "muscle",
                                     "adhesion",    "orientation", "pid",      "dcmotor"};

}  // namespace

void Reader::read_actuator(const Element& e) {
    int number = -1;
    for (const Element& child : children(e))
        for (const std::string& suffix : suffixes_of(child)) {
            ++number;
            const std::string type(child.name());
            const Sourced s = sourced(child, "", kinds, suffix);
            known(child,
                  "class user actearly lengthrange actdim nsample interp delay ctrllimited forcelimited");
            std::string name = s.name();
            name = fresh(force_names_, name.empty() ? "actuator" + std::to_string(number) : name);
            const double group = s["group"].number();
            const bool off =
                group >= 0 && group < 1000 && option_.disabled_groups.contains(static_cast<int>(group));
            if (!option_.actuation || off) {
                child.read_all();
                note_once("actuators off", child, "is switched off in the file and therefore left out");
                continue;
            }
            add_servo(s, type, name);
        }
}

void Reader::add_servo(const Sourced& e, const std::string& type, const std::string& name) {
    const auto not_read = [&](const std::string& what) {
        e.own.read_all();
        note_once("actuator " + what, e.own, what + " is not read, so that this actuator does nothing here");
    };
    if (!e.own.has("joint")) return not_read("an actuator that is not on a joint");
    double gain = 1, bias = 0, stiffness = 0, damping = 0;
    if (type == "position") {
        gain = stiffness = e["kp"].number(1);
        damping = e["kv"].number();
        if (e["dampratio"].number() != 0 || e["timeconst"].number() != 0)
            return not_read("a servo with dampratio or timeconst");
    } else if (type == "velocity") {
        gain = damping = e["kv"].number(1);
    } else if (type == "general") {
        const std::string bias_type = e["biastype"].word("none");
        if (e["gaintype"].word("fixed") != "fixed" || (bias_type != "none" && bias_type != "affine") ||
            e["dyntype"].word("none") != "none")
            return not_read("a gain, bias or activation of this type");
        std::vector<double> g = e["gainprm"].numbers(0, 10), b = e["biasprm"].numbers(0, 10);
        if (!g.empty()) gain = g[0];
        b.resize(10);
        if (bias_type == "affine") bias = b[0], stiffness = -b[1], damping = -b[2];
    } else if (type != "motor") {
        return not_read("an actuator of kind " + type);
    }
    const Joint* joint = joint_named(e, "joint");
    if (!joint) return;
    if (joint->type == JointType::ball || joint->type == JointType::free)
        return not_read("an actuator on a ball or free joint");
    std::vector<double> gears = e["gear"].numbers(0, 6);
    const double gear = gears.empty() ? 1 : gears[0];
    if (e.has("ctrlrange") || e.has("forcerange") || !joint->force_range.empty()) {
        known(e.own, "ctrlrange forcerange");
        note_once("actuator ranges", e.own, "ranges of controls and forces are not kept");
    }
    if (gear == 0 || damping < 0) return not_read("an actuator without gear, or that drives what it damps");
    if (stiffness != 0) {
        e.own.note("follows the parameter " + sinew::quoted(name + ".rest"));
        place("mobility spring", name, e.own);
        model_.add(MobilitySpring{.name = name,
                                  .coordinate = joint->coordinate(),
                                  .stiffness = stiffness * gear * gear,
                                  .rest = bias / (stiffness * gear)});
    } else {
        e.own.note("follows the parameter " + sinew::quoted(name + ".force") + ", which is " +
                   shortest(gain * gear) + " times its control");
        place("mobility constant", name, e.own);
        model_.add(MobilityConstant{.name = name, .coordinate = joint->coordinate(), .force = gear * bias});
    }
    if (damping > 0)
        model_.add(MobilityDamper{.name = fresh(force_names_, name + "_damper"),
                                  .coordinate = joint->coordinate(),
                                  .damping = damping * gear * gear});
}

}  // namespace sinew::mjcf
