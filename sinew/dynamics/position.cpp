// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/kernel.h>
#include <sinew/dynamics/across.h>
#include <sinew/dynamics/position.h>
#include <sinew/dynamics/position_pass.h>
#include <sinew/math/dual.h>

namespace sinew {

namespace {

template <class T>
void place(const Node& node, const TransformT<T>& X_WP, const TransformT<T>& X_PF, const TransformT<T>& X_FB,
           const SpatialVelocityT<T>* H_FB, TransformT<T>& X_WB, Vec3T<T>& p_PB_W, SpatialVelocityT<T>* H_W) {
    const RotationT<T> R_WF = X_WP.R * X_PF.R;
    p_PB_W = X_WP.R * X_PF.p + R_WF * X_FB.p;
    X_WB.R = R_WF * X_FB.R;
    X_WB.p = X_WP.p + p_PB_W;
    for (int i = 0; i < node.nu; ++i) H_W[i] = R_WF * H_FB[i];
}

template <class S>
struct Pass {
    const Tree& tree;
    const InstanceT<S>& instance;
    const S* q;
    const PositionT<S>& out;

    /// Work space of a step, which is not worth filling with zeros for every body.
    struct Across {
        TransformT<S> X_FB;
        SpatialVelocityT<S> H_FB[max_nu];
    };

    /// A body by whatever joint.
    void step(int B, Across& joint) const {
        const Node& node = tree[B];
        fetch(instance.body, B + fetch_distance);
        fetch<true>(out.M_B_W, B + fetch_distance);
        fetch<true>(out.X_WB, B + fetch_distance);
        const TransformT<S>&X_WP = out.X_WB[node.parent], &X_PF = instance.body[B].X_PF;
        SpatialVelocityT<S>* H_W = out.H_W + node.u;
        const bool placed = with_joint(node.kind, instance.by_angles[B], [&]<class J> {
            const JointInput<S> in = joint_input(node, instance, q, out.scratch);
            if constexpr (has_fixed_axes<J>()) {
                if (!node.reversed) {
                    place_by_fixed_axes<J>(in, X_WP, X_PF, out.X_WB[B], out.p_PB_W[B], H_W);
                    return true;
                }
            }
            across<J>(node, in, joint.X_FB, joint.H_FB);
            return false;
        });
        if (!placed) place(node, X_WP, X_PF, joint.X_FB, joint.H_FB, out.X_WB[B], out.p_PB_W[B], H_W);
        out.M_B_W[B] = re_express(out.X_WB[B].R, instance.body[B].M_B);
    }

    void begin() const {
        out.X_WB[0] = {};
        out.M_B_W[0] = {};
        out.p_PB_W[0] = {};
    }
};

SINEW_KERNEL void one_by_one(const Pass<double>& pass, int begin, int end) {
    Pass<double>::Across joint;
    for (int B = begin; B < end; ++B) pass.step(B, joint);
}

}  // namespace

template <>
void position_kinematics(const Tree& tree, const InstanceT<double>& instance, const double* q,
                         const PositionT<double>& out) {
    const Pass<double> pass{tree, instance, q, out};
    pass.begin();
    outward_runs(
        tree, always, [&](int begin, int end) { one_by_one(pass, begin, end); },
        [&](const Alike& alike) { place_in_lanes(tree, instance, q, alike, out); });
}

template <>
void position_kinematics(const Tree& tree, const InstanceT<Dual>& instance, const Dual* q,
                         const PositionT<Dual>& out) {
    const Pass<Dual> pass{tree, instance, q, out};
    pass.begin();
    Pass<Dual>::Across joint;
    for (int B = 1; B < tree.size(); ++B) pass.step(B, joint);
}

}  // namespace sinew
