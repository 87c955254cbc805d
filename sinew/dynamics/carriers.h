// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/dynamics/force_columns.h>

namespace sinew {

// Islands of columns that end at a body C which is not the world. With Z what its columns have become at C, S = W⁺ Zᵀ,
// and r what the columns' accelerations are to be,
//     λ = W⁺ r + S A_C     Y_C := Y_C + ΔY     ΔY = Z S     z_C := z_C + Z W⁺ r                         (7.84)
// C feels the island as inertia and as a force. Both travel to the base by the joints of the carriers of a plan, where
//     X = (1 − G Hᵀ) ΔY H     D' = D + Hᵀ ΔY H     G' = G + X D'⁻¹                                      (7.85)
//     ΔY⁺ = (1 − G Hᵀ) ΔY (1 − H Gᵀ) − X D'⁻¹ Xᵀ                                                        (7.86)
// are the factors that all columns beyond have to be computed with.

/// ΔY = Σ_j Z_j S_jᵀ of one island of m columns.
ArticulatedInertia inertia_of_island(const SpatialForce* Z, const SpatialForce* S, int m);

/// Takes ΔY of a body through its joint: y's factors of this joint become those with it, ΔY what its parent feels
/// about the parent's origin.
void carry_inertia(const Tree& tree, const PositionT<double>& x, const ArticulatedT<double>& y,
                   const std::uint8_t* prescribed, int body, ArticulatedInertia& delta);

/// Takes a force z through a joint: ε = −Hᵀ z, y = Lᵀ ε into v (tree.nu), z⁺ about the parent's origin. Zero into v
/// where the joint is prescribed.
void carry_force(const Tree& tree, const PositionT<double>& x, const ArticulatedT<double>& y,
                 const std::uint8_t* prescribed, int body, double* v, SpatialForce& z);

/// A of a body, from A of its parent and v: u̇ = L v − Gᵀ A⁺.
SpatialAcceleration carry_acceleration(const Tree& tree, const PositionT<double>& x,
                                       const ArticulatedT<double>& y, const std::uint8_t* prescribed,
                                       int body, const double* v, const SpatialAcceleration& A_P);

/// r −= Yᵀ v, and v += Y λ, at one joint; r and λ in the order of the sweep.
void subtract_felt(const Tree& tree, const ColumnPlan& plan, const ColumnPlan::Visit& visit, const double* Y,
                   const double* v, double* r);
void add_pushed(const Tree& tree, const ColumnPlan& plan, const ColumnPlan::Visit& visit, const double* Y,
                const double* lambda, double* v);

}  // namespace sinew
