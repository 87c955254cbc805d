// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/studies/error.h>
#include <sinew/studies/free_joints.h>
#include <sinew/system/driven.h>
#include <sinew/system/work.h>

namespace sinew {

std::vector<bool> free_joints(const System& system, const State& state, StudyLevel level,
                              std::span<const AnyJointId> kept) {
    const Compiled& c = fitting(system, state);
    std::vector<bool> free(size(c.tree.size()), true);
    const auto least = level == StudyLevel::positions ? MotionLevel::position : MotionLevel::velocity;
    const Driven joints = driven(system, state);
    for (int B = 1; B < c.tree.size(); ++B)
        if (joints.level[B] >= static_cast<std::uint8_t>(least)) free[size(B)] = false;
    for (const AnyJointId joint : kept) {
        if (joint.index < 0 || size(joint.index) >= c.node_of_joint.size())
            throw StudyError("a joint to be kept is none of system " + sinew::quoted(system.model().name) +
                             ". Give the id that add() returned.");
        if (c.node_of_joint[size(joint.index)] < 0)
            throw StudyError(
                "joint " + sinew::quoted(system.model().joints[size(joint.index)].placement.name) +
                " closes a loop and can not be kept. Split a body there (JointPlacement::loop), or keep "
                "another joint of the loop.");
        free[size(c.node_of_joint[size(joint.index)])] = false;
    }
    return free;
}

}  // namespace sinew
