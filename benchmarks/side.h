// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "models.h"

namespace bench {

/// What is asked of each library. "Fresh": q (and u) were just changed, so all that follows from them is computed anew.
enum class Op {
    forward_dynamics,  // q, u -> udot under gravity, fresh
    inverse_dynamics,  // q, u, udot -> forces at the joints, fresh
    mass_matrix,       // q -> M, fresh
    minv_fresh,        // q, v -> M⁻¹ v, fresh
    minv_factored,     // v -> M⁻¹ v at a q seen before
    kinematics,        // q, u -> poses and velocities of all bodies, fresh
    jacobian,          // 6 x n, of one frame at a q seen before
    state_copy,        // a copy of a fully evaluated state, made and destroyed
    batch_of_8,        // forward dynamics of eight states, fresh: in one batch, or one by one
};

inline constexpr std::array all_ops{Op::forward_dynamics, Op::inverse_dynamics, Op::mass_matrix,
                                    Op::minv_fresh,       Op::minv_factored,    Op::kinematics,
                                    Op::jacobian,         Op::state_copy,       Op::batch_of_8};

constexpr const char* name(Op op) {
    constexpr std::array names{"forward dynamics", "inverse dynamics", "mass matrix M",
                               "M^-1 v, fresh",    "M^-1 v, factored", "kinematics pos+vel",
                               "frame Jacobian",   "State copy",       "8 states, forward"};
    return names[static_cast<std::size_t>(op)];
}

/// One library, holding one model and a ring of states. The states are converted to the library's own vectors when the
/// side is made, so that run() times the library and nothing else.
class Side {
public:
    virtual ~Side() = default;
    virtual void run(Op op, int state) = 0;
    /// What the last run() of this op gave, in the order of the BenchModel: udot, forces, M by rows, M⁻¹v, the position
    /// and velocity (p, w, v in the world) of every body, J by rows (angular, then linear), q and u of the copy.
    virtual std::vector<double> result(Op op) = 0;
};

/// States of Op::batch_of_8: this one and the seven after it in the ring; result() gives all eight, one after another.
inline constexpr int batch_size = 8;

}  // namespace bench
