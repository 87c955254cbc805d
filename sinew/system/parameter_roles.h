// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/system/compiled.h>

#include <vector>

namespace sinew {

/// What a parameter of a State is a number of, as far as derivatives care.
struct ParameterRole {
    enum class Kind : unsigned char {
        none,          ///< no accelerations depend on it
        share,         ///< of a constraint in a load that redundant ones share: multipliers may depend on it
        mass,          ///< of a body: one number
        com,           ///< three
        inertia,       ///< six
        frame_p,       ///< of a joint in the tree
        frame_R,       ///< nine, row by row
        joint_number,  ///< of a joint's own
        armature,
        force,       ///< of a force element
        constraint,  ///< of a constraint, or the frames of a joint that closes a loop
        friction,    ///< of a one-way condition: 0 sliding friction, 1 viscous
        limit,       ///< of what gives way
        other,       ///< by differences
    };
    Kind kind = Kind::other;
    int index = 0;         ///< the body of the tree, the force, the constraint or the one-way condition
    int offset = 0;        ///< of its first number among those of the joint, force or constraint
    bool on_body = false;  ///< of frames: M on the body, not F on its parent, as the tree goes
};

/// For every parameter of the layout. O(parameters).
std::vector<ParameterRole> parameter_roles(const Compiled& c);

}  // namespace sinew
