// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/kernel.h>
#include <sinew/dynamics/position.h>
#include <sinew/dynamics/position_pass.h>
#include <sinew/math/dual.h>

namespace sinew {

namespace {

SINEW_KERNEL void one_by_one(const PositionPass<double>& pass, int begin, int end) {
    PositionPass<double>::Across joint;
    for (int B = begin; B < end; ++B) pass.step(B, joint);
}

}  // namespace

template <>
void position_kinematics(const Tree& tree, const InstanceT<double>& instance, const double* q,
                         const PositionT<double>& out) {
    const PositionPass<double> pass{tree, instance, q, out};
    pass.begin();
    outward_runs(
        tree, always, [&](int begin, int end) { one_by_one(pass, begin, end); },
        [&](const Alike& alike) { place_in_lanes(tree, instance, q, alike, out); });
}

template <>
void position_kinematics(const Tree& tree, const InstanceT<Dual>& instance, const Dual* q,
                         const PositionT<Dual>& out) {
    const PositionPass<Dual> pass{tree, instance, q, out};
    pass.begin();
    PositionPass<Dual>::Across joint;
    for (int B = 1; B < tree.size(); ++B) pass.step(B, joint);
}

}  // namespace sinew
