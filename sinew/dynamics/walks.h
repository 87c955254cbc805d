// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/dynamics/lanes.h>

namespace sinew {

// Ways through a run of bodies, one by one or in lanes, on which neighbours hand numbers to one another. In depth-first
// order most bodies hang from the one before: what it knows is still in registers, where a way through memory costs
// each body some ten cycles that nothing else can fill.

/// step(B, x) for each body, parents first; x comes as load(B), what the parent has, and leaves as what B has.
template <class X, class Load, class Step>
void walk_outward(const Tree& tree, int begin, int end, const Load& load, const Step& step) {
    X x{};
    for (int B = begin; B < end; ++B) {
        if (B == begin || tree[B].parent != B - 1) x = load(B);
        step(B, x);
    }
}
template <class X, class Load, class Step>
void walk_outward(const Tree& tree, const Alike& alike, const Load& load, const Step& step) {
    X x{};
    for (int i = 0; i < alike.size; ++i) {
        const Lanes B = bodies_at(tree, alike, i);
        if (i == 0 || B.above != B.step - 1) x = load(B);
        step(B, x);
    }
}

/// step(B, F) for each body, children first; F comes as load(B) and what B's last child handed down, and leaves as what
/// B hands down. give(B, F) puts by what is not for the next body.
template <class F, class Load, class Step, class Give>
void walk_inward(const Tree& tree, int begin, int end, const Load& load, const Step& step, const Give& give) {
    F handed{};
    for (int B = end - 1; B >= begin; --B) {
        F here = load(B);
        here += handed;
        step(B, here);
        handed = {};
        if (B > begin && tree[B].parent == B - 1) handed = here;
        else if (tree[B].parent > 0) give(B, here);
    }
}
template <class F, class Load, class Step, class Give>
void walk_inward(const Tree& tree, const Alike& alike, const Load& load, const Step& step, const Give& give) {
    F handed{};
    for (int i = alike.size - 1; i >= 0; --i) {
        const Lanes B = bodies_at(tree, alike, i);
        F here = load(B);
        here += handed;
        step(B, here);
        handed = {};
        if (i > 0 && B.above == B.step - 1) handed = here;
        else if (any_but_world(of_nodes(tree, B, &Node::parent))) give(B, here);
    }
}

}  // namespace sinew
