// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/system/motion.h>
#include <sinew/system/system.h>

#include <vector>

namespace sinew {

/// A place where a given motion is not continuous.
struct MotionJump {
    int motion = -1, function = 0;
    double time = 0, size = 0;
    bool of_speed = false;
};

/// Looks for jumps in the Motions that are enabled in a State: a change over an interval that the rates in it do not
/// account for, however short the interval is made (11.54).
class MotionJumps {
public:
    /// Which Motions are looked at.
    void refresh(const System& system, const State& state);
    bool empty() const { return motions_.empty(); }
    /// The first jump in (from, to] larger than the tolerance (for values above 1, a share of them); motion is −1 if
    /// there is none.
    MotionJump find(const System& system, const State& state, double from, double to, double tolerance) const;

private:
    std::vector<int> motions_;
};

}  // namespace sinew
