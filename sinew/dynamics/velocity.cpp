// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/kernel.h>
#include <sinew/dynamics/velocity_pass.h>
#include <sinew/math/dual.h>

namespace sinew {

namespace {

SINEW_KERNEL void one_by_one(const VelocityPass<double>& pass, int begin, int end) {
    pass.go<double>(begin, end);
}

SINEW_KERNEL void in_lanes(const VelocityPass<double>& pass, const Alike& alike) { pass.go<Pack>(alike); }

template <class T>
void jacobian_pass(const Tree& tree, const PositionT<T>& x, const T* u, SpatialVelocityT<T>* V_WB) {
    V_WB[0] = {};
    for (int B = 1; B < tree.size(); ++B) {
        const Node& node = tree[B];
        SpatialVelocityT<T> V = shift_outward(V_WB[node.parent], x.p_PB_W[B]);
        with_mobilities(node, [&]<int n, bool turns> {
            for (int i = 0; i < n; ++i) add_hinge<turns>(V, x.H_W[node.u + i], u[node.u + i]);
        });
        V_WB[B] = V;
    }
}

}  // namespace

template <>
void velocity_kinematics(const Tree& tree, const InstanceT<double>& instance, const PositionT<double>& x,
                         const double* q, const double* u, const VelocityT<double>& out) {
    const VelocityPass<double> pass{tree, instance, x, q, u, out};
    pass.begin();
    outward_runs(
        tree, always, [&](int begin, int end) { one_by_one(pass, begin, end); },
        [&](const Alike& alike) { in_lanes(pass, alike); });
}

template <>
void velocity_kinematics(const Tree& tree, const InstanceT<Dual>& instance, const PositionT<Dual>& x,
                         const Dual* q, const Dual* u, const VelocityT<Dual>& out) {
    const VelocityPass<Dual> pass{tree, instance, x, q, u, out};
    pass.begin();
    pass.go<Dual>(1, tree.size());
}

template <>
SINEW_KERNEL void multiply_by_J(const Tree& tree, const PositionT<double>& x, const double* u,
                                SpatialVelocity* V_WB) {
    jacobian_pass(tree, x, u, V_WB);
}

}  // namespace sinew
