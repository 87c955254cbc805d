// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/kernel.h>
#include <sinew/dynamics/articulated_pass.h>

namespace sinew {

template <>
SINEW_KERNEL int forward_dynamics(const Tree& tree, const PositionT<double>& x, const VelocityT<double>& v,
                                  const ForwardT<double>& problem, PendingT<double>* pending,
                                  const ArticulatedT<double>& out) {
    const int singular = inward<double>(tree, x, &v, &problem, problem.prescribed, pending, out);
    outward<double>(tree, x, v.c_W, out.G_W, problem.prescribed, problem.u_dot, problem.A_WB);
    return singular;
}

}  // namespace sinew
