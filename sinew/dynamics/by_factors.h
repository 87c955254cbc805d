// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/dynamics/articulated_pass.h>
#include <sinew/dynamics/walks.h>

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

    /// What B feels goes through its joint and becomes what its parent feels of it.
    template <class Index, class S>
    void step(const Index& B, SpatialForceT<S>& z) const {
        const Index u = of_nodes(tree, B, &Node::u);
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
        z = shift_inward(z, p_PB_of(x, B));
    }
    void one_by_one(int begin, int end) const { go<T>(begin, end); }
    void in_lanes(const Alike& alike) const {
        for (int i = 0; i < alike.size; ++i) x.in_lanes[alike.step + i].F_W = {};
        go<Pack>(alike);
    }
    void begin() const { std::memset(static_cast<void*>(z_W), 0, sizeof(*z_W) * at(tree.size())); }
    void all_inward() const {
        begin();
        one_by_one(1, tree.size());
    }

private:
    template <class S, class... Bodies>
    void go(const Bodies&... bodies) const {
        walk_inward<SpatialForceT<S>>(
            tree, bodies..., [this](const auto& B) -> const auto& { return force_of(x, z_W, B); },
            [this](const auto& B, SpatialForceT<S>& z) { this->step(B, z); },
            [this](const auto& B, const SpatialForceT<S>& z) { give_force(tree, x, z_W, B, z); });
    }
};

}  // namespace sinew
