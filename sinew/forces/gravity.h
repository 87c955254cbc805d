// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/forces/contract.h>

#include <vector>

namespace sinew {

/// Uniform gravity: m g at every mass centre. Height zero of its potential is at the world's origin.
///     F = (h × g, m g)     V = −Σ m g·p_c                                                                       (8.2)
struct Gravity {
    std::string name = "gravity";
    Vec3 g{0, 0, -9.81};
    std::vector<BodyId> except{};  ///< bodies it does not act on

    static constexpr const char* kind = "gravity";
    static constexpr std::array parameter_names{"g", "", ""};
    void parameters(double* k) const { k[0] = g.x, k[1] = g.y, k[2] = g.z; }
    template <class T>
    static void apply(const ForceInput<T>& in, AppliedT<T>& out) {
        const Vec3T<T> g{in.k[0], in.k[1], in.k[2]};
        for (int B = 1; B < in.kin.bodies; ++B) {
            if (in.excluded && in.excluded[B]) continue;
            const RigidInertiaT<T>& M = in.kin.x.M_B_W[B];
            out.F_W[B].m += cross(M.h, g);
            out.F_W[B].f += M.m * g;
        }
    }
    template <class T>
    static T potential_energy(const ForceInput<T>& in) {
        const Vec3T<T> g{in.k[0], in.k[1], in.k[2]};
        T energy(0.0);
        for (int B = 1; B < in.kin.bodies; ++B) {
            if (in.excluded && in.excluded[B]) continue;
            const RigidInertiaT<T>& M = in.kin.x.M_B_W[B];
            energy -= dot(g, M.m * in.kin.x.X_WB[B].p + M.h);
        }
        return energy;
    }
};
static_assert(ForceDefinition<Gravity>);

}  // namespace sinew
