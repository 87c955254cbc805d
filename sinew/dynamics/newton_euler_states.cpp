// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/wide_kernel.h>
#include <sinew/dynamics/newton_euler_pass.h>
#include <sinew/math/pack.h>

namespace sinew {

// One State in each lane (7.16).

template <>
SINEW_KERNEL void inverse_dynamics(const Tree& tree, const PositionT<PackT<4>>& x,
                                   const VelocityT<PackT<4>>& v, const InverseT<PackT<4>>& problem) {
    newton_euler::InversePass<PackT<4>>{tree, x, &v, problem}.run();
}
template <>
SINEW_WIDE_KERNEL void inverse_dynamics(const Tree& tree, const PositionT<PackT<8>>& x,
                                        const VelocityT<PackT<8>>& v, const InverseT<PackT<8>>& problem) {
    newton_euler::InversePass<PackT<8>>{tree, x, &v, problem}.run();
}

template <>
SINEW_KERNEL void multiply_by_M(const Tree& tree, const PositionT<PackT<4>>& x, const PackT<4>* a,
                                PackT<4>* f, SpatialAccelerationT<PackT<4>>* A_WB,
                                SpatialForceT<PackT<4>>* F_W) {
    newton_euler::InversePass<PackT<4>>{tree, x, nullptr, {a, nullptr, nullptr, f, A_WB, F_W}}.run();
}
template <>
SINEW_WIDE_KERNEL void multiply_by_M(const Tree& tree, const PositionT<PackT<8>>& x, const PackT<8>* a,
                                     PackT<8>* f, SpatialAccelerationT<PackT<8>>* A_WB,
                                     SpatialForceT<PackT<8>>* F_W) {
    newton_euler::InversePass<PackT<8>>{tree, x, nullptr, {a, nullptr, nullptr, f, A_WB, F_W}}.run();
}

}  // namespace sinew
