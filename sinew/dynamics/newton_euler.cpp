// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/kernel.h>
#include <sinew/dynamics/newton_euler_pass.h>
#include <sinew/math/dual.h>

namespace sinew {

template <>
SINEW_KERNEL void accelerations(const Tree& tree, const PositionT<double>& x, const SpatialAcceleration* c_W,
                                const double* u_dot, SpatialAcceleration* A_WB) {
    newton_euler::outward(tree, x, c_W, u_dot, A_WB);
}

template <>
SINEW_KERNEL void reactions(const Tree& tree, const PositionT<double>& x, const VelocityT<double>& v,
                            const SpatialAcceleration* A_WB, const SpatialForce* F_B_W, SpatialForce* F_J_W) {
    F_J_W[0] = {};
    for (int B = 1; B < tree.size(); ++B) {
        F_J_W[B] = newton_euler::force_to_move(x.X_WB[B].R, x.body[B].M_B, v.V_WB[B].w, A_WB[B]);
        if (F_B_W) F_J_W[B] -= F_B_W[B];
    }
    for (int B = tree.size() - 1; B > 0; --B) F_J_W[tree[B].parent] += shift_inward(F_J_W[B], x.p_PB_W[B]);
}

namespace {

using newton_euler::InversePass;

SINEW_KERNEL void outward_one_by_one(const InversePass<double>& pass, int begin, int end) {
    pass.outward<double>(begin, end);
}
SINEW_KERNEL void inward_one_by_one(const InversePass<double>& pass, int begin, int end) {
    pass.inward<double>(begin, end);
}
SINEW_KERNEL void outward_in_lanes(const InversePass<double>& pass, const Alike& alike) {
    pass.outward<Pack>(alike);
}
SINEW_KERNEL void inward_in_lanes(const InversePass<double>& pass, const Alike& alike) {
    pass.inward<Pack>(alike);
}

void run(const InversePass<double>& pass) {
    const Tree& tree = pass.tree;
    pass.begin();
    outward_runs(
        tree, always, [&](int begin, int end) { outward_one_by_one(pass, begin, end); },
        [&](const Alike& alike) { outward_in_lanes(pass, alike); });
    inward_runs(
        tree, always, [&](int begin, int end) { inward_one_by_one(pass, begin, end); },
        [&](const Alike& alike) { inward_in_lanes(pass, alike); });
    pass.end();
}

}  // namespace

template <>
void inverse_dynamics(const Tree& tree, const PositionT<double>& x, const VelocityT<double>& v,
                      const InverseT<double>& problem) {
    run({tree, x, &v, problem});
}

template <>
void inverse_dynamics(const Tree& tree, const PositionT<Dual>& x, const VelocityT<Dual>& v,
                      const InverseT<Dual>& problem) {
    newton_euler::InversePass<Dual>{tree, x, &v, problem}.run();
}

template <>
void multiply_by_M(const Tree& tree, const PositionT<double>& x, const double* a, double* f,
                   SpatialAcceleration* A_WB, SpatialForce* F_W) {
    run({tree, x, nullptr, {a, nullptr, nullptr, f, A_WB, F_W}});
}

template <>
void multiply_by_M(const Tree& tree, const PositionT<Dual>& x, const Dual* a, Dual* f,
                   SpatialAccelerationT<Dual>* A_WB, SpatialForceT<Dual>* F_W) {
    InversePass<Dual>{tree, x, nullptr, {a, nullptr, nullptr, f, A_WB, F_W}}.run();
}

template <>
void bias_force(const Tree& tree, const PositionT<double>& x, const VelocityT<double>& v, double* f_bias,
                SpatialAcceleration* A_WB, SpatialForce* F_W) {
    inverse_dynamics(tree, x, v, InverseT<double>{nullptr, nullptr, nullptr, f_bias, A_WB, F_W});
}

}  // namespace sinew
