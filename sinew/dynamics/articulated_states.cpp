// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/wide_kernel.h>
#include <sinew/dynamics/articulated_pass.h>
#include <sinew/dynamics/articulated_states.h>
#include <sinew/dynamics/lone_bodies.h>

namespace sinew {

namespace {

template <int lanes>
void all_inward(const Inward<PackT<lanes>>& pass, PendingT<PackT<lanes>>* pending, WhereT<lanes>& regular) {
    pending->body = -1;  // never matches
    Stack<PendingT<PackT<lanes>>> stack{pending};
    for (int B = pass.tree.size() - 1; B > 0;) {
        if (is_alone(pass, B, stack) && step_alone(pass, B)) {
            --B;
            continue;
        }
        do regular &= pass.step(B, stack);  // all that hangs on one body of the world, and it
        while (pass.tree[B--].parent != 0);
    }
}
template <int lanes>
void all_outward(const Outward<PackT<lanes>>& pass) {
    pass.A_WB[0] = {};
    pass.one_by_one(1, pass.tree.size());
}

SINEW_KERNEL void inward_states(const Inward<PackT<4>>& pass, PendingT<PackT<4>>* pending,
                                WhereT<4>& regular) {
    all_inward(pass, pending, regular);
}
SINEW_WIDE_KERNEL void inward_states(const Inward<PackT<8>>& pass, PendingT<PackT<8>>* pending,
                                     WhereT<8>& regular) {
    all_inward(pass, pending, regular);
}
SINEW_KERNEL void outward_states(const Outward<PackT<4>>& pass) { all_outward(pass); }
SINEW_WIDE_KERNEL void outward_states(const Outward<PackT<8>>& pass) { all_outward(pass); }

}  // namespace

template <int lanes>
LaneBits articulated_inertias(const Tree& tree, const PositionT<PackT<lanes>>& x,
                              const std::uint8_t* prescribed, PendingT<PackT<lanes>>* pending,
                              const ArticulatedT<PackT<lanes>>& out) {
    WhereT<lanes> regular = true;
    inward_states({tree, x, nullptr, nullptr, prescribed, out}, pending, regular);
    return regular;
}

template <int lanes>
LaneBits forward_dynamics(const Tree& tree, const PositionT<PackT<lanes>>& x,
                          const VelocityT<PackT<lanes>>& v, const ForwardT<PackT<lanes>>& problem,
                          PendingT<PackT<lanes>>* pending, const ArticulatedT<PackT<lanes>>& out) {
    WhereT<lanes> regular = true;
    inward_states({tree, x, &v, &problem, problem.prescribed, out}, pending, regular);
    outward_states({tree, x, &v, out, problem.prescribed, problem.u_dot, problem.A_WB});
    return regular;
}

template LaneBits articulated_inertias(const Tree&, const PositionT<PackT<4>>&, const std::uint8_t*,
                                       PendingT<PackT<4>>*, const ArticulatedT<PackT<4>>&);
template LaneBits articulated_inertias(const Tree&, const PositionT<PackT<8>>&, const std::uint8_t*,
                                       PendingT<PackT<8>>*, const ArticulatedT<PackT<8>>&);
template LaneBits forward_dynamics(const Tree&, const PositionT<PackT<4>>&, const VelocityT<PackT<4>>&,
                                   const ForwardT<PackT<4>>&, PendingT<PackT<4>>*,
                                   const ArticulatedT<PackT<4>>&);
template LaneBits forward_dynamics(const Tree&, const PositionT<PackT<8>>&, const VelocityT<PackT<8>>&,
                                   const ForwardT<PackT<8>>&, PendingT<PackT<8>>*,
                                   const ArticulatedT<PackT<8>>&);

}  // namespace sinew
