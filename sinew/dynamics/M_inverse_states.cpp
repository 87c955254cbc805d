// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/wide_kernel.h>
#include <sinew/dynamics/articulated_states.h>
#include <sinew/dynamics/by_factors.h>

namespace sinew {

// One State in each lane (7.16).

namespace {

template <class T>
void all_outward(const Outward<T>& out) {
    out.A_WB[0] = {};
    out.one_by_one(1, out.tree.size());
}
template <class T>
void product(const ByFactors<T>& in, const Outward<T>& out) {
    in.all_inward();
    all_outward(out);
}
SINEW_KERNEL void product_four(const ByFactors<PackT<4>>& in, const Outward<PackT<4>>& out) {
    product(in, out);
}
SINEW_WIDE_KERNEL void product_eight(const ByFactors<PackT<8>>& in, const Outward<PackT<8>>& out) {
    product(in, out);
}
SINEW_KERNEL void outward_four(const Outward<PackT<4>>& out) { all_outward(out); }
SINEW_WIDE_KERNEL void outward_eight(const Outward<PackT<8>>& out) { all_outward(out); }

}  // namespace

template <>
void multiply_by_M_inverse(const Tree& tree, const PositionT<PackT<4>>& x, const ArticulatedT<PackT<4>>& y,
                           const std::uint8_t* prescribed, const PackT<4>* f, PackT<4>* u_dot,
                           SpatialForceT<PackT<4>>* z_W, SpatialAccelerationT<PackT<4>>* A_WB) {
    product_four({tree, x, y, prescribed, f, u_dot, z_W}, {tree, x, nullptr, y, prescribed, u_dot, A_WB});
}
template <>
void multiply_by_M_inverse(const Tree& tree, const PositionT<PackT<8>>& x, const ArticulatedT<PackT<8>>& y,
                           const std::uint8_t* prescribed, const PackT<8>* f, PackT<8>* u_dot,
                           SpatialForceT<PackT<8>>* z_W, SpatialAccelerationT<PackT<8>>* A_WB) {
    product_eight({tree, x, y, prescribed, f, u_dot, z_W}, {tree, x, nullptr, y, prescribed, u_dot, A_WB});
}

template <>
void respond_outward(const Tree& tree, const PositionT<PackT<4>>& x, const ArticulatedT<PackT<4>>& y,
                     const std::uint8_t* prescribed, PackT<4>* u_dot, SpatialAccelerationT<PackT<4>>* A_WB) {
    outward_four({tree, x, nullptr, y, prescribed, u_dot, A_WB});
}
template <>
void respond_outward(const Tree& tree, const PositionT<PackT<8>>& x, const ArticulatedT<PackT<8>>& y,
                     const std::uint8_t* prescribed, PackT<8>* u_dot, SpatialAccelerationT<PackT<8>>* A_WB) {
    outward_eight({tree, x, nullptr, y, prescribed, u_dot, A_WB});
}

}  // namespace sinew
