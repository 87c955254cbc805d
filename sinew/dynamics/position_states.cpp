// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/wide_kernel.h>
#include <sinew/dynamics/position.h>
#include <sinew/dynamics/position_pass.h>

namespace sinew {

// One State in each lane (7.16).

namespace {

template <class T>
void place_states(const PositionPass<T>& pass) {
    pass.begin();
    typename PositionPass<T>::Across joint;
    for (int B = 1; B < pass.tree.size(); ++B) pass.step(B, joint);
}
SINEW_KERNEL void place_four(const PositionPass<PackT<4>>& pass) { place_states(pass); }
SINEW_WIDE_KERNEL void place_eight(const PositionPass<PackT<8>>& pass) { place_states(pass); }

}  // namespace

template <>
void position_kinematics(const Tree& tree, const InstanceT<PackT<4>>& instance, const PackT<4>* q,
                         const PositionT<PackT<4>>& out) {
    place_four({tree, instance, q, out});
}
template <>
void position_kinematics(const Tree& tree, const InstanceT<PackT<8>>& instance, const PackT<8>* q,
                         const PositionT<PackT<8>>& out) {
    place_eight({tree, instance, q, out});
}

}  // namespace sinew
