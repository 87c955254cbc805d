// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/forces/contract.h>

namespace sinew {

/// A linear spring on one coordinate: f = −k (q − q₀),   V = ½ k (q − q₀)²                                       (8.3)
struct MobilitySpring {
    std::string name{};
    CoordinateOf coordinate{};
    double stiffness = 0, rest = 0;

    static constexpr const char* kind = "mobility spring";
    static constexpr std::array parameter_names{"stiffness", "rest"};
    void parameters(double* k) const { k[0] = stiffness, k[1] = rest; }
    template <class T>
    static void apply(const ForceInput<T>& in, AppliedT<T>& out) {
        out.add_mobility_force(in.u, -in.k[0] * (in.kin.q[in.q] - in.k[1]));
    }
    template <class T>
    static T potential_energy(const ForceInput<T>& in) {
        const T stretch = in.kin.q[in.q] - in.k[1];
        return T(0.5) * in.k[0] * stretch * stretch;
    }
};

/// A linear damper on one speed: f = −c u                                                                          (8.4)
struct MobilityDamper {
    std::string name{};
    CoordinateOf coordinate{};
    double damping = 0;

    static constexpr const char* kind = "mobility damper";
    static constexpr std::array parameter_names{"damping"};
    static constexpr std::array rules{"non_negative"};
    void parameters(double* k) const { k[0] = damping; }
    template <class T>
    static void apply(const ForceInput<T>& in, AppliedT<T>& out) {
        out.add_mobility_force(in.u, -in.k[0] * in.kin.u[in.u]);
    }
};

static_assert(ForceDefinition<MobilitySpring> && ForceDefinition<MobilityDamper>);

}  // namespace sinew
