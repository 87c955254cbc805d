// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/joints/coordinates.h>
#include <sinew/joints/fit.h>
#include <sinew/system/compiled.h>
#include <sinew/system/kinematics.h>
#include <sinew/system/loops.h>
#include <sinew/system/views.h>
#include <sinew/system/work.h>

#include <algorithm>

namespace sinew {

namespace {

/// What may be asked of a cut joint; empty for what is not.
struct Fitted {
    std::span<double> q{}, u{}, u_dot{};
};

/// Fits a cut joint's coordinates, and its speeds and accelerations if they are asked for.
void fit(const System& system, const State& state, AnyJointId joint, const Fitted& out) {
    const Compiled& c = system.compiled();
    const double* k = state.parameter_block().values.data() + c.joint_parameters[size(joint.index)].k;
    visit(
        [&]<class J>(const J&) {
            if constexpr (has_own_size<J>) {  // others are never cut
                if (!out.q.empty()) check_size("q", out.q.size(), J::nq);
                if (!out.u.empty()) check_size("u", out.u.size(), J::nu);
                if (!out.u_dot.empty()) check_size("u_dot", out.u_dot.size(), J::nu);
                double scratch[size(scratch_size_of<J>()) + 1], guess[max_nq], q[max_nq], u[max_nu];
                reference_q<J>(nullptr, guess);
                reference_q<J>(nullptr, q);
                J::fit({k, guess, scratch, nullptr}, joint_pose(system, state, joint), q);
                std::copy_n(q, out.q.size(), out.q.begin());
                if (out.u.empty() && out.u_dot.empty()) return;
                const JointInput<double> in{k, q, scratch, nullptr};
                static_cast<void>(J::X_FM(in));
                fit_velocity<J>(in, joint_velocity(system, state, joint), u);
                std::copy_n(u, out.u.size(), out.u.begin());
                if (out.u_dot.empty()) return;
                const auto [F, M] = joint_frames(system, state, joint);
                const SpatialAcceleration A =
                    relative_acceleration(system, state, F, M) - hinge_bias<J>(in, u);
                fit_velocity<J>(in, {A.w, A.v}, out.u_dot.data());
            }
        },
        c.model.joints[size(joint.index)].joint);
}

void copy(std::span<const double> from, const char* what, std::span<double> to) {
    check_size(what, to.size(), static_cast<int>(from.size()));
    std::copy(from.begin(), from.end(), to.begin());
}

}  // namespace

void joint_q(const System& system, const State& state, AnyJointId joint, std::span<double> q) {
    const UsualFloats floats;
    if (!fitting(system, state).is_cut(joint)) copy(state.q(joint), "q", q);
    else fit(system, state, joint, {.q = q});
}

void joint_u(const System& system, const State& state, AnyJointId joint, std::span<double> u) {
    const UsualFloats floats;
    if (!fitting(system, state).is_cut(joint)) copy(state.u(joint), "u", u);
    else if (!u.empty()) fit(system, state, joint, {.u = u});
}

void joint_u_dot(const System& system, const State& state, AnyJointId joint, std::span<double> u_dot) {
    const UsualFloats floats;
    const Compiled& c = fitting(system, state);
    const double* all = accelerations(system, state).u_dot;
    if (c.is_cut(joint)) {
        if (!u_dot.empty()) fit(system, state, joint, {.u_dot = u_dot});
    } else {
        const Node& node = c.tree[c.node(joint)];
        copy({all + node.u, size(node.nu)}, "u_dot", u_dot);
    }
}

}  // namespace sinew
