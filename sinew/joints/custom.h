// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/joints/user_joint.h>
#include <sinew/math/dual.h>

namespace sinew {

class Faults;
struct CustomRates;

/// A joint that the user supplies (5.31): user_joint_of.h or user_joint.h. One of the latter kind knows double only; on
/// dual numbers it is differentiated by central differences, good to about 1e-10 (custom_dual.h).
struct CustomJoint {
    std::shared_ptr<const UserJoint> joint;

    static constexpr const char* name = "custom";
    static constexpr int nq = -1, nu = -1;
    static constexpr std::array<const char*, 0> coordinate_names{};
    static constexpr std::array columns{Column::general, Column::general, Column::general,
                                        Column::general, Column::general, Column::general};
    using Rates = CustomRates;

    /// Adds a sentence for everything that is wrong with it.
    void check(const std::string& joint_name, Faults& faults) const;
    /// The user's object. Throws ModelError where check finds faults.
    std::shared_ptr<const JointData> data() const;

    static const UserJoint& user(const JointData* data) { return static_cast<const UserJoint&>(*data); }
    static Transform X_FM(const JointInput<double>& in) { return user(in.data).X_FM(in); }
    static void H_FM(const JointInput<double>& in, SpatialVelocity* H) { user(in.data).H_FM(in, H); }
    static SpatialAcceleration bias_FM(const JointInput<double>& in, const double* u) {
        return user(in.data).bias_FM(in, u);
    }
    static void fit(const JointInput<double>& in, const Transform& X_FM, double* q) {
        user(in.data).fit(in, X_FM, q);
    }

    /// Null where the joint does not know this scalar.
    template <class T>
    static const FormulaOn<T>* formula_on(const JointData* data) {
        const UserFormula* formula = user(data).formula;
        return formula && formula->on<T>().X_FM ? &formula->on<T>() : nullptr;
    }
    // Of packs only where formula_on says so.
    template <int n>
    static TransformT<PackT<n>> X_FM(const JointInput<PackT<n>>& in) {
        TransformT<PackT<n>> X;
        user(in.data).formula->template on<PackT<n>>().X_FM(in, X);
        return X;
    }
    template <int n>
    static void H_FM(const JointInput<PackT<n>>& in, SpatialVelocityT<PackT<n>>* H) {
        user(in.data).formula->template on<PackT<n>>().H_FM(in, H);
    }
    template <int n>
    static SpatialAccelerationT<PackT<n>> bias_FM(const JointInput<PackT<n>>& in, const PackT<n>* u) {
        SpatialAccelerationT<PackT<n>> A;
        user(in.data).formula->template on<PackT<n>>().bias_FM(in, u, A);
        return A;
    }

    template <class S>
    static TransformT<DualT<S>> X_FM(const JointInput<DualT<S>>& in);
    template <class S>
    static void H_FM(const JointInput<DualT<S>>& in, SpatialVelocityT<DualT<S>>* H);
    template <class S>
    static SpatialAccelerationT<DualT<S>> bias_FM(const JointInput<DualT<S>>& in, const DualT<S>* u);
};

/// N (nq x nu), N⁺ (nu x nq) and Ṅ (nq x nu) of a user's joint, row by row: its own, or a quaternion's block (5.4)
/// followed by ones.
struct CustomRates {
    static constexpr int q_part = -1, u_part = -1;
    /// Whether q̇ = u after all.
    static bool are_speeds(const JointData* data) {
        const UserJoint& user = CustomJoint::user(data);
        return !user.own_rates && !user.has_quaternion;
    }
    /// Whether N is known on a scalar.
    template <class T>
    static bool known_on(const JointData* data) {
        return !CustomJoint::user(data).own_rates || CustomJoint::formula_on<T>(data);
    }
    template <class T>
    static void matrix(const JointInput<T>& in, T* N) {
        const UserJoint& user = CustomJoint::user(in.data);
        if (user.own_rates) return own_matrix(in, N);
        put_ones(user, N, user.nq, user.nu, user.has_quaternion ? 4 : 0, user.has_quaternion ? 3 : 0);
        T block[4][3];
        if (!user.has_quaternion) return;
        QuaternionRates::matrix(in.q, block);
        put_block(block, N, user.nu);
    }
    template <class T>
    static void inverse(const JointInput<T>& in, T* N_inv) {
        const UserJoint& user = CustomJoint::user(in.data);
        if (user.own_rates) return own_inverse(in, N_inv);
        put_ones(user, N_inv, user.nu, user.nq, user.has_quaternion ? 3 : 0, user.has_quaternion ? 4 : 0);
        T block[3][4];
        if (!user.has_quaternion) return;
        QuaternionRates::inverse(in.q, block);
        put_block(block, N_inv, user.nq);
    }
    template <class T>
    static void derivative(const JointInput<T>& in, const T* q_dot, T* N_dot) {
        const UserJoint& user = CustomJoint::user(in.data);
        if (user.own_rates) return own_derivative(in, q_dot, N_dot);
        for (int i = 0; i < user.nq * user.nu; ++i) N_dot[i] = T(0.0);
        T block[4][3];
        if (!user.has_quaternion) return;
        QuaternionRates::derivative(in.q, q_dot, block);
        put_block(block, N_dot, user.nu);
    }

private:
    /// Zeros, with ones along the diagonal that starts at a row and a column.
    template <class T>
    static void put_ones(const UserJoint& user, T* A, int rows, int columns, int row, int column) {
        for (int i = 0; i < rows * columns; ++i) A[i] = T(0.0);
        for (int i = user.has_quaternion ? 3 : 0; i < user.nu; ++i) A[row++ * columns + column++] = T(1.0);
    }
    template <class T, std::size_t rows, std::size_t block_columns>
    static void put_block(const T (&block)[rows][block_columns], T* A, int columns) {
        for (std::size_t i = 0; i < rows; ++i)
            for (std::size_t j = 0; j < block_columns; ++j)
                A[i * static_cast<std::size_t>(columns) + j] = block[i][j];
    }
    static void own_matrix(const JointInput<double>& in, double* N) { CustomJoint::user(in.data).N(in, N); }
    static void own_inverse(const JointInput<double>& in, double* N) {
        CustomJoint::user(in.data).N_inverse(in, N);
    }
    static void own_derivative(const JointInput<double>& in, const double* q_dot, double* N_dot) {
        CustomJoint::user(in.data).N_dot(in, q_dot, N_dot);
    }
    template <int n>
    static void own_matrix(const JointInput<PackT<n>>& in, PackT<n>* N) {
        CustomJoint::user(in.data).formula->template on<PackT<n>>().N(in, N);
    }
    template <int n>
    static void own_inverse(const JointInput<PackT<n>>& in, PackT<n>* N_inv) {
        CustomJoint::user(in.data).formula->template on<PackT<n>>().N_inverse(in, N_inv);
    }
    template <class S>
    static void own_matrix(const JointInput<DualT<S>>& in, DualT<S>* N);
    template <class S>
    static void own_inverse(const JointInput<DualT<S>>& in, DualT<S>* N_inv);
    template <class S>
    static void own_derivative(const JointInput<DualT<S>>& in, const DualT<S>* q_dot, DualT<S>* N_dot);
};

}  // namespace sinew

#include <sinew/joints/custom_dual.h>

static_assert(sinew::JointDefinition<sinew::CustomJoint>);
