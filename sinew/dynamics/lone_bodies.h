// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/dynamics/articulated_pass.h>

namespace sinew {

// Bodies that slide along all axes of the world, or move freely in it, and that nothing hangs on. Their factors are
// those of articulated_pass.h, known without a factorization (7.120, 7.121).

template <class S, class Waiting>
bool is_alone(const Inward<S>& pass, int B, const Stack<Waiting>& stack) {
    const Node& node = pass.tree[B];
    return node.parent == 0 && stack.top->body != B &&
           (node.kind == JointKind::Cartesian || node.kind == JointKind::Free) && !node.reversed &&
           !pass.x.armature && !is_given(pass.prescribed, B);
}

/// What Inward::step does for such a body. False where it is not regular: the step tells why. (By a call, which
/// keeps it out of the registers of the loop.)
bool step_alone(const Inward<double>& pass, int B);
bool step_alone(const Inward<PackT<4>>& pass, int B);
bool step_alone(const Inward<PackT<8>>& pass, int B);

}  // namespace sinew
