// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/wide_kernel.h>
#include <sinew/dynamics/composite_pass.h>
#include <sinew/math/pack.h>

namespace sinew {

// One State in each lane (7.16).

template <>
SINEW_KERNEL void mass_matrix(const Tree& tree, const PositionT<PackT<4>>& x,
                              const CompositeT<PackT<4>>& work, PackT<4>* M) {
    composite::matrix_pass(tree, x, work, M);
}
template <>
SINEW_WIDE_KERNEL void mass_matrix(const Tree& tree, const PositionT<PackT<8>>& x,
                                   const CompositeT<PackT<8>>& work, PackT<8>* M) {
    composite::matrix_pass(tree, x, work, M);
}

}  // namespace sinew
