// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/dynamics/ask_joint.h>
#include <sinew/dynamics/lanes.h>
#include <sinew/dynamics/velocity.h>

namespace sinew {

/// From the world outwards, body by body or by four that are alike.
template <class S>
struct VelocityPass {
    const Tree& tree;
    const InstanceT<S>& instance;
    const PositionT<S>& x;
    const S *q, *u;
    const VelocityT<S>& out;

    template <class Index>
    void step(const Index& B) const {
        using T = typename ScalarOf<S, Index>::Type;
        const Index first = of_nodes(tree, B, &Node::u);
        const Vec3T<T> p = get(x.p_PB_W, B);
        const SpatialVelocityT<T> V_WP = get(out.V_WB, of_nodes(tree, B, &Node::parent));
        SpatialVelocityT<T> V_PB_W{};
        with_mobilities_of(tree, B, [&]<int n, bool turns> {
            for (int i = 0; i < n; ++i) add_hinge_at<turns>(V_PB_W, x.H_W, first + i, T(get(u, first + i)));
        });
        const Vec3T<T> swing = cross(V_WP.w, p);  // of B as if welded to P
        put(out.V_WB, B, SpatialVelocityT<T>{V_WP.w + V_PB_W.w, V_WP.v + swing + V_PB_W.v});
        put(out.c_W, B,
            SpatialAccelerationT<T>{cross(V_WP.w, V_PB_W.w), cross(V_WP.w, swing + T(2.0) * V_PB_W.v)});
        if constexpr (std::is_same_v<Index, int>)  // bodies in lanes have fixed axes
            if (tree[B].has_bias) add_bias(B);
    }
    void add_bias(int B) const {
        const Node& node = tree[B];
        const JointInput<S> in = joint_input(node, instance, q, x.scratch);
        const RotationT<S> R_WF = x.X_WB[node.parent].R * instance.body[B].X_PF.R;
        with_joint(node.kind, instance.by_angles[B],
                   [&]<class J> { ask_bias<J>(node, in, R_WF, x.H_W + node.u, u + node.u, out.c_W[B]); });
    }
    void begin() const {
        out.V_WB[0] = {};
        out.c_W[0] = {};
    }
};

}  // namespace sinew
