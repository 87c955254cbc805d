// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/dynamics/articulated_pass.h>

namespace sinew {

/// The inward half of M⁻¹f: as in forward dynamics, with no forces but f.
template <class T>
struct ByFactors {
    const Tree& tree;
    const PositionT<T>& x;
    const ArticulatedT<T>& y;
    const std::uint8_t* prescribed;
    const T* f;
    T* u_dot;
    SpatialForceT<T>* z_W;

    void inward() const {
        for (int B = 0; B < tree.size(); ++B) z_W[B] = {};
        for (int B = tree.size() - 1; B > 0; --B) {
            const Node& node = tree[B];
            SpatialForceT<T> z = z_W[B];
            const bool given = prescribed && prescribed[B];
            with_mobilities(node, [&]<int n, bool turns> {
                if constexpr (n > 0) {
                    if (given) {
                        for (int i = 0; i < n; ++i) u_dot[node.u + i] = T(0.0);
                        return;
                    }
                    release<n, turns>(x.H_W + node.u, y.G_W + node.u, y.D_inv + node.square, f + node.u,
                                      u_dot + node.u, z);
                }
            });
            if (node.parent > 0) z_W[node.parent] += shift_inward(z, x.p_PB_W[B]);
        }
    }
};

}  // namespace sinew
