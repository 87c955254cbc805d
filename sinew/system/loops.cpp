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

/// Fits a cut joint's coordinates, and its speeds if u is not empty.
void fit(const System& system, const State& state, AnyJointId joint, std::span<double> q,
         std::span<double> u) {
    const Compiled& c = system.compiled();
    const double* k = state.parameter_block().values.data() + c.joint_parameters[size(joint.index)].k;
    visit(
        [&]<class J>(const J&) {
            if constexpr (has_own_size<J>) {  // others are never cut
                if (u.empty()) check_size("q", q.size(), J::nq);
                else check_size("u", u.size(), J::nu);
                double scratch[size(scratch_size_of<J>()) + 1], guess[max_nq], fitted[max_nq];
                reference_q<J>(nullptr, guess);
                reference_q<J>(nullptr, fitted);
                J::fit({k, guess, scratch, nullptr}, joint_pose(system, state, joint), fitted);
                std::copy_n(fitted, q.size(), q.begin());
                if (u.empty()) return;
                const JointInput<double> in{k, fitted, scratch, nullptr};
                static_cast<void>(J::X_FM(in));
                fit_velocity<J>(in, joint_velocity(system, state, joint), u.data());
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
    else fit(system, state, joint, q, {});
}

void joint_u(const System& system, const State& state, AnyJointId joint, std::span<double> u) {
    const UsualFloats floats;
    if (!fitting(system, state).is_cut(joint)) copy(state.u(joint), "u", u);
    else if (!u.empty()) fit(system, state, joint, {}, u);
}

}  // namespace sinew
