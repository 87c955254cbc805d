// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/kernel.h>
#include <sinew/dynamics/newton_euler_pass.h>
#include <sinew/math/dual.h>

namespace sinew {

template <>
SINEW_KERNEL void accelerations(const Tree& tree, const PositionT<double>& x, const SpatialAcceleration* c_W,
                                const double* u_dot, SpatialAcceleration* A_WB) {
    newton_euler::outward(tree, x, c_W, u_dot, A_WB, [](int, const SpatialAcceleration&) {});
}

template <>
SINEW_KERNEL void reactions(const Tree& tree, const PositionT<double>& x, const VelocityT<double>& v,
                            const SpatialAcceleration* A_WB, const SpatialForce* F_B_W, SpatialForce* F_J_W) {
    F_J_W[0] = {};
    for (int B = 1; B < tree.size(); ++B)
        F_J_W[B] = newton_euler::force_by_itself<double>(x, v.V_WB, F_B_W, B, A_WB[B]);
    newton_euler::inward<double>(tree, x, F_J_W, nullptr, nullptr, nullptr);
}

template <>
SINEW_KERNEL void inverse_dynamics(const Tree& tree, const PositionT<double>& x, const VelocityT<double>& v,
                                   const InverseT<double>& problem) {
    newton_euler::inverse_pass<double>(tree, x, v.c_W, v.V_WB, problem);
}

template <>
void inverse_dynamics(const Tree& tree, const PositionT<Dual>& x, const VelocityT<Dual>& v,
                      const InverseT<Dual>& problem) {
    newton_euler::inverse_pass<Dual>(tree, x, v.c_W, v.V_WB, problem);
}

template <>
SINEW_KERNEL void multiply_by_M(const Tree& tree, const PositionT<double>& x, const double* a, double* f,
                                SpatialAcceleration* A_WB, SpatialForce* F_W) {
    newton_euler::product_pass(tree, x, a, f, A_WB, F_W);
}

template <>
void multiply_by_M(const Tree& tree, const PositionT<Dual>& x, const Dual* a, Dual* f,
                   SpatialAccelerationT<Dual>* A_WB, SpatialForceT<Dual>* F_W) {
    newton_euler::product_pass(tree, x, a, f, A_WB, F_W);
}

template <>
SINEW_KERNEL void bias_force(const Tree& tree, const PositionT<double>& x, const VelocityT<double>& v,
                             double* f_bias, SpatialAcceleration* A_WB, SpatialForce* F_W) {
    const InverseT<double> without_u_dot{nullptr, nullptr, nullptr, f_bias, A_WB, F_W};
    newton_euler::inverse_pass<double>(tree, x, v.c_W, v.V_WB, without_u_dot);
}

}  // namespace sinew
