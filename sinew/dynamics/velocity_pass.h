// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/dynamics/ask_joint.h>
#include <sinew/dynamics/velocity.h>
#include <sinew/dynamics/walks.h>

namespace sinew {

/// From the world outwards, body by body or by four that are alike.
template <class S>
struct VelocityPass {
    const Tree& tree;
    const InstanceT<S>& instance;
    const PositionT<S>& x;
    const S *q, *u;
    const VelocityT<S>& out;

    /// V_WP becomes V_WB.
    template <class Index, class T>
    void step(const Index& B, SpatialVelocityT<T>& V_WP) const {
        const Index first = of_nodes(tree, B, &Node::u);
        const Vec3T<T> swing = cross(V_WP.w, p_PB_of(x, B));  // of B as if welded to P
        SpatialVelocityT<T> V{V_WP.w, V_WP.v + swing};
        SpatialAccelerationT<T> c{{}, cross(V_WP.w, swing)};
        with_mobilities_of(tree, B, [&]<int n, bool turns> {
            if constexpr (n > 0) {
                const SpatialVelocityT<T>* H = hinge_of(tree, x, B);
                const T u0 = get(u, first);
                SpatialVelocityT<T> V_PB_W{u0 * H[0].w, {}};
                if constexpr (!turns) V_PB_W.v = u0 * H[0].v;
                for (int i = 1; i < n; ++i) add_hinge<turns>(V_PB_W, H[i], T(get(u, first + i)));
                V.w += V_PB_W.w;
                c.w = cross(V_WP.w, V_PB_W.w);
                if constexpr (!turns) {
                    V.v += V_PB_W.v;
                    c.v += cross(V_WP.w, T(2.0) * V_PB_W.v);
                }
            }
        });
        put(out.V_WB, B, V);
        put(out.c_W, B, c);
        if constexpr (std::is_same_v<Index, int>) {
            if (tree[B].has_bias) add_bias(B);
        } else {  // these have fixed axes
            out.in_lanes[B.step] = {V, c};
        }
        V_WP = V;
    }
    /// Bodies begin to end, or those of an Alike.
    template <class T, class... Bodies>
    void go(const Bodies&... bodies) const {
        walk_outward<SpatialVelocityT<T>>(
            tree, bodies..., [this](const auto& B) { return V_of_parent(tree, out, B); },
            [this](const auto& B, SpatialVelocityT<T>& V) { this->step(B, V); });
    }
    void add_bias(int B) const {
        const Node& node = tree[B];
        const JointInput<S> in = joint_input(node, instance, q, x.scratch);
        const SpatialVelocityT<S>* H_W = x.H_W + node.u;
        with_joint(node.kind, instance.by_angles[B], [&]<class J> {
            if constexpr (std::is_same_v<J, FunctionBased>)
                if (is_plain<J>(node.data) && !node.reversed) {
                    out.c_W[B] += FunctionBased::plain_bias(in, H_W, u + node.u);
                    return;
                }
            const RotationT<S> R_WF = x.X_WB[node.parent].R * X_PF_of(instance, B).R;
            ask_bias<J>(node, in, R_WF, H_W, u + node.u, out.c_W[B]);
        });
    }
    void begin() const {
        out.V_WB[0] = {};
        out.c_W[0] = {};
    }
};

}  // namespace sinew
