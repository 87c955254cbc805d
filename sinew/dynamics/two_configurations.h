// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/dynamics/discrete_momentum.h>

namespace sinew {

// How the momentum of a step, projected at its beginning, changes with its end: K δ, where δ are speeds at q' (times
// whatever small time) and
//     K = J(q)ᵀ B J(q')                                                                              (7.101)
// with B block by block what one body contributes. K is not symmetric, but it comes apart as M does: forces pass inward
// over the tree as it stands at q, motions outward as it stands at q'.

/// A map from motions of a body at the far end to momenta at the near one, about the origins there: [J F; E M].
struct TwoSidedInertia {
    Mat3 J, F, E, M;
};

/// The factors of K. Arrays of the caller: one per mobility, tree.squares numbers, and per body.
struct TwoSidedFactors {
    SpatialForce* G_W;     ///< Y H' D⁻¹
    SpatialForce* L_W;     ///< Yᵀ H D⁻ᵀ
    double* D_inv;         ///< D⁻¹ of each joint, row by row
    TwoSidedInertia* Y_W;  ///< per body: work space
};

/// The two ends of a step as a tree: x at q, x' at q', and what happened between.
struct TwoConfigurations {
    PositionT<double> x, x_next;
    const BodyIncrement* increments;
    double h;
    RotationKernel kernel;
    const std::uint8_t* given;  ///< bodies whose joints' increments are not sought; null for none
    const double* diagonal =
        nullptr;  ///< per mobility: is added to K, as dampers in joints do; null for none
};

/// Tip to base. O(n). Returns 0, or a body whose joint moves no inertia.                            (7.102)-(7.104)
int factor_two_sided(const Tree& tree, const TwoConfigurations& step, const TwoSidedFactors& out);

/// δ = K⁻¹ e, zero for joints that are given. O(n). z_W and y_W are work space, one per body.       (7.105), (7.106)
void solve_two_sided(const Tree& tree, const TwoConfigurations& step, const TwoSidedFactors& factors,
                     const double* e, double* delta, SpatialForce* z_W, SpatialVelocity* y_W);

}  // namespace sinew
