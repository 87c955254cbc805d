// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/kernel.h>
#include <sinew/dynamics/ask_joint.h>

namespace sinew {

SINEW_KERNEL void across_functions(const Node& node, const JointInput<double>& in, Transform& X_FB,
                                   SpatialVelocity* H_FB) {
    across_in_place<FunctionBased>(node, in, X_FB, H_FB);
}

SINEW_KERNEL void across_plain_functions(const JointInput<double>& in, const SinCos<double> (&sines)[3],
                                         Transform& X_FB, SpatialVelocity* H_FB) {
    FunctionBased::plain_X_and_H(in, sines, X_FB, H_FB);
}

}  // namespace sinew
