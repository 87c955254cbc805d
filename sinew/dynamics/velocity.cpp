// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/kernel.h>
#include <sinew/dynamics/across.h>
#include <sinew/dynamics/lanes.h>
#include <sinew/dynamics/velocity.h>
#include <sinew/math/dual.h>

namespace sinew {

namespace {

template <class S>
struct Pass {
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
                   [&]<class J> { out.c_W[B] += bias_in_W<J>(node, in, R_WF, x.H_W + node.u, u + node.u); });
    }
    void begin() const {
        out.V_WB[0] = {};
        out.c_W[0] = {};
    }
};

SINEW_KERNEL void one_by_one(const Pass<double>& pass, int begin, int end) {
    for (int B = begin; B < end; ++B) pass.step(B);
}

SINEW_KERNEL void in_lanes(const Pass<double>& pass, const Alike& alike) {
    for (int i = 0; i < alike.size; ++i) pass.step(bodies_at(alike, i));
}

template <class T>
void jacobian_pass(const Tree& tree, const PositionT<T>& x, const T* u, SpatialVelocityT<T>* V_WB) {
    V_WB[0] = {};
    for (int B = 1; B < tree.size(); ++B) {
        const Node& node = tree[B];
        SpatialVelocityT<T> V = shift_outward(V_WB[node.parent], x.p_PB_W[B]);
        with_mobilities(node, [&]<int n, bool turns> {
            for (int i = 0; i < n; ++i) add_hinge<turns>(V, x.H_W[node.u + i], u[node.u + i]);
        });
        V_WB[B] = V;
    }
}

}  // namespace

template <>
void velocity_kinematics(const Tree& tree, const InstanceT<double>& instance, const PositionT<double>& x,
                         const double* q, const double* u, const VelocityT<double>& out) {
    const Pass<double> pass{tree, instance, x, q, u, out};
    pass.begin();
    outward_runs(
        tree, always, [&](int begin, int end) { one_by_one(pass, begin, end); },
        [&](const Alike& alike) { in_lanes(pass, alike); });
}

template <>
void velocity_kinematics(const Tree& tree, const InstanceT<Dual>& instance, const PositionT<Dual>& x,
                         const Dual* q, const Dual* u, const VelocityT<Dual>& out) {
    const Pass<Dual> pass{tree, instance, x, q, u, out};
    pass.begin();
    for (int B = 1; B < tree.size(); ++B) pass.step(B);
}

template <>
SINEW_KERNEL void multiply_by_J(const Tree& tree, const PositionT<double>& x, const double* u,
                                SpatialVelocity* V_WB) {
    jacobian_pass(tree, x, u, V_WB);
}

}  // namespace sinew
