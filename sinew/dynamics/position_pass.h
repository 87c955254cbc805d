// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/dynamics/ask_joint.h>
#include <sinew/dynamics/lanes.h>
#include <sinew/dynamics/sines_ahead.h>
#include <sinew/dynamics/triples.h>
#include <sinew/joints/place.h>

namespace sinew {

/// Any joint, by its pose and hinge map in F.
template <class T>
void place(const Node& node, const TransformT<T>& X_WP, const TransformT<T>& X_PF, const TransformT<T>& X_FB,
           const SpatialVelocityT<T>* H_FB, TransformT<T>& X_WB, Vec3T<T>& p_PB_W, SpatialVelocityT<T>* H_W) {
    place_by_columns(node.nu, node.turns, X_WP, X_PF, X_FB, H_FB, X_WB, p_PB_W, H_W);
}

/// The same of one State, in registers of four numbers.
inline void place(const Node& node, const Transform& X_WP, const Transform& X_PF, const Transform& X_FB,
                  const SpatialVelocity* H_FB, Transform& X_WB, Vec3& p_PB_W, SpatialVelocity* H_W) {
    const TriplePose P(X_WP);
    const Triples R_WF = turned_by(P.R, X_PF.R);
    const Triple p = turned_by(P.R, X_PF.p) + turned_by(R_WF, X_FB.p);
    p_PB_W = {p[0], p[1], p[2]};
    TriplePose(turned_by(R_WF, X_FB.R), P.p + p).put(X_WB);
    for (int i = 0; i < node.nu; ++i)
        put(TripleMotion{turned_by(R_WF, H_FB[i].w), node.turns ? no_triple : turned_by(R_WF, H_FB[i].v)},
            H_W[i]);
}

/// From the world outwards, body by body.
template <class S>
struct PositionPass {
    const Tree& tree;
    const InstanceT<S>& instance;
    const S* q;
    const PositionT<S>& out;

    /// Work space of a step, which is not worth filling with zeros for every body.
    struct Across {
        TransformT<S> X_FB;
        SpatialVelocityT<S> H_FB[max_nu];
        SinesAhead sines;  ///< of doubles
    };

    template <class J>
    auto pose_of(const JointInput<S>& in, int B, SinesAhead& sines) const {
        if constexpr (std::is_same_v<J, Pin> && std::is_same_v<S, double>)
            return Pin::X_by_sines(sines.of(tree, q, B)[0]);
        else return J::X_FM(in);
    }

    /// A body by whatever joint.
    void step(int B, Across& joint) const {
        const Node& node = tree[B];
        fetch(instance.body, B + fetch_distance);
        fetch<true>(out.X_WB, B + fetch_distance);
        const TransformT<S>&X_WP = out.X_WB[node.parent], &X_PF = X_PF_of(instance, B);
        SpatialVelocityT<S>* H_W = out.H_W + node.u;
        const bool placed = with_joint(node.kind, instance.by_angles[B], [&]<class J> {
            const JointInput<S> in = joint_input(node, instance, q, out.scratch);
            if constexpr (has_fixed_axes<J>()) {
                if (!node.reversed) {
                    place_by_fixed_axes<J>(pose_of<J>(in, B, joint.sines), X_WP, X_PF, out.X_WB[B],
                                           out.p_PB_W[B], H_W);
                    return true;
                }
            }
            if constexpr (std::is_same_v<J, CustomJoint> && (std::is_same_v<S, double> || is_pack<S>))
                return step_by_users(B, TransformT<S>(X_PF), joint);
            const auto sines = [&]() -> const SinesAhead::OfTurns& {
                if constexpr (std::is_same_v<S, double>) return joint.sines.of(tree, q, B);
                __builtin_unreachable();
            };
            ask_across<J>(node, in, sines, joint.X_FB, joint.H_FB);
            return false;
        });
        if (!placed) place(node, X_WP, X_PF, joint.X_FB, joint.H_FB, out.X_WB[B], out.p_PB_W[B], H_W);
    }

    /// A joint of the user's own: all of it by its formula, if it has one for such numbers; else what lies across it,
    /// and false. (By a call with an X_PF of its own: what a call is told by reference leaves the registers.)
    [[gnu::noinline]] bool step_by_users(int B, const TransformT<S>& X_PF, Across& joint) const {
        const Node& node = tree[B];
        const JointInput<S> in = joint_input(node, instance, q, out.scratch);
        const FormulaOn<S>* formula = CustomJoint::formula_on<S>(node.data);
        if (!formula || node.reversed) {
            ask_across<CustomJoint>(node, in, nullptr, joint.X_FB, joint.H_FB);
            return false;
        }
        formula->place(in, out.X_WB[node.parent], X_PF, out.X_WB[B], out.p_PB_W[B], out.H_W + node.u);
        return true;
    }

    void begin() const {
        out.X_WB[0] = {};
        out.p_PB_W[0] = {};
    }
};

/// Places the bodies of subtrees that are alike, side by side.
void place_in_lanes(const Tree& tree, const InstanceT<double>& instance, const double* q, const Alike& alike,
                    const PositionT<double>& out);

}  // namespace sinew
