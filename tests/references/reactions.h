// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/sinew.h>

#include <doctest/doctest.h>

#include <cmath>

namespace sinew::testing {

inline void check_close(const SpatialForce& found, const SpatialForce& expected, double tolerance) {
    for (int i = 0; i < 3; ++i) {
        CAPTURE(i);
        CHECK(std::abs(found.m[i] - expected.m[i]) <= tolerance);
        CHECK(std::abs(found.f[i] - expected.f[i]) <= tolerance);
    }
}

/// On the body a joint leads to, about M's origin, in that body's axes.
inline SpatialForce on_child(const System& system, const State& state, AnyJointId joint) {
    const FrameOn M = joint_frames(system, state, joint).M;
    return reaction_on(system, state, joint, M.body, {M.body, {Rotation::identity(), M.X_BF.p}});
}
/// On the body it comes from, about F's origin, in that body's axes.
inline SpatialForce on_parent(const System& system, const State& state, AnyJointId joint) {
    const FrameOn F = joint_frames(system, state, joint).F;
    return reaction_on(system, state, joint, F.body, {F.body, {Rotation::identity(), F.X_BF.p}});
}

}  // namespace sinew::testing
