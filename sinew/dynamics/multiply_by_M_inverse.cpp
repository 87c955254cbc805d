// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/kernel.h>
#include <sinew/dynamics/articulated_pass.h>

namespace sinew {

namespace {

/// The inward half of M⁻¹f: as in forward dynamics, with no forces but f.
SINEW_KERNEL void inward_by_factors(const Tree& tree, const PositionT<double>& x,
                                    const ArticulatedT<double>& y, const std::uint8_t* prescribed,
                                    const double* f, double* u_dot, SpatialForce* z_W) {
    for (int B = 0; B < tree.size(); ++B) z_W[B] = {};
    for (int B = tree.size() - 1; B > 0; --B) {
        const Node& node = tree[B];
        SpatialForce z = z_W[B];
        const bool given = prescribed && prescribed[B];
        with_mobilities(node, [&]<int n, bool turns> {
            if constexpr (n > 0) {
                if (given) {
                    for (int i = 0; i < n; ++i) u_dot[node.u + i] = 0;
                    return;
                }
                release<n, turns>(x.H_W + node.u, y.G_W + node.u, y.D_inv + node.square, f + node.u,
                                  u_dot + node.u, z);
            }
        });
        if (node.parent > 0) z_W[node.parent] += shift_inward(z, x.p_PB_W[B]);
    }
}

}  // namespace

template <>
void multiply_by_M_inverse(const Tree& tree, const PositionT<double>& x, const ArticulatedT<double>& y,
                           const std::uint8_t* prescribed, const double* f, double* u_dot, SpatialForce* z_W,
                           SpatialAcceleration* A_WB) {
    inward_by_factors(tree, x, y, prescribed, f, u_dot, z_W);
    outward(Outward<double>{tree, x, nullptr, y.G_W, prescribed, u_dot, A_WB});
}

}  // namespace sinew
