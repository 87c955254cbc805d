// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/kernel.h>
#include <sinew/dynamics/by_factors.h>

namespace sinew {

namespace {

SINEW_KERNEL void one_by_one(const ByFactors<double>& pass, int begin, int end) {
    pass.one_by_one(begin, end);
}
SINEW_KERNEL void in_lanes(const ByFactors<double>& pass, const Alike& alike) { pass.in_lanes(alike); }

}  // namespace

template <>
void multiply_by_M_inverse(const Tree& tree, const PositionT<double>& x, const ArticulatedT<double>& y,
                           const std::uint8_t* prescribed, const double* f, double* u_dot, SpatialForce* z_W,
                           SpatialAcceleration* A_WB) {
    const ByFactors<double> pass{tree, x, y, prescribed, f, u_dot, z_W};
    pass.begin();
    inward_runs(
        tree, always, [&](int begin, int end) { one_by_one(pass, begin, end); },
        [&](const Alike& alike) { in_lanes(pass, alike); });
    outward(Outward<double>{tree, x, nullptr, y, prescribed, u_dot, A_WB});
}

}  // namespace sinew
