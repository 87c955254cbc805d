// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/joints/coordinates.h>
#include <sinew/joints/fit.h>
#include <sinew/system/compiled.h>
#include <sinew/system/kinematics.h>
#include <sinew/system/views.h>

#include <cstring>
#include <vector>

namespace sinew {

namespace {

/// From a body's joint frame M to a frame or point that stands at p_W: v and a of the latter.
SpatialAcceleration carried(const SpatialAcceleration& A, const Vec3& w, const Vec3& p) {
    return {A.w, A.v + cross(A.w, p) + cross(w, cross(w, p))};
}

/// From a body's joint frame M to its own frame B.
Vec3 p_MB_W(const System& system, const State& state, int node) {
    const Compiled& c = system.compiled();
    const Instance instance = instance_of(c, state);
    return positions(c, state, instance).X_WB[node].R * instance.X_MB[node].p;
}

struct Moving {
    Transform X;
    SpatialVelocity V;
    SpatialAcceleration A;
};

/// A frame's pose, velocity and acceleration in the world.
Moving moving(const System& system, const State& state, const FrameOn& frame) {
    const int node = system.compiled().node(frame.body);
    const PositionT<double> x = positions(system, state);
    const SpatialVelocity V = velocities(system, state).V_WB[node];
    const SpatialAcceleration A = accelerations(system, state).A_WM[node];
    const Transform X = x.X_WB[node] * instance_of(system.compiled(), state).X_MB[node] * frame.X_BF;
    const Vec3 p = X.p - x.X_WB[node].p;
    return {X, shift_outward(V, p), carried(A, V.w, p)};
}

/// Calls f<J>(input) for a joint in a State, with scratch of its own.
template <class F>
void with_joint_of(const System& system, const State& state, AnyJointId joint, bool by_angles, F&& f) {
    const Compiled& c = system.compiled();
    const Instance instance = instance_of(c, state);
    const Node& node = (*instance.tree)[c.node(joint)];
    with_joint(node.kind, by_angles, [&]<class J> {
        std::vector<double> scratch(static_cast<std::size_t>(scratch_size_of<J>(node.data)) + 1);
        f.template operator()<J>(
            JointInput<double>{instance.passes.k + node.k, state.q(joint).data(), scratch.data(), node.data});
    });
}

}  // namespace

JointFrames joint_frames(const System& system, const State& state, AnyJointId joint) {
    const UsualFloats floats;
    const Compiled& c = fitting(system, state);
    c.is_cut(joint);  // throws if there is no such joint
    const JointParameters& p = c.joint_parameters[static_cast<std::size_t>(joint.index)];
    const double* v = state.parameter_block().values.data();
    const auto frame = [&](int R, int o) {
        const double* r = v + R;
        return Transform{Rotation{{{r[0], r[3], r[6]}, {r[1], r[4], r[7]}, {r[2], r[5], r[8]}}},
                         {v[o], v[o + 1], v[o + 2]}};
    };
    const JointPlacement& place = system.model().joints[static_cast<std::size_t>(joint.index)].placement;
    return {{place.from, frame(p.X_PF_R, p.X_PF_p)}, {place.to, frame(p.X_BM_R, p.X_BM_p)}};
}

Transform pose(const System& system, const State& state, BodyId body) {
    const UsualFloats floats;
    const Compiled& c = system.compiled();
    const int node = c.node(body);
    const Instance instance = instance_of(c, state);
    return positions(c, state, instance).X_WB[node] * instance.X_MB[node];
}

SpatialVelocity velocity(const System& system, const State& state, BodyId body) {
    const UsualFloats floats;
    const int node = system.compiled().node(body);
    return shift_outward(velocities(system, state).V_WB[node], p_MB_W(system, state, node));
}

SpatialAcceleration acceleration(const System& system, const State& state, BodyId body) {
    const UsualFloats floats;
    const int node = system.compiled().node(body);
    return carried(accelerations(system, state).A_WM[node], velocities(system, state).V_WB[node].w,
                   p_MB_W(system, state, node));
}

Vec3 position(const System& system, const State& state, const Station& S) {
    const UsualFloats floats;
    return pose(system, state, S.body) * S.p;
}

Vec3 velocity(const System& system, const State& state, const Station& S) {
    const UsualFloats floats;
    return shift_outward(velocity(system, state, S.body), pose(system, state, S.body).R * S.p).v;
}

Vec3 acceleration(const System& system, const State& state, const Station& S) {
    const UsualFloats floats;
    return carried(acceleration(system, state, S.body), velocity(system, state, S.body).w,
                   pose(system, state, S.body).R * S.p)
        .v;
}

Transform relative_pose(const System& system, const State& state, const FrameOn& A, const FrameOn& B) {
    const UsualFloats floats;
    return (pose(system, state, A.body) * A.X_BF).inverse() * (pose(system, state, B.body) * B.X_BF);
}

SpatialVelocity relative_velocity(const System& system, const State& state, const FrameOn& A,
                                  const FrameOn& B) {
    const UsualFloats floats;
    const Transform X_WA = pose(system, state, A.body) * A.X_BF, X_WB = pose(system, state, B.body) * B.X_BF;
    const SpatialVelocity V_WA = velocity(system, state, A.body), V_WB = velocity(system, state, B.body);
    // A's motion carried to B's origin is what B would do if it stood still on A.
    const SpatialVelocity on_A = shift_outward(V_WA, X_WB.p - pose(system, state, A.body).p);
    const SpatialVelocity of_B = shift_outward(V_WB, X_WB.p - pose(system, state, B.body).p);
    return X_WA.R.inverse() * (of_B - on_A);
}

SpatialAcceleration relative_acceleration(const System& system, const State& state, const FrameOn& A,
                                          const FrameOn& B) {
    const UsualFloats floats;
    const Moving a = moving(system, state, A), b = moving(system, state, B);
    const Vec3 p = b.X.p - a.X.p;
    const SpatialAcceleration on_A = carried(a.A, a.V.w, p);
    const SpatialVelocity V = b.V - shift_outward(a.V, p);  // in A, expressed in W
    const SpatialAcceleration rest{cross(a.V.w, V.w), 2.0 * cross(a.V.w, V.v)};
    return a.X.R.inverse() * (b.A - on_A - rest);
}

Transform joint_pose(const System& system, const State& state, AnyJointId joint) {
    const UsualFloats floats;
    const auto [F, M] = joint_frames(system, state, joint);
    return relative_pose(system, state, F, M);
}

SpatialVelocity joint_velocity(const System& system, const State& state, AnyJointId joint) {
    const UsualFloats floats;
    const auto [F, M] = joint_frames(system, state, joint);
    return relative_velocity(system, state, F, M);
}

std::span<const double> q_dot(const System& system, const State& state) {
    const UsualFloats floats;
    const Compiled& c = fitting(system, state);
    if (c.rates_are_speeds) return state.u();
    auto* rates = static_cast<double*>(state.cache(c.entries.rates));
    if (!state.is_current(c.entries.rates)) {
        const PositionT<double> x = positions(system, state);
        const Instance instance = instance_of(c, state);
        check_angles(c, state);
        const double *q = state.q().data(), *u = state.u().data();
        for (int B = 1; B < c.tree.size(); ++B) {
            const Node& node = c.tree[B];
            if (node.kind == JointKind::Pin || node.kind == JointKind::Slider) {  // N = 1, without asking
                rates[node.q] = u[node.u];
                continue;
            }
            for (int i = 0; i < node.nq; ++i)
                rates[node.q + i] = 0;  // the place a joint by angles does not use
            with_joint(node.kind, instance.passes.by_angles[B], [&]<class J> {
                const JointInput<double> in{instance.passes.k + node.k, q + node.q, x.scratch + node.scratch,
                                            node.data};
                multiply_N<J>(in, u + node.u, rates + node.q);
            });
        }
        state.mark_current(c.entries.rates);
    }
    return {rates, static_cast<std::size_t>(c.tree.nq)};
}

void fit_pose(const System& system, State& state, AnyJointId joint, const Transform& X_FM) {
    const UsualFloats floats;
    std::vector<double> q(state.q(joint).size());
    with_joint_of(system, state, joint, uses_angles(system, state, joint),
                  [&]<class J>(const JointInput<double>& in) { J::fit(in, X_FM, q.data()); });
    state.set_q(joint, q);
}

void fit_velocity(const System& system, State& state, AnyJointId joint, const SpatialVelocity& V_FM) {
    const UsualFloats floats;
    std::vector<double> u(state.u(joint).size());
    with_joint_of(system, state, joint, uses_angles(system, state, joint),
                  [&]<class J>(const JointInput<double>& in) {
                      static_cast<void>(J::X_FM(in));
                      fit_velocity<J>(in, V_FM, u.data());
                  });
    state.set_u(joint, u);
}

bool uses_angles(const System& system, const State& state, AnyJointId joint) {
    const UsualFloats floats;
    const Compiled& c = system.compiled();
    return instance_of(c, state).passes.by_angles[c.node(joint)] != 0;
}

void use_angles(const System& system, State& state, AnyJointId joint, bool angles) {
    const UsualFloats floats;
    const Compiled& c = fitting(system, state);
    const int node = c.node(joint);
    bool has_orientation = false;
    with_joint(c.tree[node].kind, false, [&]<class J> {
        has_orientation = requires { typename J::WithAngles; };
    });
    if (!has_orientation || uses_angles(system, state, joint) == angles) return;
    Transform X_FM;
    with_joint_of(system, state, joint, !angles,
                  [&]<class J>(const JointInput<double>& in) { X_FM = J::X_FM(in); });
    std::vector<double> q(state.q(joint).size());
    with_joint_of(system, state, joint, angles,
                  [&]<class J>(const JointInput<double>& in) { J::fit(in, X_FM, q.data()); });
    state.set_byte(c.by_angles, node, angles);
    state.set_q(joint, q);
}

}  // namespace sinew
