// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/kernel.h>
#include <sinew/dynamics/articulated_pass.h>

namespace sinew {

SINEW_KERNEL bool inward_in_lanes(const Inward<double>& pass, const Alike& alike, PendingT<Pack>* work,
                                  PendingT<Pack>& gift) {
    work->body = -1;
    Stack<PendingT<Pack>> stack{work};
    for (int i = alike.size - 1; i >= 0; --i)
        if (!all_of(pass.step(bodies_at(pass.tree, alike, i), stack))) return false;
    gift.Y = stack.top->Y;
    gift.z = stack.top->z;
    return true;
}

}  // namespace sinew
