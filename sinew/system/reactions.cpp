// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/error.h>
#include <sinew/base/names.h>
#include <sinew/dynamics/newton_euler.h>
#include <sinew/system/compiled.h>
#include <sinew/system/constrain.h>
#include <sinew/system/kinematics.h>
#include <sinew/system/reactions.h>
#include <sinew/system/views.h>
#include <sinew/system/work.h>

#include <algorithm>

namespace sinew {

namespace {

const SpatialForce* all_reactions(const System& system, const State& state) {
    const Compiled& c = fitting(system, state);
    auto* F_J = static_cast<SpatialForce*>(state.cache(c.entries.reactions));
    if (!state.is_current(c.entries.reactions)) {
        const AccelerationView a = accelerations(system, state);
        const SpatialForce* F_W = applied_forces(system, state).F_W;
        if (!c.constraints.all.empty()) {
            SpatialForce* all = Work(system, state).F;
            std::copy_n(F_W, c.tree.size(), all);
            add_constraint_forces(system, state, multipliers_of(system, state), -1, all, nullptr);
            F_W = all;
        }
        reactions(c.tree, positions(system, state), velocities(system, state), a.A_WM, F_W, F_J);
        state.mark_current(c.entries.reactions);
    }
    return F_J;
}

/// The same force about another point.
SpatialForce about(const SpatialForce& F, const Vec3& p_old, const Vec3& p_new) {
    return shift_inward(F, p_old - p_new);
}

/// What a cut joint's multipliers do to its two bodies.
Reaction reaction_of_cut(const System& system, const State& state, AnyJointId joint, const Vec3& p_WF,
                         const Vec3& p_WM) {
    const Compiled& c = fitting(system, state);
    const Loop& loop = *c.loop_of(joint);
    if (loop.equations == 0) return {};
    const BoundConstraint& bound = c.constraints.all[size(loop.constraint.index)];
    const double* lambda = multipliers_of(system, state) + bound.a;
    const SpatialForce* rows = constraint_rows(system, state).rows + bound.row;
    SpatialForce on_from, on_to;
    for (int e = 0; e < loop.equations; ++e) {
        on_from -= lambda[e] * rows[2 * e];
        on_to -= lambda[e] * rows[2 * e + 1];
    }
    const Transform* X_WM = positions(system, state).X_WB;
    return {about(on_to, X_WM[bound.body[1]].p, p_WM), about(on_from, X_WM[bound.body[0]].p, p_WF)};
}

}  // namespace

Reaction reaction(const System& system, const State& state, AnyJointId joint) {
    const UsualFloats floats;
    const Compiled& c = system.compiled();
    const auto [F, M] = joint_frames(system, state, joint);
    const Vec3 p_WF = position(system, state, Station{F.body, F.X_BF.p}),
               p_WM = position(system, state, Station{M.body, M.X_BF.p});
    if (c.is_cut(joint)) return reaction_of_cut(system, state, joint, p_WF, p_WM);
    const int node = c.node(joint);
    // The pass gives the force on the outboard body about the joint's frame on it: M, or F if the joint is reversed.
    const SpatialForce outboard = all_reactions(system, state)[node];
    const Vec3 p_out = positions(system, state).X_WB[node].p;
    if (c.tree[node].reversed) return {-about(outboard, p_out, p_WM), outboard};
    return {outboard, -about(outboard, p_out, p_WF)};
}

SpatialForce reaction_on(const System& system, const State& state, AnyJointId joint, BodyId body,
                         const FrameOn& in) {
    const UsualFloats floats;
    const auto [F, M] = joint_frames(system, state, joint);
    if (body != F.body && body != M.body)
        throw StateError(
            "joint " + quoted(system.model().joints[static_cast<std::size_t>(joint.index)].placement.name) +
            " does not act on the body asked for; it connects " +
            quoted(system.model().bodies[static_cast<std::size_t>(F.body.index)].name) + " and " +
            quoted(system.model().bodies[static_cast<std::size_t>(M.body.index)].name) + ".");
    const Reaction both = reaction(system, state, joint);
    const bool on_to = body == M.body;
    const FrameOn& at = on_to ? M : F;
    const Transform X_WI = pose(system, state, in.body) * in.X_BF;
    const SpatialForce moved = about(on_to ? both.on_to_at_M : both.on_from_at_F,
                                     position(system, state, Station{at.body, at.X_BF.p}), X_WI.p);
    return X_WI.R.inverse() * moved;
}

}  // namespace sinew
