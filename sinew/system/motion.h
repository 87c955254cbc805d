// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/base/ids.h>
#include <sinew/math/function.h>

#include <cstdint>
#include <string>
#include <vector>

namespace sinew {

/// What is given of a joint's motion; the higher derivatives follow by differentiation, the lower by integration.
enum class MotionLevel : std::uint8_t { none, acceleration, velocity, position };

/// A joint driven in a given way, by a motor as strong as it takes (9.20). All speeds of the joint are driven. The
/// functions' arguments begin with time:
///     position      one function per coordinate, of t
///     velocity      one function per speed, of t and the coordinates of the joints in `reads`
///     acceleration  one function per speed, of t, these coordinates, and these joints' speeds
/// A joint by quaternion may be given four functions, normalised when used; by angles it takes three.
struct Motion {
    std::string name{};
    AnyJointId joint{};
    MotionLevel level = MotionLevel::position;
    std::vector<Function> functions{};
    std::vector<AnyJointId> reads{};  ///< the joint itself if empty
    bool enabled = true;              ///< in a new State
};

}  // namespace sinew
