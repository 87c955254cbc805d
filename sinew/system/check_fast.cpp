// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/at.h>
#include <sinew/base/names.h>
#include <sinew/system/check.h>
#include <sinew/system/motion.h>

namespace sinew {

namespace {

void check_variables(const Model& model, const FastVariables& fast, const std::string& who,
                     std::vector<int>& owner, int index, Faults& faults) {
    for (const AnyVariable variable : fast.variables) {
        if (variable.index < 0 || at(variable.index) >= owner.size()) {
            faults.add(
                who +
                " name a variable that is none of the model. Give the id that add_variable() returned.");
            continue;
        }
        const DeclaredVariable& own = model.variables[at(variable.index)];
        int& other = owner[at(variable.index)];
        if (own.stage != fast.stage)
            faults.add(who + " settle at stage " + name_of(fast.stage) + ", but variable " +
                       quoted(own.name) + " affects stage " + name_of(own.stage) +
                       ". Give both the same stage.");
        if (other >= 0)
            faults.add(who + " have variable " + quoted(own.name) + ", which " +
                       (other == index ? "is listed twice."
                                       : "fast variables " + quoted(model.fast[at(other)].name) +
                                             " have, too. One relaxer can find it."));
        other = index;
    }
}

void check_fast_joints(const Model& model, const FastVariables& fast, const std::string& who,
                       std::vector<int>& owner, int index, Faults& faults) {
    if (!fast.joints.empty() && fast.stage != Stage::position && fast.stage != Stage::velocity)
        faults.add(who + " have joints at stage " + name_of(fast.stage) +
                   ". Coordinates settle at stage position, speeds at stage velocity.");
    for (const AnyJointId joint : fast.joints) {
        if (joint.index < 0 || at(joint.index) >= owner.size()) {
            faults.add(who + " name a joint that is none of the model. Give the id that add() returned.");
            continue;
        }
        const std::string name = quoted(model.joints[at(joint.index)].placement.name);
        int& other = owner[at(joint.index)];
        if (other >= 0)
            faults.add(who + " have joint " + name + ", which " +
                       (other == index ? "is listed twice."
                                       : "fast variables " + quoted(model.fast[at(other)].name) +
                                             " have, too. One relaxer can find it."));
        other = index;
        for (const Motion& motion : model.motions)
            if (motion.joint == joint && motion.enabled)
                faults.add(who + " have joint " + name + ", which motion " + quoted(motion.name) +
                           " drives. Disable the motion, or leave the joint to it.");
    }
}

}  // namespace

void check_fast(const Model& model, Faults& faults) {
    std::vector<int> variables(model.variables.size(), -1), joints(model.joints.size(), -1);
    for (std::size_t i = 0; i < model.fast.size(); ++i) {
        const FastVariables& fast = model.fast[i];
        const std::string who = "fast variables " + quoted(fast.name);
        if (!fast.relaxer) faults.add(who + " have no relaxer. Give them one that derives from Relaxer.");
        if (fast.variables.empty() && fast.joints.empty())
            faults.add(who + " are none. List variables or joints that the relaxer is to find.");
        if (fast.stage < Stage::time || fast.stage > Stage::acceleration)
            faults.add(who + " settle at stage " + name_of(fast.stage) +
                       ". It must be time, position, velocity, force or acceleration.");
        check_variables(model, fast, who, variables, static_cast<int>(i), faults);
        check_fast_joints(model, fast, who, joints, static_cast<int>(i), faults);
    }
}

void bind_fast(Compiled& c, Faults& faults) {
    if (c.model.fast.empty()) return;
    c.fast_level.assign(at(c.tree.size()), 0);
    for (const FastVariables& fast : c.model.fast)
        for (const AnyJointId joint : fast.joints) {
            if (c.is_cut(joint))
                faults.add("fast variables " + quoted(fast.name) + " have joint " +
                           quoted(c.model.joints[at(joint.index)].placement.name) +
                           ", which closes a loop. Set its `loop` to LoopClosure::in_tree.");
            else
                c.fast_level[at(c.node(joint))] = static_cast<std::uint8_t>(
                    fast.stage == Stage::position ? MotionLevel::position : MotionLevel::velocity);
        }
    // What a fast joint carries does not feel its motion, so it must be fast, too; welds go with what they are on.
    std::vector<int> carried_by(at(c.tree.size()), 0);
    for (int B = 1; B < c.tree.size(); ++B) {
        const int inboard = carried_by[at(c.tree[B].parent)];
        const std::uint8_t level = c.fast_level[at(B)];
        if (level) carried_by[at(B)] = B;
        else if (inboard && c.tree[B].nu == 0) carried_by[at(B)] = inboard;
        else if (inboard)
            faults.add("joint " + quoted(c.model.joints[at(c.joint_of_node[at(B)])].placement.name) +
                       " is carried by joint " +
                       quoted(c.model.joints[at(c.joint_of_node[at(inboard)])].placement.name) +
                       ", whose variables are fast, but has none of its own that are. Make it fast, too.");
    }
}

}  // namespace sinew
