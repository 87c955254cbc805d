// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/wide_kernel.h>
#include <sinew/dynamics/velocity_pass.h>

namespace sinew {

// One State in each lane (7.16).

namespace {

template <class T>
void move_states(const VelocityPass<T>& pass) {
    pass.begin();
    pass.template go<T>(1, pass.tree.size());
}
SINEW_KERNEL void move_four(const VelocityPass<PackT<4>>& pass) { move_states(pass); }
SINEW_WIDE_KERNEL void move_eight(const VelocityPass<PackT<8>>& pass) { move_states(pass); }

}  // namespace

template <>
void velocity_kinematics(const Tree& tree, const InstanceT<PackT<4>>& instance, const PositionT<PackT<4>>& x,
                         const PackT<4>* q, const PackT<4>* u, const VelocityT<PackT<4>>& out) {
    move_four({tree, instance, x, q, u, out});
}
template <>
void velocity_kinematics(const Tree& tree, const InstanceT<PackT<8>>& instance, const PositionT<PackT<8>>& x,
                         const PackT<8>* q, const PackT<8>* u, const VelocityT<PackT<8>>& out) {
    move_eight({tree, instance, x, q, u, out});
}

}  // namespace sinew
