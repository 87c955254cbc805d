// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/kernel.h>
#include <sinew/dynamics/articulated_pass.h>
#include <sinew/dynamics/fill_lanes.h>

namespace sinew {

namespace {

SINEW_KERNEL int one_by_one(const Inward<double>& pass, const Pending& pending) {
    int singular = 0;
    pending.one->body = -1;  // never matches
    Stack<double> stack{pending.one};
    for (std::size_t i = pass.tree.runs.size(); i-- > 0;) {
        const BodyRun& run = pass.tree.runs[i];
        if (run.alike >= 0 && pending.four[run.alike].complete) {
            const int parent = pass.tree[run.begin].parent;
            const PendingT<Pack>& gift = pending.four[run.alike];
            if (parent > 0)
                stack.give(parent, lane_of<ArticulatedInertia>(gift.Y, run.lane),
                           lane_of<SpatialForce>(gift.z, run.lane));
            continue;
        }
        for (int B = run.end - 1; B >= run.begin; --B)
            if (!pass.step(B, stack)) singular = B;
    }
    return singular;
}

}  // namespace

int inward(const Inward<double>& pass, const Pending& pending) {
    const std::vector<Alike>& alike = pass.tree.alike;
    for (std::size_t i = 0; i < alike.size(); ++i)
        pending.four[i].complete =
            none_set(pass.prescribed, alike[i]) &&
            inward_in_lanes(pass, alike[i], pending.four + alike.size(), pending.four[i]);
    const int singular = one_by_one(pass, pending);
    for (std::size_t i = 0; i < alike.size(); ++i)  // so that lanes always have what bodies have
        if (!pending.four[i].complete) fill_lanes(pass.tree, alike[i], pass.out);
    return singular;
}

}  // namespace sinew
