// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/state/layout.h>

#include <string>

namespace sinew {

/// Lets a constraint of the Model give way: its one equation, of speeds, is met as long as its force needs to be no
/// larger than a limit; beyond, the force is that limit, against the speed it is off by (17.15).
/// On a ConstantSpeed this is dry friction in a joint (value 0), or a drive of limited torque that keeps a speed.
/// On a SpeedCoupler it is a clutch.
struct Bounded {
    std::string name{};  ///< the constraint's
    double limit = 0;    ///< N or N m, along the equation; zero: the constraint takes no part

    static constexpr const char* kind = "bounded condition";
    static void parameters(auto& e, auto&& each) { each("limit", e.limit, Rule::non_negative); }
};

}  // namespace sinew
