// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/kernel.h>
#include <sinew/dynamics/composite_pass.h>
#include <sinew/math/dual.h>

namespace sinew {

template <>
SINEW_KERNEL void composite_inertias(const Tree& tree, const PositionT<double>& x, RigidInertia* K_B_W) {
    composite::inertia_pass(tree, x, K_B_W);
}

template <>
void composite_inertias(const Tree& tree, const PositionT<Dual>& x, RigidInertiaT<Dual>* K_B_W) {
    composite::inertia_pass(tree, x, K_B_W);
}

template <>
SINEW_KERNEL void mass_matrix(const Tree& tree, const PositionT<double>& x, const CompositeT<double>& work,
                              double* M) {
    composite::matrix_pass(tree, x, work, M);
}

template <>
void mass_matrix(const Tree& tree, const PositionT<Dual>& x, const CompositeT<Dual>& work, Dual* M) {
    composite::matrix_pass(tree, x, work, M);
}

}  // namespace sinew
