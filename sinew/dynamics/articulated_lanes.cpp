// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/kernel.h>
#include <sinew/dynamics/articulated_pass.h>

namespace sinew {

namespace {

template <bool some_given>
bool go(const Inward<double>& pass, const Alike& alike, PendingT<Pack>* work, PendingT<Pack>& gift) {
    work->body = -1;
    Stack<PendingT<Pack>> stack{work};
    for (int i = alike.size - 1; i >= 0; --i)
        if (!all_of(pass.step<some_given>(bodies_at(pass.tree, alike, i), stack))) return false;
    gift.Y = stack.top->Y;
    gift.z = stack.top->z;
    return true;
}

SINEW_KERNEL bool go_free(const Inward<double>& pass, const Alike& alike, PendingT<Pack>* work,
                          PendingT<Pack>& gift) {
    return go<false>(pass, alike, work, gift);
}
SINEW_KERNEL bool go_some_given(const Inward<double>& pass, const Alike& alike, PendingT<Pack>* work,
                                PendingT<Pack>& gift) {
    return go<true>(pass, alike, work, gift);
}

}  // namespace

bool inward_in_lanes(const Inward<double>& pass, const Alike& alike, PendingT<Pack>* work,
                     PendingT<Pack>& gift) {
    return any_given(pass.prescribed, alike) ? go_some_given(pass, alike, work, gift)
                                             : go_free(pass, alike, work, gift);
}

}  // namespace sinew
