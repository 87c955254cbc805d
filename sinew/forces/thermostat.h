// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/forces/contract.h>

#include <limits>
#include <vector>

namespace sinew {

/// A bath of a given temperature around everything, by Nosé and Hoover, with a chain (8.36)-(8.39). In time the
/// motion has the mean kinetic energy ½ k T per degree of freedom. Its potential energy is what the bath holds, so
/// that the total energy of the System is what a run keeps.
struct Thermostat {
    std::string name = "bath";
    double temperature = 300;         ///< K
    double relaxation_time = 1;       ///< τ, s: how fast heat goes to and fro
    double boltzmann = 1.380649e-23;  ///< k, J/K, or in the units of the model
    int chain = 3;                    ///< how many variables the bath has
    /// Of the speeds, those that bear no heat: as many as constraints, motions and locks hold, and, where nothing
    /// ties the whole to the world, its own motion: 6.
    int excluded_dofs = 0;

    static constexpr const char* kind = "thermostat";
    static constexpr const char* undefined = "It excludes all degrees of freedom.";
    static constexpr bool follows_speeds = true;
    template <class T>
    struct Values {
        T temperature, relaxation_time, boltzmann;
    };
    static void parameters(auto& e, auto&& each) {
        each("temperature", e.temperature, Rule::positive);
        each("relaxation_time", e.relaxation_time, Rule::positive);
        each("boltzmann", e.boltzmann, Rule::positive);
    }
    std::string fault() const {
        return chain < 1           ? "chain must be at least 1"
               : excluded_dofs < 0 ? "excluded_dofs must not be negative"
                                   : "";
    }
    /// The rates ζ of the chain, then s.
    std::vector<double> initial_z() const {
        return std::vector<double>(static_cast<std::size_t>(chain > 0 ? chain + 1 : 0));
    }

    /// N, the degrees of freedom that bear heat; not a number if there are none.
    template <class T>
    double dofs(const ForceInput<T>& in) const {
        const int n = in.kin.speeds - excluded_dofs;
        return n > 0 ? n : std::numeric_limits<double>::quiet_NaN();
    }
    /// F_B = −ζ₁ M_B V_B, which on the speeds is −ζ₁ M u.
    template <class T>
    void apply(const Values<T>&, const ForceInput<T>& in, AppliedT<T>& out) const {
        const T zeta = dofs(in) > 0 ? in.z[0] : T(std::numeric_limits<double>::quiet_NaN());
        for (int B = 1; B < in.kin.bodies; ++B) {
            const SpatialMomentumT<T> L = inertia_of(in.kin.x, B) * in.kin.v.V_WB[B];
            out.F_W[B] -= {zeta * L.m, zeta * L.f};
        }
    }
    template <class T>
    T potential_energy(const Values<T>& k, const ForceInput<T>& in) const {
        const auto n = static_cast<std::size_t>(chain);
        const T kT = k.boltzmann * k.temperature, Q = kT * k.relaxation_time * k.relaxation_time;
        T sum = T(dofs(in)) * in.z[0] * in.z[0];
        for (std::size_t i = 1; i < n; ++i) sum += in.z[i] * in.z[i];
        return T(0.5) * Q * sum + kT * in.z[n];
    }
    template <class T>
    void z_dot(const ForceInput<T>& in, std::span<T> rate) const {
        const T kT = in.k[2] * in.k[0], Q = kT * in.k[1] * in.k[1];
        const double N = dofs(in);
        const auto last = static_cast<std::size_t>(chain);  // where s is
        T twice(0.0);                                       // what the one before brings: 2K, then Q ζ²
        for (int B = 1; B < in.kin.bodies; ++B)
            twice += 2.0 * kinetic_energy(inertia_of(in.kin.x, B), in.kin.v.V_WB[B]);
        rate[last] = T(0.0);
        for (std::size_t i = 0; i < last; ++i) {
            const double n = i == 0 ? N : 1;
            const T zeta = in.z[i];
            rate[i] = (twice - n * kT) / (n * Q);
            if (i + 1 < last) rate[i] -= zeta * in.z[i + 1];
            rate[last] += n * zeta;
            twice = n * Q * zeta * zeta;
        }
    }
};
static_assert(ForceDefinition<Thermostat>);

}  // namespace sinew
