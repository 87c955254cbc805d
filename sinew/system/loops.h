// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/system/system.h>

#include <array>
#include <span>

namespace sinew {

// Coordinates, speeds and accelerations of any joint, whether it is in the tree or closes a loop. A joint in the tree,
// or one with a body split, has them in the State; of one that is cut they are those that fit the poses, velocities and
// accelerations of its two bodies best (9.32): angles within ±180°, quaternions of unit length.

void joint_q(const System& system, const State& state, AnyJointId joint, std::span<double> q);
void joint_u(const System& system, const State& state, AnyJointId joint, std::span<double> u);
void joint_u_dot(const System& system, const State& state, AnyJointId joint, std::span<double> u_dot);

/// The same as a number, or as an array.
template <class J>
requires(J::nq >= 0) auto joint_q(const System& system, const State& state, JointId<J> joint) {
    std::array<double, static_cast<std::size_t>(J::nq)> q{};
    joint_q(system, state, joint, q);
    if constexpr (J::nq == 1) return q[0];
    else return q;
}
template <class J>
requires(J::nq >= 0) auto joint_u(const System& system, const State& state, JointId<J> joint) {
    std::array<double, static_cast<std::size_t>(J::nu)> u{};
    joint_u(system, state, joint, u);
    if constexpr (J::nu == 1) return u[0];
    else return u;
}
template <class J>
requires(J::nq >= 0) auto joint_u_dot(const System& system, const State& state, JointId<J> joint) {
    std::array<double, static_cast<std::size_t>(J::nu)> u_dot{};
    joint_u_dot(system, state, joint, u_dot);
    if constexpr (J::nu == 1) return u_dot[0];
    else return u_dot;
}

}  // namespace sinew
