// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/forces/contract.h>

#include <vector>

namespace sinew {

/// Uniform gravity: m g at every mass centre. Height zero of its potential is at the world's origin.
///     F = (h × g, m g)     V = −Σ m g·p_c                                                                     (8.2)
struct Gravity {
    std::string name = "gravity";
    Vec3 g{0, 0, -9.81};
    std::vector<BodyId> except{};  ///< bodies it does not act on

    static constexpr const char* kind = "gravity";
    template <class T>
    struct Values {
        Vec3T<T> g;
    };
    static void parameters(auto& e, auto&& each) { each("g", e.g, Rule::finite); }

    template <class T>
    void apply(const Values<T>& k, const ForceInput<T>& in, AppliedT<T>& out) const {
        const Vec3T<T> g_W = k.g;
        for (int B = 1; B < in.kin.bodies; ++B) {
            if (in.excluded && in.excluded[B]) continue;
            const RigidInertiaT<T>& M_B = in.kin.x.body[B].M_B;
            out.F_W[B] += {cross(in.kin.x.X_WB[B].R * M_B.h, g_W), M_B.m * g_W};
        }
    }
    template <class T>
    T potential_energy(const Values<T>& k, const ForceInput<T>& in) const {
        T energy(0.0);
        for (int B = 1; B < in.kin.bodies; ++B) {
            if (in.excluded && in.excluded[B]) continue;
            const RigidInertiaT<T>& M_B = in.kin.x.body[B].M_B;
            energy -= dot(k.g, M_B.m * in.kin.x.X_WB[B].p + in.kin.x.X_WB[B].R * M_B.h);
        }
        return energy;
    }
};
static_assert(ForceDefinition<Gravity>);

}  // namespace sinew
