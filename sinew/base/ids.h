// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>

namespace sinew {

/// A typed index: the number of a thing in the list of its kind. Ids are handed out by the list they point
/// into; -1 means "none yet".
template <class Kind>
struct Id {
    int index = -1;
    friend constexpr bool operator==(Id, Id) = default;
    friend constexpr auto operator<=>(Id, Id) = default;
};

using BodyId = Id<struct BodyKind>;
using ForceId = Id<struct ForceKind>;
using MotionId = Id<struct MotionKind>;
using ConstraintId = Id<struct ConstraintKind>;

/// A joint whose type the program does not know (one that came from a file, say).
struct AnyJointId : Id<struct JointTag> {};

/// A joint of type J: its numbers of coordinates and speeds are known to the compiler.
template <class J>
struct JointId : AnyJointId {};

/// The body that never moves. Every model has it.
inline constexpr BodyId world{0};

}  // namespace sinew
