// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/dynamics/articulated_pass.h>

#include <cstring>

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

    template <class Index>
    void step(const Index& B) const {
        using S = typename ScalarOf<T, Index>::Type;
        const Index u = of_nodes(tree, B, &Node::u);
        SpatialForceT<S> z = force_of(x, z_W, B);
        const bool given = is_given(prescribed, B), felt = any_but_world(of_nodes(tree, B, &Node::parent));
        with_mobilities_of(tree, B, [&]<int n, bool turns> {
            if constexpr (n > 0) {
                S force[n], rate[n];
                for (int i = 0; i < n; ++i) force[i] = get(f, u + i), rate[i] = S(0.0);
                if (!given)
                    release<n, turns>(hinge_of(tree, x, B), G_of(tree, y, B), D_inv_of(tree, y, B), force,
                                      rate, z, felt);
                for (int i = 0; i < n; ++i) put(u_dot, u + i, rate[i]);
            }
        });
        if (felt) give_force(tree, x, z_W, B, shift_inward(z, p_PB_of(x, B)));
    }
    void begin() const { std::memset(static_cast<void*>(z_W), 0, sizeof(*z_W) * at(tree.size())); }
    void all_inward() const {
        begin();
        for (int B = tree.size() - 1; B > 0; --B) step(B);
    }
};

}  // namespace sinew
