// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/forces/thermostat.h>

namespace sinew {

void Thermostat::z_dot(const ForceInput<double>& in, const SpatialAcceleration*, std::span<const double>,
                       std::span<double> rate) const {
    const double kT = in.k[2] * in.k[0], Q = kT * in.k[1] * in.k[1], N = dofs(in);
    const auto last = static_cast<std::size_t>(chain);  // where s is
    double twice = 0;                                   // what the one before brings: 2K, then Q ζ²
    for (int B = 1; B < in.kin.bodies; ++B)
        twice += 2 * kinetic_energy(inertia_of(in.kin.x, B), in.kin.v.V_WB[B]);
    rate[last] = 0;
    for (std::size_t i = 0; i < last; ++i) {
        const double n = i == 0 ? N : 1, zeta = in.z[i];
        rate[i] = (twice - n * kT) / (n * Q) - (i + 1 < last ? zeta * in.z[i + 1] : 0);
        rate[last] += n * zeta;
        twice = n * Q * zeta * zeta;
    }
}

}  // namespace sinew
