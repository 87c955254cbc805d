// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/forces/contract.h>

#include <vector>

namespace sinew {

/// Forces on bodies and on speeds that are set in the State, by whoever controls the system: see
/// set_body_force. They are kept as six numbers per body of the tree, torque and force about Bo in W, then one
/// per speed.
struct DiscreteForces {
    std::string name = "discrete";

    static constexpr const char* kind = "discrete forces";
    static constexpr const char* variable_name = "forces";
    template <class T>
    struct Values {};
    static void parameters(auto&, auto&&) {}
    std::vector<double> initial(int bodies, int speeds) const {
        return std::vector<double>(static_cast<std::size_t>(6 * bodies + speeds));
    }
    template <class T>
    void apply(const Values<T>&, const ForceInput<T>& in, AppliedT<T>& out) const {
        const double* F = in.variable;
        for (int B = 0; B < in.kin.bodies; ++B, F += 6) {
            out.add_torque(B, {T(F[0]), T(F[1]), T(F[2])});
            out.add_force(B, in.kin.station(B, {}), {T(F[3]), T(F[4]), T(F[5])});
        }
        for (int i = 0; i < in.kin.speeds; ++i) out.add_mobility_force(i, T(F[i]));
    }
};
static_assert(ForceDefinition<DiscreteForces>);

}  // namespace sinew
