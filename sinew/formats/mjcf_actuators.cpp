// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Actuators (8.17): every shortcut is a gain and a bias that depend on length and rate.
#include <sinew/base/names.h>
#include <sinew/formats/mjcf_reader.h>
#include <sinew/system/dynamics.h>
#include <sinew/system/system.h>

#include <algorithm>
#include <cmath>

namespace sinew::mjcf {

namespace {

const std::vector<std::string> kinds{"general",     "motor",       "position", "velocity",
                                     "intvelocity", "damper",      "cylinder", "muscle",
                                     "adhesion",    "orientation", "pid",      "dcmotor"};

std::array<double, 3> three(const std::vector<double>& n, std::array<double, 3> fallback) {
    for (std::size_t i = 0; i < 3 && i < n.size(); ++i) fallback[i] = n[i];
    return fallback;
}

}  // namespace

void Reader::read_actuator(const Element& e) {
    const std::vector<Element> all = children(e);
    std::map<Tendon*, int> pulled_by;
    for (const Element& child : all)  // how many there are on each joint and tendon
        for (const std::string& suffix : suffixes_of(child)) {
            const auto joint = joints_.find(child.attribute("joint").word() + suffix);
            if (joint != joints_.end()) ++joint->second.actuators;
            const auto tendon = tendons_.find(child.attribute("tendon").word() + suffix);
            if (tendon != tendons_.end()) ++pulled_by[&tendon->second];
        }
    std::map<int, Joint*> by_index;
    for (auto& [ignored, joint] : joints_) by_index[joint.id.index] = &joint;
    for (const auto& [tendon, count] : pulled_by) {
        tendon->actuators += count;
        for (const CoordinateOf& c : tendon->couples) {
            const auto joint = by_index.find(c.joint.index);
            if (joint == by_index.end()) continue;
            joint->second->actuators += count;
            tendon->drives_limited = tendon->drives_limited || joint->second->force_range.size() == 2;
        }
    }
    int number = -1;
    for (const Element& child : all)
        for (const std::string& suffix : suffixes_of(child)) {
            ++number;
            const std::string type(child.name());
            const Sourced s = sourced(child, "", kinds, suffix);
            known(child, "class user actearly lengthrange actdim nsample interp delay");
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
            double damping_ratio = 0;
            const std::optional<Drive> drive = drive_of(s, type, damping_ratio);
            if (drive) add_actuator(s, name, *drive, damping_ratio);
            else child.read_all();
        }
}

/// Gain, bias and activation; none if it is of a kind that is not read.
std::optional<Drive> Reader::drive_of(const Sourced& e, const std::string& type, double& damping_ratio) {
    Drive d;
    const auto not_read = [&](const std::string& what) {
        note_once("actuator " + what, e.own, what + " is not read, so that this actuator does nothing here");
        return std::nullopt;
    };
    const auto range = [&](const char* limited, const char* name) -> std::array<double, 2> {
        const std::string word = e[limited].word("auto");
        const std::vector<double> n = e[name].numbers(0, 2);
        if (word == "false" || n.size() != 2 || (word == "auto" && !compiler_.autolimits)) return {};
        if (n[0] > n[1]) e[name].fault("has a lower end above its upper one. Exchange them");
        return {n[0], n[1]};
    };
    d.control_range = range("ctrllimited", "ctrlrange");
    d.force_range = range("forcelimited", "forcerange");
    d.activation_range = range("actlimited", "actrange");
    const auto lag = [&](double time) {
        if (!(time > 0)) return;
        d.activation = Activation::filter;
        d.time_constant = time;
    };
    if (type == "motor") return d;
    if (type == "general") {
        const std::string gain = e["gaintype"].word("fixed"), bias = e["biastype"].word("none"),
                          dynamics = e["dyntype"].word("none");
        if (gain != "fixed" && gain != "affine") return not_read("gaintype " + gain);
        if (bias != "none" && bias != "affine") return not_read("biastype " + bias);
        d.gain = three(e["gainprm"].numbers(0, 10), {1, 0, 0});
        d.bias = three(e["biasprm"].numbers(0, 10), {0, 0, 0});
        if (gain == "fixed") d.gain[1] = d.gain[2] = 0;
        if (bias == "none") d.bias = {0, 0, 0};
        const std::vector<double> prm = e["dynprm"].numbers(0, 10);
        if (dynamics == "integrator") d.activation = Activation::integrator;
        else if (dynamics == "filter" || dynamics == "filterexact") lag(prm.empty() ? 1 : prm[0]);
        else if (dynamics != "none") return not_read("dyntype " + dynamics);
        return d;
    }
    if (type == "position" || type == "intvelocity") {
        const double kp = e["kp"].number(1), kv = e["kv"].number();
        d.gain = {kp, 0, 0};
        d.bias = {0, -kp, -kv};
        damping_ratio = e["dampratio"].number();
        if (type == "intvelocity") d.activation = Activation::integrator;
        else lag(e["timeconst"].number());
        if (e["inheritrange"].number() != 0)
            note_once("inheritrange", e.own, "inheritrange is not read: its control has no range");
        return d;
    }
    if (type == "velocity") {
        const double kv = e["kv"].number(1);
        d.gain = {kv, 0, 0};
        d.bias = {0, 0, -kv};
        return d;
    }
    if (type == "damper") {
        d.gain = {0, 0, -e["kv"].number(1)};
        return d;
    }
    if (type == "cylinder") {
        double area = e["area"].number(1);
        if (e.has("diameter"))
            area = 0.25 * 3.14159265358979323846 * e["diameter"].number() * e["diameter"].number();
        d.gain = {area, 0, 0};
        d.bias = three(e["bias"].numbers(0, 3), {0, 0, 0});
        lag(e["timeconst"].number(1));
        return d;
    }
    return not_read("an actuator of kind " + type);
}

/// The range that a joint has for the forces of its actuators becomes that of its only one.
void Reader::clamp_by_joint(const Joint& joint, double gear, Drive& drive, const Sourced& e) {
    if (joint.force_range.size() != 2 || gear == 0) return;
    if (joint.actuators > 1)
        return note_once(
            "joint range", e.own,
            "actuatorfrcrange of a joint with several actuators is not read: it would bound their sum");
    double low = joint.force_range[0] / gear, high = joint.force_range[1] / gear;
    if (low > high) std::swap(low, high);
    const bool has_own = drive.force_range[0] < drive.force_range[1];
    drive.force_range = {has_own ? std::fmax(low, drive.force_range[0]) : low,
                         has_own ? std::fmin(high, drive.force_range[1]) : high};
}

void Reader::add_actuator(const Sourced& e, const std::string& name, const Drive& given,
                          double damping_ratio) {
    Drive drive = given;
    std::vector<double> gear = e["gear"].numbers(0, 6);
    gear.resize(6);
    if (!e.has("gear")) gear[0] = 1;
    const auto not_read = [&](const std::string& what) {
        e.own.read_all();
        note_once("transmission " + what, e.own,
                  what + " is not read, so that this actuator does nothing here");
    };
    CoordinateActuator along{.name = name};
    if (e.own.has("joint") || e.own.has("jointinparent")) {
        Joint* joint = joint_named(e, e.own.has("joint") ? "joint" : "jointinparent");
        if (!joint) return;
        if (joint->type == JointType::ball || joint->type == JointType::free)
            return not_read("an actuator on a ball or free joint");
        along.couples = {joint->coordinate()};
        along.coefficients = {gear[0]};
        clamp_by_joint(*joint, gear[0], drive, e);
    } else if (e.own.has("tendon")) {
        Tendon* tendon = named(tendons_, e, "tendon", "tendon");
        if (!tendon) return;
        if (!tendon->usable) return not_read("an actuator on a tendon that is not read");
        points_of_actuators_ += tendon->couples.size() + tendon->path.size();
        if (points_of_actuators_ > 1'000'000)  // each has a copy: files may be small and ask for much
            return e.own.fault("the tendons of all actuators have more than a million points together");
        Joint as_one;
        as_one.force_range = tendon->force_range, as_one.actuators = tendon->actuators;
        clamp_by_joint(as_one, gear[0], drive, e);
        if (tendon->couples.empty()) {
            if (damping_ratio > 0)
                note_once("ratio along a path", e.own,
                          "dampratio along a spatial tendon is not read: it is not damped");
            place("path actuator", name, e.own);
            model_.add(PathActuator{.name = name, .path = tendon->path, .gear = gear[0], .drive = drive});
            return;
        }
        along.couples = tendon->couples;
        along.coefficients = tendon->coefficients;
        for (double& c : along.coefficients) c *= gear[0];
        if (tendon->drives_limited)
            note_once("joint range of tendon", e.own,
                      "actuatorfrcrange of a joint that a tendon drives is not read");
    } else if (e.own.has("site")) {
        const Site* site = site_named(e, "site");
        if (!site) return;
        if (e.own.has("refsite")) return not_read("an actuator between a site and a refsite");
        place("frame actuator", name, e.own);
        model_.add(FrameActuator{.name = name,
                                 .on = {site->body, site->X_BS},
                                 .torque = {gear[3], gear[4], gear[5]},
                                 .force = {gear[0], gear[1], gear[2]},
                                 .drive = drive});
        return;
    } else if (e.own.has("cranksite")) {
        return not_read("a slider-crank");
    } else if (e.own.has("body")) {
        return not_read("an actuator on a body");
    } else {
        return e.own.fault("acts on nothing. Give it a joint, tendon or site");
    }
    along.drive = drive;
    place("coordinate actuator", name, e.own);
    model_.add(along);
    if (damping_ratio > 0) ratioed_.push_back({model_.forces.size() - 1, damping_ratio, e.own.place()});
}

/// kv = 2 r √(kp m), with m = Σ M_jj/c_j² at the references: what the actuator has to move as MuJoCo 3.14 counts it.
void Reader::resolve_damping_ratios() {
    if (ratioed_.empty() || reading_.failed()) return;
    std::vector<double> M;
    std::size_t n = 0;
    std::vector<Range> places;
    try {
        const System system(model_);
        State state = system.default_state();
        for (const auto& [ignored, joint] : joints_)
            if (joint.ref != 0) state.set_q(joint.id, std::vector<double>{joint.ref});
        n = static_cast<std::size_t>(system.nu());
        if (n > 5000) throw StateError("it has more than 5000 speeds");
        M.resize(n * n);
        mass_matrix(system, state, M);
        places.assign(system.layout().u_of_joint.begin(), system.layout().u_of_joint.end());
    } catch (const Error& error) {
        for (const RatioedServo& servo : ratioed_)
            reading_.note(servo.where, std::string("dampratio is not read, since the model is not sound: ") +
                                           error.what());
        return;
    }
    for (const RatioedServo& servo : ratioed_) {
        auto& actuator = model_.forces[servo.force].as<CoordinateActuator>();
        double mass = 0;
        for (std::size_t i = 0; i < actuator.couples.size(); ++i) {
            const double c = actuator.coefficients[i];
            const auto u = static_cast<std::size_t>(
                places[static_cast<std::size_t>(actuator.couples[i].joint.index)].first +
                actuator.couples[i].index);
            if (c * c > 1e-15) mass += M[u * n + u] / (c * c);
        }
        actuator.drive.bias[2] = -2 * servo.ratio * std::sqrt(std::fmax(0.0, actuator.drive.gain[0] * mass));
    }
}

}  // namespace sinew::mjcf
