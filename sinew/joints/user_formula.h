// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/joints/contract.h>
#include <sinew/math/dual.h>
#include <sinew/math/pack.h>

namespace sinew {

/// The functions of a joint of the user's own on one kind of scalar, as who knows only that it is one may call them.
/// place is the whole step across it (place.h); not of dual numbers. Null where the joint does not know this scalar.
template <class T>
struct FormulaOn {
    void (*X_FM)(const JointInput<T>& in, TransformT<T>& X_FM);
    void (*H_FM)(const JointInput<T>& in, SpatialVelocityT<T>* H);
    void (*bias_FM)(const JointInput<T>& in, const T* u, SpatialAccelerationT<T>& A);
    void (*N)(const JointInput<T>& in, T* N);
    void (*N_inverse)(const JointInput<T>& in, T* N_inv);
    void (*N_dot)(const JointInput<T>& in, const T* q_dot, T* N_dot);
    void (*place)(const JointInput<T>& in, const TransformT<T>& X_WP, const TransformT<T>& X_PF,
                  TransformT<T>& X_WB, Vec3T<T>& p_PB_W, SpatialVelocityT<T>* H_W);
};

/// One formula for all scalars (user_joint_of.h): there is one such table for each type of joint, so that its address
/// tells whether two joints are of one type.
struct UserFormula : FormulaOn<double>,
                     FormulaOn<Dual>,
                     FormulaOn<DualT<Dual>>,
                     FormulaOn<PackT<4>>,
                     FormulaOn<PackT<8>> {
    template <class T>
    const FormulaOn<T>& on() const {
        return *this;
    }
};

}  // namespace sinew
