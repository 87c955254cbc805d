// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/at.h>
#include <sinew/base/names.h>
#include <sinew/joints/sizes.h>
#include <sinew/system/driven.h>
#include <sinew/system/given.h>

namespace sinew {

namespace {

bool is_of(const Model& model, AnyJointId joint) {
    return joint.index >= 0 && at(joint.index) < model.joints.size();
}

struct Size {
    int nq, nu;
    bool has_quaternion;
};

Size size_of(const Model& model, AnyJointId joint) {
    return visit(
        []<class J>(const J& definition) -> Size {
            const auto data = data_of(definition);
            return {nq_of<J>(data.get()), nu_of<J>(data.get()), has_quaternion<J>(data.get())};
        },
        model.joints[at(joint.index)].joint);
}

void check_functions(const Model& model, const Motion& motion, const std::string& who, Faults& faults) {
    const std::string joint = "joint " + quoted(model.joints[at(motion.joint.index)].placement.name);
    const Size own = size_of(model, motion.joint);
    if (own.nu == 0) return faults.add(who + " drives " + joint + ", which cannot move. Remove one of them.");
    const bool position = motion.level == MotionLevel::position;
    const int found = static_cast<int>(motion.functions.size()), wanted = position ? own.nq : own.nu;
    if (found != wanted && !(position && own.has_quaternion && found == wanted - 1))
        return faults.add(who + " has " + std::to_string(found) + " functions, but " + joint + " has " +
                          std::to_string(wanted) + (position ? " coordinates." : " speeds.") +
                          " Give one function for each.");
    int arguments = 1;
    if (!position)
        for (const AnyJointId read : joints_read_by(motion)) {
            if (!is_of(model, read))
                return faults.add(who + " reads no joint of the model. Give it the ids that add() returned.");
            const Size size = size_of(model, read);
            arguments += size.nq + (motion.level == MotionLevel::acceleration ? size.nu : 0);
        }
    if (arguments > max_motion_arguments)
        return faults.add(who + " reads " + std::to_string(arguments) + " numbers. At most " +
                          std::to_string(max_motion_arguments) + " are allowed.");
    for (const Function& function : motion.functions)
        if (function.arguments() > arguments)
            faults.add(who + ": a function takes " + std::to_string(function.arguments()) +
                       " arguments, but there are " + std::to_string(arguments) +
                       (position ? ": the time." : ": the time, then what is read of the joints."));
}

}  // namespace

void check_motions(const Model& model, Faults& faults) {
    std::vector<int> driver(model.joints.size(), -1);
    for (std::size_t i = 0; i < model.motions.size(); ++i) {
        const Motion& motion = model.motions[i];
        const std::string who = "motion " + quoted(motion.name);
        if (!is_of(model, motion.joint)) {
            faults.add(who + " drives no joint of the model. Give it the id that add() returned.");
            continue;
        }
        if (motion.level == MotionLevel::none) {
            faults.add(who + " gives nothing. Set its level to position, velocity or acceleration.");
            continue;
        }
        check_functions(model, motion, who, faults);
        int& other = driver[at(motion.joint.index)];
        if (motion.enabled && other >= 0)
            faults.add(who + " and motion " + quoted(model.motions[at(other)].name) + " both drive joint " +
                       quoted(model.joints[at(motion.joint.index)].placement.name) +
                       ". Only one can be enabled at a time.");
        if (motion.enabled) other = static_cast<int>(i);
    }
}

}  // namespace sinew
