// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/kernel.h>
#include <sinew/dynamics/by_factors.h>

namespace sinew {

namespace {

SINEW_KERNEL void inward_by_factors(const ByFactors<double>& pass) { pass.inward(); }

}  // namespace

template <>
void multiply_by_M_inverse(const Tree& tree, const PositionT<double>& x, const ArticulatedT<double>& y,
                           const std::uint8_t* prescribed, const double* f, double* u_dot, SpatialForce* z_W,
                           SpatialAcceleration* A_WB) {
    inward_by_factors({tree, x, y, prescribed, f, u_dot, z_W});
    outward(Outward<double>{tree, x, nullptr, y.G_W, prescribed, u_dot, A_WB});
}

}  // namespace sinew
