// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/wide_kernel.h>
#include <sinew/dynamics/rates_pass.h>

namespace sinew {

// One State in each lane (7.16).

template <>
SINEW_KERNEL void multiply_by_N(const Tree& tree, const InstanceT<PackT<4>>& instance,
                                const PositionT<PackT<4>>& x, const PackT<4>* q, const PackT<4>* u,
                                PackT<4>* q_dot) {
    first_rates(tree, instance, x, q, u, q_dot);
}
template <>
SINEW_WIDE_KERNEL void multiply_by_N(const Tree& tree, const InstanceT<PackT<8>>& instance,
                                     const PositionT<PackT<8>>& x, const PackT<8>* q, const PackT<8>* u,
                                     PackT<8>* q_dot) {
    first_rates(tree, instance, x, q, u, q_dot);
}

}  // namespace sinew
