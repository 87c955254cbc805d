// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/joints/sizes.h>
#include <sinew/joints/user_formula.h>

namespace sinew {

/// A joint of your own on plain numbers. (As templates it is shorter, faster, with exact derivatives: user_joint_of.h.)
/// Derive, set the sizes and names in the constructor, fill in the three functions, and put it
/// into a Model as CustomJoint{std::make_shared<Mine>()}. The contract is the one of all joints (5.1);
/// contract_error() tells whether yours keeps it. The object is shared between threads, so its functions must not
/// change it, and they must not throw.
///
///     nq, nu               0 ≤ nu ≤ 6, nu ≤ nq ≤ 7
///     coordinate_names     nq of them
///     scratch_size         numbers that X_FM wants to leave for H_FM and bias_FM, if any
///     parameter_names,     what a State may vary (at most max_parameters); in.k holds the values to use
///     parameter_values
///     has_quaternion       the first four coordinates are a quaternion: q̇ = N u as in (5.4), then ones
///     own_rates            q̇ = N u with an N of your own; else the speeds are the rates, and nq = nu
class UserJoint : public SizedJointData {
public:
    static constexpr int max_parameters = 32;
    bool own_rates = false;
    const UserFormula* formula = nullptr;  ///< of one that knows other scalars; null: plain numbers only

    virtual Transform X_FM(const JointInput<double>& in) const = 0;
    /// All nu columns, both halves.
    virtual void H_FM(const JointInput<double>& in, SpatialVelocity* H) const = 0;
    virtual SpatialAcceleration bias_FM(const JointInput<double>& in, const double* u) const = 0;

    /// N, nq x nu, row by row. Asked only if own_rates.
    virtual void N(const JointInput<double>& in, double* N) const;
    /// N⁺, nu x nq, row by row, with N⁺N = 1. Unless you know better, (NᵀN)⁻¹Nᵀ.
    virtual void N_inverse(const JointInput<double>& in, double* N_inv) const;
    /// Ṅ along q̇, nq x nu, row by row. Unless you know better, by central differences, good to about 1e-10.
    virtual void N_dot(const JointInput<double>& in, const double* q_dot, double* N_dot) const;
    /// The q whose pose comes nearest to a given one, from a guess. Unless you know better, by iteration (5.32).
    virtual void fit(const JointInput<double>& in, const Transform& X_FM, double* q) const;
};

/// How far a joint of your own is from keeping the contract at some coordinates and speeds: the largest difference
/// between what H_FM, bias_FM, N_inverse and N_dot say and what central differences of X_FM, H_FM and N show. About
/// 1e-9 times the size of the numbers is as good as differences can tell; a mistake in a formula shows a million times
/// more.
double contract_error(const UserJoint& joint, const double* q, const double* u);

}  // namespace sinew
