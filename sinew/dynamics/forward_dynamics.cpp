// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/dynamics/articulated_pass.h>

namespace sinew {

template <>
int articulated_inertias(const Tree& tree, const PositionT<double>& x, const std::uint8_t* prescribed,
                         const Pending& pending, const ArticulatedT<double>& out) {
    return inward(Inward<double>{tree, x, nullptr, nullptr, prescribed, out}, pending);
}

template <>
int forward_dynamics(const Tree& tree, const PositionT<double>& x, const VelocityT<double>& v,
                     const ForwardT<double>& problem, const Pending& pending,
                     const ArticulatedT<double>& out) {
    const int singular = inward(Inward<double>{tree, x, &v, &problem, problem.prescribed, out}, pending);
    outward(Outward<double>{tree, x, &v, out, problem.prescribed, problem.u_dot, problem.A_WB});
    return singular;
}

}  // namespace sinew
