// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/system/model.h>

namespace sinew::testing {

/// A point on a rod of one metre that swings under g = 9.81.
struct Pendulum {
    Model model{};
    JointId<Pin> swing{};
    Pendulum() {
        const BodyId bob = model.add(Body{"bob", {.mass = 1, .com = {0, -1, 0}}});
        swing = model.add(Pin{}, {.name = "swing", .from = world, .to = bob});
        model.add(Gravity{.g = {0, -9.81, 0}});
    }
};

}  // namespace sinew::testing
