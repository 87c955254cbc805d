// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/kernel.h>
#include <sinew/dynamics/articulated_pass.h>
#include <sinew/dynamics/fill_lanes.h>
#include <sinew/dynamics/inward_triples.h>

namespace sinew {

namespace {

/// Bodies of a run from the last to the first. Returns 0, or the first of them whose joint moves nothing.
SINEW_KERNEL int through(const Inward<double>& pass, const BodyRun& run, TripleStack& given) {
    int singular = 0;
    TripleStack stack = given;  // of its own, so that it stays in a register
    for (int B = run.end - 1; B >= run.begin; --B)
        if (!step(pass, B, stack)) singular = B;
    given = stack;
    return singular;
}

TripleStack empty_stack(PendingTriples* memory) {
    memory->body = -1;  // never matches
    return {memory};
}

/// What a branch leaves for the body it hangs from: all that is left in its stack.
PendingTriples& gift_of(const Pending& pending, int branch) {
    return pending.one[(1 + branch) * pending.stack + 1];
}

/// Branches leave their gifts, and in the place before it the joint that moves nothing, if any.
void through_branches(const Inward<double>& pass, const Pending& pending) {
    each_branch(pass.tree, [&](const BodyRun& run) {
        PendingTriples* memory = pending.one + (1 + run.branch) * pending.stack;
        TripleStack stack = empty_stack(memory);
        memory->body = -1 - through(pass, run, stack);
    });
}

int one_by_one(const Inward<double>& pass, const Pending& pending) {
    int singular = 0;
    TripleStack stack = empty_stack(pending.one);
    for (std::size_t i = pass.tree.runs.size(); i-- > 0;) {
        const BodyRun& run = pass.tree.runs[i];
        if (run.alike >= 0 && pending.four[run.alike].complete) {
            const int parent = pass.tree[run.begin].parent;
            const PendingT<Pack>& gift = pending.four[run.alike];
            if (parent > 0)
                stack.give(parent, triples(lane_of<ArticulatedInertia>(gift.Y, run.lane)),
                           triples(lane_of<SpatialForce>(gift.z, run.lane)));
            continue;
        }
        if (run.branch >= 0) {
            const int parent = pass.tree[run.begin].parent,
                      found = -1 - (&gift_of(pending, run.branch) - 1)->body;
            if (found > 0) singular = found;
            if (parent > 0)
                stack.give(parent, gift_of(pending, run.branch).Y, gift_of(pending, run.branch).z);
            continue;
        }
        if (const int found = through(pass, run, stack); found > 0) singular = found;
    }
    return singular;
}

/// In lanes given joints have no factors (7.123).
void clear_given(const Inward<double>& pass, const Alike& alike) {
    for (const int first : alike.first)
        for (int B = first; B < first + alike.size; ++B) {
            const Node& node = pass.tree[B];
            if (node.nu != 1 || !is_given(pass.prescribed, B)) continue;
            pass.out.G_W[node.u] = {};
            pass.out.D_inv[node.square] = 0;
        }
}

}  // namespace

int inward(const Inward<double>& pass, const Pending& pending) {
    const std::vector<Alike>& alike = pass.tree.alike;
    for (std::size_t i = 0; i < alike.size(); ++i)
        pending.four[i].complete =
            inward_in_lanes(pass, alike[i], pending.four + alike.size(), pending.four[i]);
    through_branches(pass, pending);
    const int singular = one_by_one(pass, pending);
    for (std::size_t i = 0; i < alike.size(); ++i)  // so that lanes always have what bodies have
        if (!pending.four[i].complete) {
            clear_given(pass, alike[i]);
            fill_lanes(pass.tree, alike[i], pass.out);
        }
    return singular;
}

}  // namespace sinew
