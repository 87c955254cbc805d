// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/joints/user_joint_of.h>

namespace sinew {

/// A joint that nobody has, written as a user would: it turns about z by q₀ + b q₀ q₁ and shifts by
/// (q₁, c q₁²/2, c q₀ q₁).
struct Winding {
    double twist = 0.3, bend = 0.7;

    static constexpr int nq = 2, nu = 2;
    static constexpr std::array coordinate_names{"turn", "along"};
    static constexpr std::array parameter_names{"twist", "bend"};
    static constexpr std::array columns{Column::general, Column::general};
    void parameters(double* k) const { k[0] = twist, k[1] = bend; }
    template <class T>
    static TransformT<T> X_FM(const JointInput<T>& in) {
        const T b = in.k[0], c = in.k[1], turn = in.q[0], along = in.q[1];
        return {RotationT<T>::about_z(turn + b * turn * along),
                {along, T(0.5) * c * along * along, c * turn * along}};
    }
    template <class T>
    static void H_FM(const JointInput<T>& in, SpatialVelocityT<T>* H) {
        const T b = in.k[0], c = in.k[1], turn = in.q[0], along = in.q[1], zero(0.0), one(1.0);
        H[0] = {{zero, zero, one + b * along}, {zero, zero, c * along}};
        H[1] = {{zero, zero, b * turn}, {one, c * along, c * turn}};
    }
    template <class T>
    static SpatialAccelerationT<T> bias_FM(const JointInput<T>& in, const T* u) {
        const T b = in.k[0], c = in.k[1], zero(0.0), two(2.0);
        return {{zero, zero, two * b * u[0] * u[1]}, {zero, c * u[1] * u[1], two * c * u[0] * u[1]}};
    }
};

/// A pin that asks which side it is on: by q below zero it turns by q, above by q + c q⁵.
struct Hastening {
    double more = 0.2;

    static constexpr int nq = 1, nu = 1;
    static constexpr bool looks_at_values = true;
    static constexpr std::array coordinate_names{"angle"};
    static constexpr std::array parameter_names{"more"};
    static constexpr std::array columns{Column::turn};
    void parameters(double* k) const { k[0] = more; }
    template <class T>
    static T c(const JointInput<T>& in) {
        return value_of(in.q[0]) < 0 ? T(0.0) : in.k[0];
    }
    template <class T>
    static TransformT<T> X_FM(const JointInput<T>& in) {
        const T q = in.q[0], square = q * q;
        return {RotationT<T>::about_z(q + c(in) * square * square * q), {}};
    }
    template <class T>
    static void H_FM(const JointInput<T>& in, SpatialVelocityT<T>* H) {
        const T square = in.q[0] * in.q[0];
        H[0].w = {T(0.0), T(0.0), T(1.0) + T(5.0) * c(in) * square * square};
    }
    template <class T>
    static SpatialAccelerationT<T> bias_FM(const JointInput<T>& in, const T* u) {
        const T q = in.q[0], zero(0.0);
        return {{zero, zero, T(20.0) * c(in) * q * q * q * u[0] * u[0]}, {}};
    }
};

}  // namespace sinew
