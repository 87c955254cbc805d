// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/dynamics/fill_lanes.h>
#include <sinew/dynamics/lanes.h>

namespace sinew {

namespace {

/// f(B) for all steps of subtrees that are alike.
template <class F>
void each_step(const Tree& tree, const Alike& alike, const F& f) {
    for (int i = 0; i < alike.size; ++i) f(bodies_at(tree, alike, i));
}
template <class F>
void each_step(const Tree& tree, const F& f) {
    for (const Alike& alike : tree.alike) each_step(tree, alike, f);
}

bool has_hinge(const Tree& tree, const Lanes& B) { return tree[first_of(B)].nu > 0; }

}  // namespace

void fill_lanes(const Tree& tree, const BodyConstantsT<double>* body, ConstantsInLanes* in_lanes) {
    each_step(tree, [&](const Lanes& B) {
        in_lanes[B.step] = {get(body, B, &BodyConstantsT<double>::X_PF),
                            get(body, B, &BodyConstantsT<double>::M_B)};
    });
}

void fill_lanes(const Tree& tree, const PositionT<double>& x) {
    each_step(tree, [&](const Lanes& B) {
        PositionInLanes& here = x.in_lanes[B.step];
        here.X_WB = get(x.X_WB, B);
        here.p_PB_W = get(x.p_PB_W, B);
        if (has_hinge(tree, B)) here.H_W = get(x.H_W, of_nodes(tree, B, &Node::u));
    });
}

void fill_lanes(const Tree& tree, const VelocityT<double>& v) {
    each_step(tree, [&](const Lanes& B) { v.in_lanes[B.step] = {get(v.V_WB, B), get(v.c_W, B)}; });
}

void fill_lanes(const Tree& tree, const Alike& alike, const ArticulatedT<double>& y) {
    each_step(tree, alike, [&](const Lanes& B) {
        if (has_hinge(tree, B))
            y.in_lanes[B.step] = {get(y.G_W, of_nodes(tree, B, &Node::u)),
                                  get(y.D_inv, of_nodes(tree, B, &Node::square))};
    });
}

}  // namespace sinew
