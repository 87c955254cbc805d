// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/kernel.h>
#include <sinew/dynamics/hinge.h>
#include <sinew/dynamics/increments.h>
#include <sinew/joints/increments.h>

namespace sinew {

namespace {

/// Calls f<J>(node) for every joint that moves.
template <class F>
void for_each_joint(const Tree& tree, const InstanceT<double>& instance, F&& f) {
    for (int B = 1; B < tree.size(); ++B)
        if (tree[B].nu > 0)
            with_joint(tree[B].kind, instance.by_angles[B], [&]<class J> { f.template operator()<J>(B); });
}

/// An increment seen from the other end: of F in M, in M's axes at its old place; X of M in F there (7.93).
JointIncrement reversed(const JointIncrement& a, const Transform& X) {
    const Rotation R = X.R.inverse();
    const Vec3 v = -(R * vector_of(a.Q));
    const Quaternion Q{a.Q.w, v.x, v.y, v.z};
    const Vec3 back = R * a.p;
    return {Q, -moved_by_turn(Q, R * X.p) - back - moved_by_turn(Q, back)};
}

/// For what needs no scratch of the joint.
JointInput<double> without_scratch(const Node& node, const InstanceT<double>& instance, const double* q) {
    return {instance.k + node.k, q + node.q, nullptr, node.data};
}

}  // namespace

void no_increments(const Tree& tree, const InstanceT<double>& instance, double* d) {
    for (int i = 0; i < tree.nq; ++i) d[i] = 0;
    for_each_joint(tree, instance, [&]<class J>(int B) { no_increment<J>(tree[B].data, d + tree[B].q); });
}

SINEW_KERNEL void retract(const Tree& tree, const InstanceT<double>& instance, const double* q,
                          const double* d, double* q_next) {
    for (int i = 0; i < tree.nq; ++i) q_next[i] = q[i];  // also those that joints by angles do not use
    for_each_joint(tree, instance, [&]<class J>(int B) {
        const Node& node = tree[B];
        retract<J>(without_scratch(node, instance, q), d + node.q, q_next + node.q);
    });
}

void difference(const Tree& tree, const InstanceT<double>& instance, const double* q, const double* q_next,
                double* d) {
    for (int i = 0; i < tree.nq; ++i) d[i] = 0;
    for_each_joint(tree, instance, [&]<class J>(int B) {
        const Node& node = tree[B];
        difference<J>(without_scratch(node, instance, q), q_next + node.q, d + node.q);
    });
}

SINEW_KERNEL void advance(const Tree& tree, const InstanceT<double>& instance,
                          const PositionT<double>& x_next, const double* q_next, const double* s,
                          const std::uint8_t* given, double* d) {
    for_each_joint(tree, instance, [&]<class J>(int B) {
        const Node& node = tree[B];
        if (given && given[B]) return;
        advance<J>(joint_input(node, instance, q_next, x_next.scratch), s + node.u, d + node.q);
    });
}

void halve_increments(const Tree& tree, const InstanceT<double>& instance, const double* d, double* half) {
    for (int i = 0; i < tree.nq; ++i) half[i] = 0;
    for_each_joint(tree, instance,
                   [&]<class J>(int B) { halve<J>(tree[B].data, d + tree[B].q, half + tree[B].q); });
}

void carry_forces_to_end(const Tree& tree, const InstanceT<double>& instance, const double* half, double side,
                         double* f) {
    for_each_joint(tree, instance,
                   [&]<class J>(int B) { carry_to_end<J>(half + tree[B].q, side, f + tree[B].u); });
}

SINEW_KERNEL void mean_speeds(const Tree& tree, const InstanceT<double>& instance, const PositionT<double>& x,
                              const double* q, const double* d, double h, double* u) {
    for_each_joint(tree, instance, [&]<class J>(int B) {
        const Node& node = tree[B];
        speeds_of<J>(joint_input(node, instance, q, x.scratch), d + node.q, u + node.u);
    });
    for (int i = 0; i < tree.nu; ++i) u[i] /= h;
}

SINEW_KERNEL void increment_kinematics(const Tree& tree, const InstanceT<double>& instance,
                                       const IncrementEnd& from, const IncrementEnd& to, const double* d,
                                       BodyIncrement* out) {
    out[0] = {};
    const PositionT<double>& x = from.x;
    for (int B = 1; B < tree.size(); ++B) {
        const Node& node = tree[B];
        const BodyIncrement& P = out[node.parent];
        JointIncrement joint;
        with_joint(node.kind, instance.by_angles[B], [&]<class J> {
            if constexpr (J::nu != 0) {
                const JointInput<double> in = joint_input(node, instance, from.q, from.x.scratch);
                const JointInput<double> next = joint_input(node, instance, to.q, to.x.scratch);
                joint = increment_across<J>(in, next, d + node.q);
                if (node.reversed) joint = reversed(joint, J::X_FM(in));
            }
        });
        const Rotation R_WF = x.X_WB[node.parent].R * instance.body[B].X_PF.R;
        const Vec3 v = R_WF * vector_of(joint.Q), own = R_WF * joint.p;
        const RigidInertia M = inertia_of(x, B);
        out[B].Q = product(P.Q, {joint.Q.w, v.x, v.y, v.z});
        out[B].p = P.p + moved_by_turn(P.Q, x.p_PB_W[B]) + own + moved_by_turn(P.Q, own);
        out[B].c = M.m > 0 ? out[B].p + moved_by_turn(out[B].Q, (1 / M.m) * M.h) : out[B].p;
    }
}

}  // namespace sinew
